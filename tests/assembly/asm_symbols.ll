; Symbols that assembly alone names, and names of the IR that assembly knows otherwise.
module asm ".section .of_module,\22a\22"
module asm ".dword .private, .L.private, plain, .Linternal"
module asm ".previous"

@.private = private global i32 1
@"\01plain" = global i32 2
@internal = internal global i32 3
@"\01.Linternal" = internal global i32 4

define i32 @jumps() {
  callbr void asm sideeffect ".pushsection .jumps,\22a\22\0A.word 1f - ., ${1:l} - ., callback - .\0A.dword key + $0\0A.popsection\0A1:", "i,!i"(i64 1) to label %straight [label %aside]
straight:
  ret i32 0
aside:
  ret i32 1
}

define void @expressions() {
  call void asm sideeffect ".pushsection .words,\22a\22\0A.dword one, two + 8, (three - 4) + 12, .private, .L.private\0A.word four - .\0A.popsection", ""()
  ret void
}

define void @directives() {
  call void asm sideeffect ".weak weakly\0A.hidden hidden\0A.set other, base + 4\0A.pushsection .words,\22a\22\0A.dword weakly, hidden, other\0A.popsection", ""()
  call void asm sideeffect ".reloc ., BFD_RELOC_NONE, related\0A.globl made\0A.type made, %function\0Amade:\0A.size made, 0", ""()
  ret void
}

define void @macros() {
  call void asm sideeffect ".macro word_of name\0A.pushsection .words,\22a\22\0A.dword \\name\\()_made, plain, .Linternal\0A.popsection\0A.endm\0Aword_of five\0Aword_of six\0A.purgem word_of\0A.irp n,a,b\0A.pushsection .words,\22a\22\0A.dword irp_\\n\0A.popsection\0A.endr", ""()
  ret void
}

define void @operands() {
  call void asm sideeffect ".pushsection .words,\22a\22\0A.dword $0, $1, $2\0A.popsection", "i,i,i"(ptr @.private, ptr @internal, ptr @"\01plain")
  ret void
}
