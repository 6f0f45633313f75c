// Directives that are the same for all targets.
	.text
	.globl f
	.type f, %function
f:
	nop
	.size f, .-f
	.data
	.globl a
a:	.byte 1, -1, 255, 'a', '\n', 0x10, 017, 0b11
	.2byte 0x1234, -2
	.4byte 0x12345678, a, a + 4, f
	.8byte a - 8, 0x123456789abcdef0, -1
	.quad f
	.octa 0x123456789abcdef00112233445566778
	.float 1.5, -0.25
	.double 1e10, 3
	.zero 3
	.space 2, 7
	.skip 1
	.fill 2, 4, 0x11223344
	.fill 3
	.ascii "abc", "d\n\t\"\\\101\x41"
	.ascii "x" "y"
	.string "z"
	.uleb128 624485, 127, 128, 0
	.sleb128 -123456, 63, 64, -64, -65
//--
	.data
x:	.byte 1
	.balign 4
	.byte 2
	.p2align 3
	.byte 3
	.balign 8, 0x55
	.byte 4
	.p2align 4, , 3
	.byte 5
	.p2align 2, , 3
	.byte 6
	.bss
	.balign 16
y:	.skip 32
	.local z
	.comm z, 12, 4
	.comm w, 24, 8
	.lcomm v, 4
//--
	.set one, 1
	.equ two, one + 1	/* behind it */
three = two + one // and here
	.data
	.long one, two, three, (one + two) * three, 1 << three, ~one, -two, !three
	.long 7 & 5 | 8, 10 % 4, 10 / 3, 2 == 2, 2 > 3, 1 && 0, 1 || 0, 6 ^ 3, 1 | 2 + 4
	.set here, .
	.long here
	.long x - y
y:	.long 1
x:	.long x - y
	.set one, 5
	.long one
	.globl three
//--
	.macro pair a, b=2
	.byte \a, \b
	.endm
	.macro named x:req, rest:vararg
	.byte \x
	.byte \rest
	.endm
	.macro label
.Lunique\@:
	.long .Lunique\@ - .
	.endm
	.data
	pair 1
	pair 3, 4
	pair b=5, a=6
	named 1, 2, 3
	named x=4, rest=5
	.irp n, 1, 2, 3
	.byte \n
	.endr
	.irpc c, 123
	.byte \c\()0
	.endr
	.rept 3
	.byte 9
	.endr
	.rept 2
	.irp n, 1, 2
	.byte \n
	.endr
	.endr
	.macro outer x
	.macro inner y
	.byte \y
	.endm
	inner \x
	.purgem inner
	.endm
	outer 7
	outer 8
	.macro early x
	.if \x
	.byte 1
	.exitm
	.endif
	.byte 0
	.endm
	early 1
	early 0
//--
	.data
	.set a, 1
	.if a
	.byte 1
	.else
	.byte 2
	.endif
	.if a == 2
	.byte 3
	.elseif a == 1
	.byte 4
	.else
	.byte 5
	.endif
	.ifdef a
	.byte 6
	.endif
	.ifndef b
	.byte 7
	.endif
	.ifc x, x
	.byte 8
	.endif
	.ifnc x, y
	.byte 9
	.endif
	.ifeq a - 1
	.byte 10
	.endif
	.ifge a
	.byte 11
	.endif
	.ifb
	.byte 12
	.endif
	.if 0
	.if 1
	bogus
	.endif
	.else
	.byte 13
	.endif
//--
	.text
	nop
	.section .mine, "aw", %progbits
	.long 1
	.pushsection .other, "a"
	.long 2
	.pushsection .third, "ax", %progbits
	.p2align 2
	nop
	.popsection
	.long 3
	.popsection
	.long 4
	.previous
	nop
	.section .rodata.str1.1, "aMS", %progbits, 1
	.asciz "merged"
	.section .group, "axG", %progbits, sig, comdat
	.weak sig
	.p2align 2
