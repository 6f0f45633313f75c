# Pseudo-instructions.
	li a0, 0
	li a0, -1
	li a0, 2047
	li a0, 4096
	li a0, 0x12345678
	li a0, 0xffffffff
	li a0, 0x8000000000000000
	li a0, 0x123456789abcdef0
	li a0, (1 << 12) | 3
	li a0, 'a'
	mv a0, a1
	move a0, a1
	not a0, a1
	neg a0, a1
	negw a0, a1
	seqz a0, a1
	snez a0, a1
	sltz a0, a1
	sgtz a0, a1
	sext.w a0, a1
	sext.b a0, a1
	sext.h a0, a1
	zext.b a0, a1
	zext.h a0, a1
	zext.w a0, a1
	nop
	ret
	jr a0
	jr 8(a0)
	jalr a0
	jalr 8(a0)
	jalr a1, a0
	jalr a1, 8(a0)
	unimp
	fence
	fence rw, w
	fence iorw, iorw
	fence r, rw
	fence.tso
	fence.i
	ecall
	ebreak
	scall
	sbreak
	wfi
	mret
	sret
	sfence.vma
	sfence.vma a0
	sfence.vma a0, a1
//--
# Registers by both names.
	add x1, x2, x3
	add x31, fp, s0
	add zero, ra, sp
	fadd.d f0, f1, f2
	fadd.s f31, f30, f29
	fmv.d ft0, fs11
	fmv.x.w x5, f6
	fmv.w.x f7, x8
	fcvt.w.s a0, fa0
	fcvt.w.s a0, fa0, rtz
	fcvt.d.s fa0, fa1
	fsw f1, 4(x2)
	flw ft1, (a0)
//--
# Control registers.
	csrr a0, mstatus
	csrr a0, 0x300
	csrw sscratch, a0
	csrs sie, a0
	csrc sie, a0
	csrwi mstatus, 3
	csrsi mstatus, 3
	csrci mstatus, 3
	csrrw a0, mtvec, a1
	csrrs a0, mtvec, a1
	csrrc a0, mtvec, a1
	csrrwi a0, mtvec, 3
	csrrsi a0, mtvec, 3
	csrrci a0, mtvec, 3
	csrrc a0, sstatus, 2
	csrrw a0, sstatus, 2
	csrrs a0, sstatus, 2
	csrw sstatus, 2
	csrs sstatus, 2
	csrc sstatus, 2
	.set number, 0x180
	csrr a0, number
	csrr a0, (0x100 + 4)
	csrr a0, hgatp
	csrr a0, pmpaddr63
	csrr a0, stimecmp
	rdcycle a0
	rdtime a0
	rdinstret a0
	frcsr a0
	fscsr a0
	fscsr a0, a1
	frrm a0
	fsrm a0
	frflags a0
	fsflags a0
	fsrmi 1
	fsflagsi a0, 3
//--
# Branches, near and far.
	.globl f
f:
	beqz a0, 1f
	bnez a0, 1f
	blez a0, 1f
	bgez a0, 1f
	bltz a0, 1f
	bgtz a0, 1f
	bgt a0, a1, 1f
	ble a0, a1, 1f
	bgtu a0, a1, 1f
	bleu a0, a1, 1f
	beq a0, a1, .Llocal
1:	bne a0, a1, 1b
	blt a0, a1, 1b
	bge a0, a1, 1b
	bltu a0, a1, 1b
	bgeu a0, a1, 1b
	j 1b
	j .Llocal
	jal 1b
	jal t0, 1b
	j local
	beqz a0, local
	beqz a0, outside
	beq a1, a0, outside
	j outside
	jal outside
	call outside
	call t0, outside
	call outside@plt
	tail outside
	jump outside, t1
	beqz a0, f
.Llocal:
local:
	ret
	beqz a0, 2f
	beq a0, a1, 2f
	j 2f
	.space 5000
2:	beqz a0, 1b
	.section .elsewhere, "ax"
	.p2align 1
	j local
	beqz a0, local
//--
# Addresses.
	la a0, g
	lla a0, g
	lga a0, g
	la a0, g + 8
	la.tls.ie a0, t
	la.tls.gd a0, t
	lb a0, g
	lhu a0, g
	lw a0, g
	ld a0, g + 4
	sw a0, g, t0
	sd a0, g, t0
	flw fa0, g, t0
	fld fa0, g, t0
	fsd fa0, g, t0
	lui a0, %hi(g)
	addi a0, a0, %lo(g)
	lw a1, %lo(g + 4)(a0)
	sw a1, %lo(g)(a0)
	lui a0, %hi(0x12345678)
	addi a0, a0, %lo(0x12345678)
