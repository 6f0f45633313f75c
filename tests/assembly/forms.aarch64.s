	.arch armv8.5-a+lse+memtag+ssbs
	tlbi vmalle1
	tlbi vmalle1is
	tlbi vae1is, x0
	tlbi aside1is, x3
	tlbi alle1
	tlbi ipas2e1is, x1
	dc zva, x0
	dc ivac, x1
	dc cvac, x2
	dc cvau, x2
	dc civac, x3
	dc cvap, x3
	ic iallu
	ic ialluis
	ic ivau, x4
	at s1e1r, x5
	at s12e1r, x5
	sys #0, c7, c5, #0
	sys #3, c7, c4, #1, x0
	sysl x0, #0, c7, c5, #0
	msr daifset, #2
	msr daifclr, #15
	msr spsel, #1
	msr pan, #1
	msr uao, #0
	msr ssbs, #1
	msr dit, #1
	mrs x0, sctlr_el1
	mrs x1, CurrentEL
	mrs x2, SP_EL0
	msr vbar_el1, x3
	mrs x4, s3_0_c1_c0_0
	msr S3_3_C13_C0_2, x5
	mrs x6, id_aa64mmfr2_el1
	mrs x7, icc_iar1_el1
	msr icc_eoir1_el1, x7
	mrs x8, cntvct_el0
	mrs x9, pmccntr_el0
	mrs x10, dbgbvr15_el1
	msr oslar_el1, x11
	mrs x12, tpidrro_el0
	mrs x13, nzcv
	mrs x14, ich_lr15_el2
//--
	.arch	armv8.4-a+profile
	dmb sy
	dmb ish
	dmb ishld
	dmb ishst
	dmb oshst
	dsb nsh
	dsb nshst
	dsb sy
	dmb #11
	dsb #7
	isb
	isb sy
	nop
	yield
	wfe
	wfi
	sev
	sevl
	hint #0
	hint #34
	hint #(1 + 2)
	bti
	bti c
	bti j
	bti jc
	paciasp
	autiasp
	pacia1716
	csdb
	esb
	psb csync
	tsb csync
	clrex
	clrex #3
	svc #0
	hvc #1
	smc #2
	brk #0x800
	hlt #1
	eret
	drps
	dcps1
	udf #16
	.inst 0xd503201f
	.inst 0xd5000000 | (1 << 5) | 31, 0x14000000
//--
	.arch_extension lse
	stadd w0, [x1]
	staddl x0, [x1]
	stclrb w0, [x1]
	steorh w0, [sp]
	stset x2, [x3]
	stsmax w0, [x1]
	stumin w0, [x1]
	ldadd w0, w1, [x2]
	ldaddal x0, x1, [x2]
	ldsetalb w0, w1, [x2]
	swpal x0, x1, [x2]
	cas x0, x1, [x2]
	casalh w0, w1, [x2]
	casp x0, x1, x2, x3, [x4]
	caspa x0, x1, x2, x3, [x4]
	caspl w4, w5, w6, w7, [sp]
	caspal x0, x1, x2, x3, [x4]
	.arch_extension nolse
	.arch_extension crc
	crc32b w0, w1, w2
	crc32cx w0, w1, x2
	.cpu cortex-a76
	ldadd w0, w1, [x2]
	.arch armv8.2-a+crypto
	aese v0.16b, v1.16b