sig:	nop
	.section .note.GNU-stack, "", %progbits
	.section .init_array, "aw", %init_array
	.quad sig
	.section .tdata, "awT", %progbits
	.type t, %tls_object
t:	.long 5
	.size t, 4
	.section .tbss, "awT", %nobits
	.zero 4
	.section .kept, "awR", %progbits
	.long 6
	.text
	nop
//--
	.text
	.globl strong
	.weak weak, undefined_weak
	.hidden hidden
	.protected protected
	.globl hidden, protected
strong:	nop
weak:	nop
hidden:	nop
protected:	nop
local:	nop
	.data
	.quad undefined, undefined_weak, hidden, local
	.globl data
	.type data, %object
data:	.quad strong
	.size data, 8
	.type resolver, %gnu_indirect_function
	.globl resolver
	.text
resolver:	nop
	.size resolver, . - resolver
//--
	.text
	.globl f
f:	nop
	.symver f, f@V1
	.globl g
g:	nop
	.symver g, g@@V2
	.globl h
h:	nop
	.symver h, h@@@V3
	.symver undefined, undefined@V4
	.data
	.quad undefined, f
//--
	.file "name.c"
	.ident "who made it"
	.data
1:	.long 1b - .
	.long 1f - 1b
1:	.long 2f - .
2:	.long 0
	.org 64
	.byte 1
	. = . + 7
	.byte 2
	.text
	nop
	.subsection 1
	nop
	nop
	.previous
	nop
	.data
	.uleb128 .Lend - .Lstart
.Lstart:
	.space 300
.Lend:
	.size arr, .Lend - .Lstart
	.globl arr
arr:
	.set size_of_it, .Lend - .Lstart
	.long size_of_it
	.section .table, "a"
	.byte 0
	.uleb128 9f - 8f
8:	.byte 1, 2, 3
9:
//--
	.text
	.globl f
	.type f, %function
f:
	.cfi_startproc
	nop
	.cfi_def_cfa_offset 16
	.cfi_offset 8, -16
	nop
	.cfi_remember_state
	.cfi_adjust_cfa_offset 16
	.cfi_rel_offset 9, 8
	nop
	.cfi_restore_state
	nop
	.cfi_restore 8
	.cfi_def_cfa_register 8
	.cfi_same_value 9
	.cfi_undefined 8
	nop
	.cfi_endproc
	.size f, .-f
//--
// Unwind information of frames that are not usual, with personality routines and exception tables.
	.text
f:
	.cfi_startproc
	.cfi_personality 0x9b, DW.ref.routine
	.cfi_lsda 0x1b, .Ltable
	.cfi_def_cfa_offset 16
	nop
	.cfi_undefined 1
	.cfi_register 5, 6
	nop
	.cfi_escape 0x2e, 0x10
	.cfi_escape 0x10, 0x00 | (19 & 0x7f), 2, 0x8f, 0
	.cfi_val_offset 8, -16
	.cfi_endproc
g:
	.cfi_startproc simple
	.cfi_signal_frame
	.cfi_return_column 8
	nop
	nop
	.cfi_endproc
h:
	.cfi_startproc
	.cfi_personality 0, routine
	.cfi_lsda 0, table
	nop
	.cfi_endproc
i:
	.cfi_startproc
	.cfi_personality 0xff
	.cfi_lsda 0xff
	nop
	.cfi_endproc
	.section .gcc_except_table,"a"
.Ltable:
	.byte 0xff
table:
	.byte 0xff
//--
// Unwind information for debuggers.
	.cfi_sections .debug_frame
f:
	.cfi_startproc
	.cfi_def_cfa_offset 16
	nop
	.cfi_val_offset 8, -16
	.cfi_endproc
g:
	.cfi_startproc
	nop
	.cfi_def_cfa_offset 16
	nop
	.cfi_endproc
//--
	.cfi_sections .eh_frame, .debug_frame