1:	auipc a0, %pcrel_hi(g)
	addi a0, a0, %pcrel_lo(1b)
	ld a0, %pcrel_lo(1b)(a0)
	sd a0, %pcrel_lo(1b)(a0)
2:	auipc a0, %got_pcrel_hi(g)
	ld a0, %pcrel_lo(2b)(a0)
	lui a0, %tprel_hi(t)
	addi a0, a0, %tprel_lo(t)
	.option pic
	la a0, g
	.option nopic
	la a0, g
//--
# Options.
	.option push
	.option norvc
	addi a0, a0, 1
	nop
	beqz a0, 1f
	j 1f
1:	ret
	.option rvc
	addi a0, a0, 1
	.option pop
	addi a0, a0, 1
	.option push
	.option arch, +zihintpause
	pause
	.option pop
	.option push
	.option arch, +zba, +zbb, +zbs
	sh1add a0, a1, a2
	andn a0, a1, a2
	zext.h a0, a1
	zext.w a0, a1
	sext.b a0, a1
	bset a0, a1, 3
	rev8 a0, a1
	.option pop
	.option push
	.option arch, rv64imafd_zbc
	clmul a0, a1, a2
	addi a0, a0, 1
	.option pop
	.option push
	.option arch, +zicbom, +zicboz, +zicbop, +zawrs, +svinval, +h, +zicond, +zbkb, +zacas, +zabha
	cbo.clean 0(a0)
	cbo.inval (a0)
	cbo.flush (a0)
	cbo.zero (a0)
	prefetch.r 32(a0)
	prefetch.w 0(a0)
	wrs.nto
	wrs.sto
	sinval.vma a0, a1
	sfence.w.inval
	sfence.inval.ir
	hfence.gvma
	hfence.vvma a0, a1
	czero.eqz a0, a1, a2
	brev8 a0, a1
	amocas.w a0, a1, (a2)
	amocas.d.aqrl a0, a1, (a2)
	amoadd.b a0, a1, (a2)
	.option pop
//--
# Atomics.
	lr.w a0, (a1)
	lr.d.aqrl a0, 0(a1)
	sc.w a0, a2, (a1)
	sc.d.rl a0, a2, 0(a1)
	amoadd.w a0, a1, (a2)
	amoswap.d.aq a0, a1, 0(a2)
	amomaxu.w.aqrl zero, a1, (a2)
//--
# By format and fields.
	.insn r 0x33, 0, 0, a0, a1, a2
	.insn i 0x13, 0, a0, a1, 5
	.insn i LOAD, 3, a0, 8(a1)
	.insn s STORE, 3, a0, 8(a1)
	.insn u LUI, a0, 0x12345
	.insn b BRANCH, 0, a0, a1, 16
	.insn r4 MADD, 0, 1, a0, a1, a2, a3
	.insn 0x00000013
	.insn 4, 0x13
	.insn 2, 0x0001
	.set field, 2
	.insn r 0x33, field + 1, 0, a0, a1, a2
	.word 0x13 | (10 << 7)
	c.addi a0, 1
	c.nop
	c.mv a0, a1
	c.lwsp a0, 4(sp)
	c.ebreak
	c.unimp
//--
# Immediates that are expressions.
	.set k, 3
	addi a0, a1, k
	addi a0, a1, k * 2 + 1
	addi a0, a1, (k)
	add a0, a1, k
	slli a0, a1, k + 1
	lw a0, k + 1(a1)
	lw a0, (k + 1)(a1)
	lw a0, (a1)
	sd a0, -8(sp)
	andi a0, a1, ~k
	lui a0, (1 << 4)
	sll a0, a1, 5
	sraw a0, a1, 5
//--
# Alternatives, as kernels have them.
	.macro nops n
	.if \n > 0
	.rept \n
	nop
	.endr
	.endif
	.endm
	.text
886:
	.option push
	.option norvc
	.option norelax
	lw a0, 0(a1)
	.option pop
887:
	.pushsection .alternative, "a"
	.4byte (886b) - .
	.4byte (888f) - .
	.2byte 0, (889f - 888f)
	.popsection
	.subsection 1
888:
	.option push
	.option norvc
	.option norelax
	ld a0, 0(a1)
	.option pop
889:
	.org . - (887b - 886b) + (889b - 888b)
	.org . - (889b - 888b) + (887b - 886b)
	.previous
	nops 2
	.p2align 3
	nop
	.balign 16
	nop
