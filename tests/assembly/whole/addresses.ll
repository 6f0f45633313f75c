@labels = internal constant [2 x ptr] [ptr blockaddress(@jumps, %one), ptr blockaddress(@jumps, %two)]
define void @jumps(ptr %to) nounwind {
  indirectbr ptr %to, [label %one, label %two]
one:
  ret void
two:
  unreachable
}
@used = global ptr @labels