f:
	.cfi_startproc
	nop
	.cfi_def_cfa_offset 16
	nop
	.cfi_endproc
//--
// Macros whose arguments are evaluated, and defaults with blanks.
	.macro row first=(1 << 4), second=2U
	.word \first, \second
	.endm
	row
	row , 3
	.altmacro
	.macro one n
	.byte n, \n
	.endm
	.macro all from:req, to:req
	.if (\from) == (\to)
		one %\from
	.else
		all \from, %(\from) + ((\to) - (\from)) / 2
		all %(\from) + ((\to) - (\from)) / 2 + 1, \to
	.endif
	.endm
	all 0, 7
	.macro text t
	.ascii t
	.endm
	text <"a!>b">
	.noaltmacro
	.extern somewhere, other
	.balign 8
	.dc.a somewhere
//--
// A number that a name gets after its use; arguments as they stand.
	.text
first:
	nop
	.4byte	.Lsize, .Lsize + 1
	.2byte	count, count - 1
	.balign	4
	.macro each what:vararg
	.irp n, 1, 2
	\what
	.endr
	.endm
	each .4byte 1 + 2, 3
last:
	nop
	.set	.Lsize, last - first
	.set	count, 3
//--
// What nobody refers to is in the object if the text says that it is global, or how it is visible.
	.globl	unused
	.hidden	hidden
	.extern	nowhere
//--
// What is to be resolved right after padding.
	.text
	nop
	.p2align	4
	.4byte	2f - 1f
1:
	nop
	.p2align	5
	.8byte	2f - 1b
2:
	nop
//--
	.section	.gcc_except_table,"a",@progbits
	.byte	255
	.uleb128	.Lend-.Lstart
	.uleb128	.Lsites_end-.Lsites
.Lsites:
	.uleb128	.Lmiddle-.Lstart
	.sleb128	.Lstart-.Lend
	.uleb128	.Lend-.Lmiddle+3, 5, .Lmiddle-.Lmiddle
	.zero	121
	.p2align	2
.Lsites_end:
	.uleb128	.Lsites_end-.Lsites
	.text
.Lstart:
	nop
	.zero	124
.Lmiddle:
	nop
	.zero	20000
.Lend:
	nop
//--
	.text
	.globl f
f:	nop
1:	nop
	.reloc 1b, BFD_RELOC_NONE, other
	.reloc ., BFD_RELOC_NONE
	.reloc 0, BFD_RELOC_64, other + 4
	.reloc later + 4, BFD_RELOC_NONE, f
	.reloc ., BFD_RELOC_64, later + 4
	.reloc ., BFD_RELOC_NONE, .Lmark
.Lmark:
later:	nop
	nop
	.org 64
	nop
	.org 72, 9
	nop
	.data
	.balign 8
	.weakref by_this, weak
	.weakref by_that, strong
	.weakref by_none, nothing
	.quad by_this, by_that, strong
	.addrsig
	.addrsig_sym f
	.addrsig_sym strong
	.addrsig_sym nowhere
//--
// Names in quotes, which may be anything; groups of which the linker keeps all.
	.section .data.a,"awG",@progbits,"odd, group",comdat
	.globl "a \"b\" = \\"
	.type "a \"b\" = \\", @object
	.size "a \"b\" = \\", . - "a \"b\" = \\"
"a \"b\" = \\": .4byte 1
	.section .data.b,"awG",@progbits,kept
"1digit": .4byte "1digit" - "1f"
	.4byte "a \"b\" = \\"
"1f": .4byte 1f - "1digit"
"1":
1:	.globl "1"
	"x=y" = 5
	.globl "x=y"
	.4byte "x=y"
	.comm "a common one", 8, 4
	.weak "hash#sign"
	.4byte "hash#sign"
	.data
	.4byte "semi;colon", "comma,name" + 4
//--
// What is in a section stands there by its subsections, whichever comes first.
	.data
	.byte	5
	.subsection 2
	.byte	7
	.subsection 1
	.byte	6
	.text