//--
# Extensions that only assembly uses.
	.option	arch, +zfh, +zfa, +h, +zimop, +zcmop, +zihintntl, +zacas, +zfbfmin
	flh	fa0, 2(a0)
	fsh	fa0, (a1)
	fadd.h	fa0, fa1, ft2, rtz
	fcvt.s.h	fa0, fa1
	fcvt.h.d	fa0, fa1
	fcvt.bf16.s	fa0, fa1
	fgt.h	a0, fa1, fa2
	fneg.h	fa0, fa1
	fli.s	ft0, 1.0
	fli.d	ft0, 3.0517578125e-05
	fli.h	ft0, min
	fli.s	ft0, inf
	fround.d	ft0, ft1
	fcvtmod.w.d	a0, ft1, rtz
	fleq.s	a0, ft1, ft2
	hlvx.wu	a0, (a1)
	hsv.d	a0, (a1)
	mop.r.31	a0, a1
	mop.rr.3	a0, a1, a2
	c.mop.5
	ntl.all
	amocas.q.aqrl	a2, a4, (a1)
//--
# Jumps right after padding, in one form only.
	li	a6, 0
	.p2align	2
	.option	norvc
	j	1f
	nop
1:
	nop
//--
# Vectors.
	.option	arch, +v
	vsetvli	a0, a1, e32, m4, ta, ma
	vsetvli	zero, zero, e8, mf8, tu, mu
	vsetivli	a0, 17, e64, m1, ta, mu
	vsetvl	a0, a1, a2
	vsetvli	a0, a1, 1545
	vle8.v	v8, (a0)
	vle64ff.v	v8, (a0), v0.t
	vlse16.v	v8, (a0), a1
	vluxei32.v	v8, (a0), v16, v0.t
	vsoxseg3ei8.v	v8, (a0), v16
	vlseg4e16.v	v4, (a0)
	vssseg2e32.v	v4, (a0), a1, v0.t
	vl1r.v	v1, (a0)
	vl4re32.v	v4, (a0)
	vs8r.v	v8, (a0)
	vlm.v	v1, (a0)
	vsm.v	v1, (a0)
	vadd.vv	v1, v2, v3
	vadd.vx	v1, v2, a3, v0.t
	vadd.vi	v1, v2, -16
	vsll.vi	v1, v2, 31, v0.t
	vrsub.vx	v1, v2, t0
	vmadc.vvm	v1, v2, v3, v0
	vmerge.vim	v1, v2, -3, v0
	vmseq.vi	v1, v2, 15
	vmsgt.vv	v1, v2, v3
	vmulhsu.vx	v1, v2, a0
	vmacc.vx	v1, a0, v3, v0.t
	vwmaccus.vx	v2, a0, v4
	vwadd.wv	v2, v4, v6
	vnclipu.wi	v1, v2, 3
	vredsum.vs	v1, v2, v3
	vwredsumu.vs	v1, v2, v3, v0.t
	vmandn.mm	v1, v2, v3
	vmclr.m	v1
	vmnot.m	v1, v2
	vcpop.m	a0, v1, v0.t
	viota.m	v1, v2
	vid.v	v1
	vmv.v.i	v1, 3
	vmv.v.x	v1, a0
	vmv.x.s	a0, v1
	vmv8r.v	v8, v16
	vneg.v	v1, v2
	vnot.v	v1, v2, v0.t
	vzext.vf8	v8, v1
	vcompress.vm	v1, v2, v3
	vrgatherei16.vv	v1, v2, v3
	vfadd.vf	v1, v2, fa0
	vfmacc.vf	v1, fa0, v3, v0.t
	vfwnmsac.vv	v2, v4, v6
	vfneg.v	v1, v2
	vfcvt.rtz.x.f.v	v1, v2
	vfncvt.rod.f.f.w	v1, v2
	vfmv.f.s	fa0, v1
	vfmerge.vfm	v1, v2, fa0, v0
	vmfge.vv	v1, v2, v3
	vfredosum.vs	v1, v2, v3
	vfclass.v	v1, v2
//--
# Numbers of variable length over code that the linker may shorten.
	.option relax
first:	call	elsewhere
second:	nop
	.section .distances, "a"
	.byte	7
	.uleb128 second - first
	.uleb128 second - first + 300
//--
# Compressed hints.
	.option	arch, +c
	c.nop	5
	c.addi	a0, 0
	c.li	zero, -3
	c.lui	zero, 4
	c.mv	zero, a1
	c.add	zero, a2
	c.slli	zero, 3
	c.slli	a0, 0
	c.srli	a0, 0
	c.srai	a1, 0
	c.slli64	zero
	c.slli64	a3
	c.srli64	a4
	c.srai64	a5
//--
	.set	resume, .Lwork
	.set	again, work