//--
	ldr x0, =0x123456789abcdef0
	ldr x1, =symbol
	ldr w2, =0x12345678
	ldr x3, =5
	ldr w4, =0xffff0000
	ldr x5, =symbol + 8
	ldr x6, =symbol
	ldr x7, =0x123456789abcdef0
	.ltorg
	ldr x0, =other
	ldr x1, here
	ldr w2, here
	ldrsw x3, here
	ldr d4, here
	ldr q5, here
	ldr s6, here
	ldr x7, outside
	adr x8, here
	adr x9, .
	adrp x10, symbol
	add x10, x10, :lo12:symbol
	add x10, x10, #:lo12:symbol
	ldr x11, [x10, :lo12:symbol]
	ldr w11, [x10, #:lo12:symbol + 4]
	ldrb w11, [x10, :lo12:symbol]
	str q1, [x10, :lo12:symbol]
	adrp x12, :got:symbol
	ldr x12, [x12, :got_lo12:symbol]
here:
	.xword here
	.word here - .
	.hword 1
//--
	.globl f
f:
	b 1f
	bl 1f
	b.eq 1f
	b.ne outside
	beq 1f
	bhs 1f
	cbz x0, 1f
	cbnz w0, f
	tbz x0, #3, 1f
	tbnz w0, #31, 1f
	tbz x0, #63, outside
1:	b outside
	bl outside
	b local
	b .
	b . + 8
	bl f
	br x0
	blr x1
	ret
	ret x2
local:
	cset x0, eq
	csetm w0, ne
	cinc x0, x1, lt
	cinv x0, x1, ge
	cneg w0, w1, hi
	csel x0, x1, x2, cs
	ccmp x0, #1, #2, eq
	ccmn w0, w1, #15, le
//--
	mov x0, #0
	mov x0, #65535
	mov x0, #0x10000
	mov x0, #-1
	mov w0, #-2
	mov x0, #0xff00ff00ff00ff
	mov x0, x1
	mov w0, w1
	mov x0, sp
	mov sp, x0
	mov x0, #(1 << 20)
	movz x0, #1, lsl #16
	movk x0, #0x1234, lsl #48
	movn w0, #1
	add x0, x1, #4095
	add x0, x1, #1, lsl #12
	add x0, x1, #-1
	sub x0, x1, #-16
	add x0, x1, x2, lsl #3
	add x0, x1, w2, uxtw #2
	add sp, sp, #16
	add x0, x1, 4
	adds x0, x1, x2
	cmp x0, #1
	cmp x0, #-1
	cmp w0, w1
	cmp x0, x1, lsl #1
	cmp sp, x0
	add sp, sp, x1
	sub x0, sp, x1, lsl #2
	adds w0, wsp, w1
	cmn x0, x1
	cmn x0, x1, lsl #2
	cmp x0, w1, uxtw
	cmp w0, w1, sxtb #1
	tst x0, x1, lsl #3
	mvn x0, x1, lsl #3
	neg x0, x1, lsl #3
	tst x0, #0xff
	tst x0, x1
	neg x0, x1
	negs x0, x1
	ngc x0, x1
	mvn x0, x1
	and x0, x1, #0xf0
	and x0, x1, #(1 << 5)
	and w0, w1, #~0xf
	bic x0, x1, #0xf
	orr x0, x1, x2, ror #3
	eor w0, w1, w2
	lsl x0, x1, #3
	lsr w0, w1, #3
	asr x0, x1, #63
	ror x0, x1, #7
	lsl x0, x1, x2
	ubfx x0, x1, #3, #4
	sbfx x0, x1, #3, #4
	ubfiz x0, x1, #3, #4
	bfi x0, x1, #3, #4
	bfxil x0, x1, #3, #4
	bfc x0, #3, #4
	sxtb x0, w1
	sxtw x0, w1
	uxtb w0, w1
	uxth w0, w1
	extr x0, x1, x2, #5
	mul x0, x1, x2
	mneg x0, x1, x2
	madd x0, x1, x2, x3
	smull x0, w1, w2
	umulh x0, x1, x2
	udiv x0, x1, x2
	rev x0, x1
	rev32 x0, x1
	clz w0, w1
	rbit x0, x1
	adc x0, x1, x2
	sbcs w0, w1, w2
//--
	ldr x0, [x1]
	ldr x0, [x1, #0]
	ldr x0, [x1, #8]
	ldr x0, [x1, 8]
	ldr x0, [x1, #-8]
	ldr x0, [x1, #1]
	ldr w0, [x1, x2]
	ldr x0, [x1, x2, lsl #3]
	ldr x0, [x1, w2, uxtw #3]
	ldr x0, [x1, w2, sxtw]
	ldr x0, [x1, #8]!
	ldr x0, [x1], #8
	ldr x0, [sp, #16]
	str w0, [x1, #4]
	strb w0, [x1, #1]
	strh w0, [x1], #2
	ldrb w0, [x1, w2, uxtw]
	ldrsb x0, [x1]
	ldrsh w0, [x1, #2]
	ldrsw x0, [x1]
	ldur x0, [x1, #-1]
	stur x0, [x1]
	ldtr x0, [x1]
	ldtr w0, [x1, #4]
	ldtrb w0, [x1]
	ldtrsw x0, [x1, #-4]
	sttr x0, [x1, #8]
	sttrh w0, [x1]
	ldp x0, x1, [sp]
	ldp x0, x1, [sp, #16]
	ldp x0, x1, [sp], #16
	stp x29, x30, [sp, #-16]!
	stp w0, w1, [x2]
	ldp q0, q1, [x2, #32]
	ldpsw x0, x1, [x2]
	ldnp x0, x1, [x2]
	stnp q0, q1, [x2, #32]
	ldxr x0, [x1]
	ldaxrb w0, [x1]
	stxr w0, x1, [x2]
	stlxrh w0, w1, [x2]
	ldxp x0, x1, [x2]
	ldaxp w0, w1, [x2]
	stxp w0, x1, x2, [x3]
	stlxp w0, w1, w2, [x3]
	ldar x0, [x1]
	stlr w0, [x1]
	prfm pldl1keep, [x0]
	prfm pstl1strm, [x0, #8]
	prfm #6, [x0]
	prfm pldl1keep, [x0, x1]
	ldr b0, [x0]
	ldr h0, [x0]
	str s0, [x0, #4]
	ldr d0, [x0], #8
	str q0, [x0, #16]!
//--
	fmov d0, #1.0
	fmov s0, wzr
	fmov x0, d0
	fmov d0, x0
	fadd d0, d1, d2
	fcmp d0, #0.0
	fcmp s0, s1
	fcvt d0, s1
	fcvtzs x0, d0
	scvtf d0, x0
	fmadd d0, d1, d2, d3
	fcsel d0, d1, d2, eq
	movi v0.16b, #0
	movi d0, #0
	add v0.4s, v1.4s, v2.4s
	dup v0.2d, x0
	mov v0.d[1], x1
	umov w0, v0.b[3]
	ld1 {v0.16b}, [x0]
	st1 {v0.4s}, [x0]
	eor v0.16b, v0.16b, v1.16b
	tbl v0.16b, {v1.16b}, v2.16b
	ext v0.16b, v1.16b, v2.16b, #8
	ushr v0.4s, v1.4s, #3
	addv s0, v1.4s
//--
	.macro mrs_s, rt, reg
	.inst (0xd5200000 | (\reg) | (.Lnumber_\rt))
	.endm
	.irp n, 0, 1, 2, 30
	.equ .Lnumber_x\n, \n
	.endr
	.equ .Lnumber_xzr, 31
	mrs_s x1, (3 << 19) | (4 << 8)
	mrs_s xzr, 0x1000
661:
	nop
662:
	.pushsection .altinstructions, "a"
	.word 661b - .
	.word 663f - .
	.hword 5
	.byte 662b - 661b
	.byte 664f - 663f
	.popsection
	.subsection 1
663:
	isb
664:
	.org . - (664b - 663b) + (662b - 661b)
	.org . - (662b - 661b) + (664b - 663b)
	.previous
	.p2align 4
	nop
	.p2align 5, , 15
	nop
	.balign 8, 0
	.cfi_startproc
	stp x29, x30, [sp, #-16]!
	.cfi_def_cfa_offset 16
	.cfi_offset x29, -16
	.cfi_offset w30, -8
	.cfi_def_cfa w29, 16
	.cfi_negate_ra_state
	ret
	.cfi_endproc
//--
// Other names of registers, in whatever case, until they are none.
count .req x2
Lanes .req v3
	lr	.req	x30
	again .req COUNT
	add	count, COUNT, again
	add	lanes.8H, Lanes.8h, v1.8h
	ldr	w1, [count, #4]!
	ret	lr
	.unreq	count
count .req w4
	mov	count, #3
//--
// Distances and words by their bits where numbers stand; suffixes as in C.
.Lfirst:
	.word	1UL, 0x10U
.Lsecond:
	.word	(2ULL << 3) | 1L
	add	x4, x7, #.Lsecond - .Lfirst
	ldr	x1, [x2, #(.Lsecond - .Lfirst) * 2]
	prfm	pldl1keep, [x3, #(1f - .Lsecond)]
	.inst(0xd5000000|((((3) << 19) | ((4) << 16))))
	nop
	nop
	nop
1:
//--
// Parts of addresses by specifier, with the shifts that these imply.
	movz	x0, #:abs_g3:far
	movk	x0, #:abs_g2_nc:far
	movk	x0, :abs_g1_nc:far
	movk	x0, #:abs_g0_nc:far + 4
	movz	x1, #:abs_g2_s:far
	movn	x1, #:abs_g1_s:far
	movz	x2, #:prel_g3:far
	movk	x2, #:prel_g2_nc:far
	movk	x2, #:prel_g1_nc:far
	movz	x2, #:prel_g0:far
	movz	x3, #:abs_g1_s:(0 - 0x12345678)
	movz	x3, #:abs_g1_s:0x12345678
	movk	x3, #:abs_g0_nc:0x12345678
	movz	x3, #:abs_g1:0x12345678
	movz	x4, #:tprel_g0:in_thread
	movz	x4, #:tprel_g2:in_thread
	movk	x4, #:tprel_g1_nc:in_thread
	movz	x5, #:dtprel_g2:in_module
	movk	x5, #:dtprel_g1_nc:in_module
	movk	w5, #:dtprel_g0_nc:in_module
	movz	x6, #:gottprel_g1:by_table
	movk	x6, #:gottprel_g0_nc:by_table
	adrp	x7, :pg_hi21_nc:far
	ldr	x7, [x7, :gotpage_lo15:far]
	ldr	x8, [x8, :tprel_lo12:in_thread]
	ldrb	w8, [x8, :tprel_lo12_nc:in_thread]
	strh	w8, [x8, #:dtprel_lo12:in_module]
	ldr	s8, [x8, :dtprel_lo12_nc:in_module]
	ldr	q8, [x8, :dtprel_lo12_nc:in_module]
	add	x9, x9, :dtprel_lo12:in_module
	add	x9, x9, #:tprel_hi12:in_thread
	add	x9, x9, #:dtprel_hi12:in_module, lsl #12
//--
// Numbers without `#`, tags, copies, pairs of atomics.
	.arch	armv9.3-a+memtag+mops+lse128+cssc+lor+flagm
	cmp	x0, 12
	cmeq	v1.16b, v0.16b, 0
	movi	v2.4s, 3
	ldr	x0, [x1, 8]
	irg	x0, sp
	addg	sp, x1, #32, #3
	stg	x0, [x1]
	st2g	x0, [x1], #32
	stz2g	x0, [sp, #-16]!
	ldg	x3, [x4, #1536]
	ldg	x3, [x4]
	stgp	x5, x6, [x7], #64
	stgm	xzr, [x0]
	cpyfp	[x0]!, [x1]!, x2!
	swppal	x1, x2, [x3]
	smax	w1, w2, #-3
	ldapur	x1, [x2, #-8]
	ldlarb	w1, [x2]
	rmif	x1, #3, #5
	ldraa	x1, [x2]
	ldrab	x1, [x2, #-16]!
//--
// Functions that are called in another way.
	.globl	f
	.variant_pcs	f
f:
	b	g
	.variant_pcs	g
//--
// Branches right after padding.
	nop
	.p2align	4
	b	1f
	nop
1:
	.p2align	5
	adr	x0, 1b
	nop
//--
// What the object says of its code; instructions among data; types of what others define.
	.aeabi_subsection	aeabi_feature_and_bits, optional, uleb128
	.aeabi_attribute	0, 1
	.aeabi_attribute	Tag_Feature_PAC, 1
	.aeabi_attribute	2, 0
	.type	elsewhere, %function
	.section	.rodata,"a"
	nop
	.inst	0xd503201f
	.byte	1, 2, 3, 4
	.section	.rodata.other,"a"
	.byte	1, 2, 3, 4
	nop
	.word	0
//--
	.text
	ld1 {v30.8b-V1.8b}, [X0], #32
	ld1 {v4.16b - v7.16b}, [sp]
	ST4 { V0.s - v3.s }[1], [SP], x2
	ld1r {v1.2d}, [x2], #8
	ld4r {v31.1d, v0.1d, v1.1d, v2.1d}, [x2], #32
	tbl v0.16b, {v31.16b-v0.16b}, v2.16b
	st2 {v31.d, v0.d}[1], [x3], #16
	ld3 {v1.8h - v3.8h}, [x4], xzr
//--
	adrp x0, :tlsdesc:v
	ldr x1, [x0, :tlsdesc_lo12:v]
	add x0, x0, :tlsdesc_lo12:v
	.tlsdesccall v
	blr x1
	adrp x1, "X1"
	add x1, x1, :lo12:"a, #1+2"
	bl "{v0.8b-v1.8b}"
//--
// Vectors of exceptions, as kernels lay them out: each place depends on those before it.
	.macro	vector
	.align	7
1:	nop
	stp	x0, x1, [sp, #-16]!
	b	vectors + (1b - 0b + 8)
	.endm
	.macro	generate
0:	.rept	16
	vector
	.endr
	.org	0b + 0x800
	.endm
	.align	11
vectors:
	generate
	generate
	generate
1:	.org	vectors + 3 * 0x800
	.org	1b
//--
// Conditions that always hold, branches that are consistent, numbers with fractions, products with one lane, names of caches.
	.arch	armv9.3-a+fp16+memtag+mops+fp8
	.arch_extension hbc
	csel	x0, x1, x2, al
	csinc	w0, w1, w2, nv
	ccmp	x0, x1, #3, al
	ccmn	w0, #3, #4, nv
	fcsel	d0, d1, d2, al
	fccmpe	s0, s1, #2, nv
	b.al	f
	b.nv	f
	bc.eq	f
	bc.al	f
f:	scvtf	d0, w1, #32
	ucvtf	s0, x1, #64
	scvtf	h0, x1, #1
	fcvtzs	x0, d1, #64
	fcvtzu	w0, s1, #1
	sqdmull	s0, h1, v2.h[7]
	sqdmlal	d0, s1, v31.s[3]
	sqdmlsl	s0, h1, v15.h[5]
	fcmla	v0.4h, v1.4h, v2.h[1], #90
	fcmla	v0.8h, v1.8h, v31.h[3], #270
	fcmla	v0.4s, v1.4s, v2.s[1], #180
	fmov	v0.4h, #-2.25
	fmov	v0.8h, #1.0
	fcvtn	v0.8b, v1.4h, v2.4h
	fcvtn	v0.16b, v1.8h, v2.8h
	fcvtn	v0.8b, v1.4s, v2.4s
	fcvtn2	v0.16b, v1.4s, v2.4s
	dup	b11, v0.b[1]
	dup	d11, v0.d[1]
	prfm	pldslckeep, [x0]
	prfum	pstslcstrm, [x0, #-1]
	cpyfp	[x0]!, [x1]!, xzr!
	setgp	[x0]!, x1!, x2
	setgetn	[x0]!, x1!, xzr
//--
	cmeq	d0, d1, #0
	cmge	d2, d1, #0
	cmgt	d0, d31, #0
	cmle	d0, d1, #0
	cmlt	d0, d1, 0
	prfm	pldl1keep, [x0, w1, uxtw]
	prfm	pstl2strm, [sp, w1, sxtw #3]
	prfm	#31, [x0, wzr, sxtw]
	msr	S0_3_C1_C0_0, x21
	mrs	x0, S1_3_C1_C0_0
	.text
1:	prfm	plil1strm, [x30, #(2f - 1b)]
	.balign	64
2:	add	x0, x1, #(2b - 1b)
//--
	ldr	x0, =a
	ldr	x1, =a
	ldr	x2, =a+8
	ldr	x3, =a+8
	ldr	x4, =.Lx+4
	ldr	x5, =.Lx
	ldr	x6, =0x123456789a
	ldr	x7, =0x123456789a
	ldr	w7, =0x12345678
	ldr	s0, =0x12345678
	ldr	w9, =a
	.data
.Lx:	.quad	1
	fcmeq	v7.4s, v3.4s, #0
	fcmlt	s7, s3, 0
	.section	.rodata
	.balign	32
	.inst	0xe92d00f0
	.balign	32
	.inst	0xf57ff05b
	.balign	16
	.long	1
	.text
	adrp	x0, .rodata+8
	.hword	1
	.balign	4
	nop
//--
	adrp	X0, S8
	add	X0, x0, :lo12:S8
	adr	x1, D1+4
	ldr	x1, [X0, :lo12:S8]
	ldr	x2, =S8
	.type	S8, @object
	.section	.rodata
	.balign	8
S8:	.quad	S8
D1:	.quad	1
//--
	.arch	armv8.5-a
	setf8	w1
	setf16	w30
	cfinv
	rmif	x1, #63, #15
	xaflag
	axflag
//--
	cmlt	v0.8b, v1.8b, v2.8b
	cmle	v0.4s, v1.4s, v2.4s
	cmlo	v0.2d, v1.2d, v2.2d
	cmls	v0.8h, v1.8h, v2.8h
	cmls	d0, d1, d2
	fcmlt	v0.2s, v1.2s, v2.2s
	fcmle	v0.2d, v1.2d, v2.2d
	facle	v0.4s, v1.4s, v2.4s
	faclt	s0, s1, s2
	fcmle	d3, d4, d5
//--
	.ARCH_EXTENSION lse
	ldadd x0, x1, [x2]
	.CPU neoverse-n1
	ldapr x0, [x2]
	.Arch armv8.5-a
	.INST 0xd503201f
	bti r
	cmeq d20, d21, #0x0
	cmgt v0.4s, v1.4s, #0x0
//--
	.arch	armv9.5-a+rcpc3+the+d128+gcs+cpa+cmpbr+lsfe+lsui+pauth-lr+fprcvt
	ldfaddal	h0, h1, [sp]
	stbfmaxnm	h3, [x5]
	ldiapp	w28, w4, [x20], #8
	ldiapp	w28, w4, [x20, #0]
	stilp	x24, x0, [x16, #-16]!
	stlur	q3, [x15, #-1]
	ldap1	{ v3.d }[1], [x15, 0]
	rcwscaspal	x0, x1, x2, x3, [x4]
	rcwclrp	x5, x1, [x4]
	caspal	w0, w1, w30, wzr, [x4]
	mrrs	x0, x1, TTBR1_EL1
	msrr	TTBR0_EL1, x2, x3
	sysp	#1, c2, c0, #1, xzr, xzr
	tlbip	VAE1OS, x4, x5
	addpt	x0, x1, x2, lsl #7
	gcspopm
	sttadd	w0, [x2]
	ldtp	q3, q5, [sp], #32
	scvtf	d1, s2
	paciasppc
back:	cbgt	x5, #1, back
	cbge	w5, #64, back
	cbls	w5, w6, back
	cbhlt	w5, w6, back
	retaasppc	back
	autibsppc	#-16
	rprfm	pldstrm, x0, [x1]
	dsb	#16
	msr	allint, #1
//--
	adrp	x0, :got_auth:far
	ldr	x0, [x0, :got_auth_lo12:far]
	add	x0, x0, :got_auth_lo12:far
	adr	x0, :got_auth:far
	adrp	x0, :tlsdesc_auth:far
	ldr	x0, [x0, :tlsdesc_auth_lo12:far]
	uxtb	x0, w3
	uxth	xzr, w1
	add	w0, w2, #-4096
	ngcs	w3, w12
	mov	x1, x31
	rev64	x13, x12
	gcsb	dsync
	chkfeat	x16
	adr	x0, uxtb
name	.REQ	x5
	mov	x0, name

// Entries of the global offset table are of symbols, local ones too.
.data
offset_table_word: .xword 1
offset_table_entry: .xword 2
.text
adrp x0, :got:offset_table_entry
ldr x0, [x0, :got_lo12:offset_table_entry]
ldr x0, :got:offset_table_entry
ldr x0, [x0, :gotpage_lo15:offset_table_entry]
adrp x0, offset_table_entry