first:	nop
	.previous
last:	.byte	8
	.section .far, "a"
	.quad	last, first
//--
// Names of names; a label in unwind tables; the largest number.
	.data
x:	.quad	0
	.set	y, x + 8
	.globl	y
	.quad	y, y - 4, x
z = y + 4
	.quad	z
	.octa	340282366920938463463374607431768211455
	.text
f:	.cfi_startproc
	nop
	.cfi_label .Lplace
	.cfi_undefined 1
	.cfi_endproc
//--
	.data
	.byte	1
	.end
	what follows is not read
//--
	.text
	.globl	other
first:	.long	1
second:	.long	2
	.set	other, second
	.set	third, other
	.long	3
	.size	other, .-other
	.size	third, .-third
	.type	other, @object
	.hidden	unseen
	.internal	inner
	.protected	kept
	.data
	.uleb128	second-first
	.byte	1
	.text
	nop
	.uleb128	second-first
	nop
	.section	.llvm.lto,"e",@llvm_lto
	.long	1
	.section	.llvm.offloading,"e",@llvm_offloading
	.long	1
//--
	.section	.number,"0x6",@progbits
	nop
	.section	.twin,"ax",@progbits,unique,1
	nop
	.section	.twin,"ax",@progbits,unique,2
	.byte	2, 3
	.section	.twin,"ax",@progbits,unique,1
	nop
	.section	.twin
	.byte	3
//--
	.data
	.byte	1, 2
	.balignw	8, 0x1234
	.byte	1, 2, 3, 4
	.balignl	16, 0x12345678
	.hword	1
	.p2alignw	3, 0x11
	.long	2
	.p2alignl	4, 0xfedcba98
	.dcb	2, 3
	.dcb.b	3, -1
	.dcb.w	3, 0x102
	.dcb.l	3, 1
	.dcb.s	2, 1.5
	.dcb.d	2, -2.25
	.ds	2
	.ds.b	3
	.ds.w	2
	.ds.l	2
	.ds.s	2
	.ds.d	2
	.ds.x	2
	.ds.p	2
	.dc	5, 6
	.dc.s	1.5
	.dc.d	1.5
	.dc.a	7
	.double	0x1.8p3, -0x1p-2, 0x1.fffffffffffff8p0
	.float	0x1.8p3, 0x1p-149, 0x1.000001p0
//--
	.section	.code,"ax",@progbits
	nop
	.balignw	16, 0x1
	nop
	.warning	"said, and gone on"
//--
	.addrsig
	.addrsig_sym	f
	.addrsig_sym	.Lplace
	.addrsig_sym	.Lcommon
	.text
	.globl	f
f:	nop
	.local	.Lcommon
	.comm	.Lcommon, 8, 8
	.section	.bss.merged,"aw",@nobits
	.long	0
.Lplace:
	.zero	80
	.size	.Lplace, 80
	.globl	named
named = .Lplace+8
	.size	named, 0
one = .Lcommon
	.size	one, 4
//--
	.text
	.globl	f
f:	nop
	.subsection	1
g:	nop
	nop
	.previous
	.set	alias, h
h:	nop
	.section	.other,"ax"
	.byte	1
//--
	.text
	nop
	.dword	.place, .place+4, .other
	.section	.place,"aw"
	.long	1, 2
	.section	.other,"aw"
	.byte	1
//--
	.section	.rodata
	.balign	32
	.long	1
	.balign	32
	.long	2
//--
	.section	.data..kept,"a"
	.byte	1
	.section	.text.x,"a"
	nop
	.section	.init.text,"a"
	.section	.fini,""
	nop
	.section	.fini.x,""
	.section	.rodata.x,"w"
	.section	.bss.x,"a"
	.section	.tdata.x,"aw"
	.byte	1
	.section	.init_array.x,"a"
	.section	.note.x,"a"
//--
	.text
place:	nop
	nop
	.reloc	place+4, BFD_RELOC_64, other