start:	bnez	a0, resume
	beqz	a1, again
	j	resume
	nop
.Lwork:	nop
work:	ret
	bnez	a0, again
	bnez	a0, start
//--
	.option	norvc
886:
	.rept	6
	nop
	.endr
887:
	.subsection	1
888:
	mv	a0, a1
	j	2f
3:	add	a0, a0, a2
2:	bltu	a0, a3, 3b
	nop
	nop
889:
	.org	. - (887b - 886b) + (889b - 888b)
	.org	. - (889b - 888b) + (887b - 886b)
	.previous
	ret
//--
	frsr	a0
	fssr	a1
	fssr	a0, a1
	.option	push
	.option	arch, +h
	hlv.wu	a0, 0(a1)
	hlvx.hu	a0, (a1)
	hsv.b	a0, 0(a1)
	.option	pop
//--
	.option	arch, +zalasr
	lb.aq	t1, 0(a0)
	lb.aq	t1, (a0)
	ld.aqrl	t1, 0(a0)
	sw.rl	t1, 0(a0)
	csrw	sbadaddr, zero
	csrr	t1, mbadaddr
	csrr	t1, sptbr
	csrr	t1, dscratch
	csrr	t1, mcontrol
	csrr	t1, mcontrol6
	csrr	t1, etrigger
	csrr	t1, itrigger
	csrr	t1, icount
	csrr	t1, tmexttrigger
	csrr	t1, textra32
	csrr	t1, textra64
//--
	.macro	constants
	li	a0, 0x800
	li	a1, 0x880
	li	a2, 0x17ff
	li	a3, 0x7fffffff
	li	a4, -0x80000005
	li	a5, 0xffffffff
	li	a6, 0x80000000
	li	a7, -0x71b0c00000000001
	li	a0, -0x3e62884688000001
	li	a1, 0x8000000000000000
	li	a2, -0x7ffffffffffff801
	li	a3, 0x1234567812345678
	li	a4, 0xfedcba98
	li	a5, 0x3333333300000000
	li	a6, 0xaaaaaaab
	li	a7, -0x700000001
	li	a0, 0xfffffff0ffffffff
	li	a1, 123456789012345678
	.endm
	constants
	.option	arch, +zba
	constants
	.option	arch, +zbb
	constants
	.option	arch, +zbs
	constants
//--
local:	ret
	.globl	global
global:	ret
	lla	a0, local
	lla	a0, global
	la	a1, local
	lw	a2, local
	sd	a2, local, t0
.Lhigh:	auipc	a1, %pcrel_hi(local+4)
	sw	a2, %pcrel_lo(.Lhigh)(a1)
	lbu	a2, %pcrel_lo(.Lhigh)(a1)
	j	2f
3:	addi	a0, a0, %pcrel_lo(2f)
	ret
2:	auipc	a0, %pcrel_hi(local)
	j	3b
	.set	other, local
	lla	a3, other
	.data
	.quad	0
value:	.quad	0
	.text
	lla	a4, value
	.section	.text.more,"ax",@progbits
	lla	a5, local
4:	auipc	a5, %pcrel_hi(4b)
	addi	a5, a5, %pcrel_lo(4b)
//--
	.option	relax
local:	ret
	lla	a0, local
	ld	a0, local
//--
	.option	exact
	lw	a0, 0(a0)
	call	far
	beq	a0, a1, far
	c.j	far
	.option	push
	.option	noexact
	lw	a0, 0(a0)
	.option	pop
	lw	a0, 0(a0)
//--
	.insn	i 103, 0, a0, (a1)
	.insn	cr 2, 9, a0, a1
	.insn	ci C1, 0, a6, 13
	.insn	ciw 0, 0, a0, 13
	.insn	css 2, 6, a0, 13
	.insn	cl 0, 2, a0, 13(a1)
	.insn	cs 0, 6, a0, (a1)
	.insn	ca 1, 35, 0, a0, a1
target:	.insn	sb BRANCH, 0, a0, a1, target
	.insn	j JAL, a0, target
	.insn	cb 1, 6, a0, target
	.insn	cj 1, 5, target
	.insn	6, 0x1f
	.insn	0x8, 0xffffffffffffffbf
	la	a0, 0x1234
	c.addi	x0, 7
	jr	s6, 7
	jalr	(t3)
	fmv.x.s	a2, fs7
//--
	.option	arch, +zfa, +xtheadmemidx, +xtheadmempair, +xtheadba
	fli.s	ft1, -0x1p+0
	fli.d	ft1, INF
	th.lwia	a0, (a1), -16, 3
	th.ldd	a0, a1, (a2), 3, 4
	th.addsl	a0, a1, a2, 2
