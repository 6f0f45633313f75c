; ModuleID = '/work/h/pcs/tests/programs/machine.c'
source_filename = "/work/h/pcs/tests/programs/machine.c"
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
target triple = "riscv64-unknown-linux-gnu"

%struct.code = type { i32, [400 x i64] }

@corners = dso_local local_unnamed_addr global [52 x i64] [i64 0, i64 1, i64 2, i64 3, i64 7, i64 8, i64 15, i64 31, i64 32, i64 63, i64 64, i64 100, i64 126, i64 127, i64 128, i64 129, i64 254, i64 255, i64 256, i64 2046, i64 2047, i64 2048, i64 4095, i64 4096, i64 32766, i64 32767, i64 32768, i64 32769, i64 65534, i64 65535, i64 65536, i64 305419896, i64 2147483646, i64 2147483647, i64 2147483648, i64 2147483649, i64 4294967294, i64 4294967295, i64 4294967296, i64 1311768467463790320, i64 6148914691236517205, i64 -6148914691236517206, i64 9223372036854775806, i64 9223372036854775807, i64 -9223372036854775808, i64 -9223372036854775807, i64 -4294967296, i64 -2048, i64 -2049, i64 -128, i64 -2, i64 -1], align 8
@real_corners = dso_local local_unnamed_addr global [46 x double] [double 0.000000e+00, double -0.000000e+00, double 1.000000e+00, double -1.000000e+00, double 5.000000e-01, double -5.000000e-01, double 1.500000e+00, double 2.500000e+00, double -2.500000e+00, double 3.000000e+00, double 1.000000e-03, double 0x40FE240C9FBE76C9, double 0xC0F81CD6E9E1B08A, double 1.270000e+02, double 1.280000e+02, double 2.550000e+02, double 2.560000e+02, double 3.276700e+04, double 6.553600e+04, double 0x41DFFFFFFFC00000, double 0x41E0000000000000, double 0xC1E0000000000000, double 0xC1E0000000200000, double 0x41EFFFFFFFE00000, double 0x41F0000000000000, double 0x4340000000000000, double 0x4340000000000000, double 0x43DFFFFFFFFFFFFF, double 0x43E0000000000000, double 0xC3E0000000000000, double 0x43EFFFFFFFFFFFFF, double 1.000000e+19, double 1.000000e+30, double 1.700000e+38, double 3.500000e+38, double -1.000000e+40, double 1.000000e+300, double 1.000000e+308, double 0x7FEFFFFFFFFFFFFF, double 0x10000000000000, double 4.940660e-324, double 0x37A16C262777579C, double 0x380FFFFFFF9FDBA8, double 0x47EFFFFFE0000000, double 0x7FF0000000000000, double 0xFFF0000000000000], align 8
@main.c = internal unnamed_addr global %struct.code zeroinitializer, align 8
@.str = private unnamed_addr constant [12 x i8] c"tagged text\00", align 1
@.str.1 = private unnamed_addr constant [4 x i8] c"%d \00", align 1
@.str.2 = private unnamed_addr constant [107 x i8] c"++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.\00", align 1
@.str.3 = private unnamed_addr constant [6 x i8] c"%lld \00", align 1
@.str.4 = private unnamed_addr constant [14 x i8] c"(%lld steps)\0A\00", align 1
@.str.5 = private unnamed_addr constant [6 x i8] c"%lld\0A\00", align 1
@.str.6 = private unnamed_addr constant [4 x i8] c"%g\0A\00", align 1
@life.now = internal unnamed_addr global [10 x [24 x i8]] zeroinitializer, align 1
@life.next = internal unnamed_addr global [10 x [24 x i8]] zeroinitializer, align 1
@stdout = external local_unnamed_addr global ptr, align 8
@brainfuck.tape = internal unnamed_addr global [300 x i8] zeroinitializer, align 1

; Function Attrs: nofree nounwind uwtable
define dso_local noundef signext i32 @main() local_unnamed_addr #0 {
  %1 = alloca [500 x i64], align 8
  %2 = alloca [200 x i64], align 8
  %3 = load i32, ptr @main.c, align 8, !tbaa !13
  %4 = sext i32 %3 to i64
  %5 = getelementptr inbounds i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %4
  store i64 7, ptr %5, align 8, !tbaa !15
  %6 = getelementptr i8, ptr %5, i64 8
  %7 = getelementptr i8, ptr %5, i64 24
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %6, i8 0, i64 16, i1 false)
  store i64 2, ptr %7, align 8, !tbaa !15
  %8 = getelementptr i8, ptr %5, i64 32
  store i64 4, ptr %8, align 8, !tbaa !15
  %9 = getelementptr i8, ptr %5, i64 40
  store i64 6, ptr %9, align 8, !tbaa !15
  %10 = getelementptr i8, ptr %5, i64 48
  %11 = getelementptr i8, ptr %5, i64 56
  store i64 7, ptr %11, align 8, !tbaa !15
  %12 = getelementptr i8, ptr %5, i64 64
  store i64 0, ptr %12, align 8, !tbaa !15
  %13 = add i32 %3, 10
  %14 = getelementptr i8, ptr %5, i64 72
  store i64 10, ptr %14, align 8, !tbaa !15
  %15 = sext i32 %13 to i64
  store i64 %15, ptr %10, align 8, !tbaa !15
  %16 = getelementptr i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %15
  store i64 7, ptr %16, align 8, !tbaa !15
  %17 = getelementptr i8, ptr %16, i64 8
  %18 = getelementptr i8, ptr %16, i64 24
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %17, i8 0, i64 16, i1 false)
  store i64 1, ptr %18, align 8, !tbaa !15
  %19 = getelementptr i8, ptr %16, i64 32
  store i64 2, ptr %19, align 8, !tbaa !15
  %20 = getelementptr i8, ptr %16, i64 40
  store i64 9, ptr %20, align 8, !tbaa !15
  %21 = getelementptr i8, ptr %16, i64 48
  store i64 %4, ptr %21, align 8, !tbaa !15
  %22 = add nsw i64 %15, 8
  %23 = getelementptr i8, ptr %16, i64 56
  store i64 1, ptr %23, align 8, !tbaa !15
  %24 = getelementptr i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %22
  store i64 7, ptr %24, align 8, !tbaa !15
  %25 = getelementptr i8, ptr %24, i64 8
  %26 = getelementptr i8, ptr %24, i64 24
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %25, i8 0, i64 16, i1 false)
  store i64 2, ptr %26, align 8, !tbaa !15
  %27 = getelementptr i8, ptr %24, i64 32
  store i64 2, ptr %27, align 8, !tbaa !15
  %28 = getelementptr i8, ptr %24, i64 40
  store i64 9, ptr %28, align 8, !tbaa !15
  %29 = getelementptr i8, ptr %24, i64 48
  store i64 %4, ptr %29, align 8, !tbaa !15
  %30 = add i32 %3, 26
  %31 = getelementptr i8, ptr %24, i64 56
  store i64 1, ptr %31, align 8, !tbaa !15
  %32 = trunc i64 %22 to i32
  %33 = sext i32 %30 to i64
  %34 = getelementptr inbounds i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %33
  store i64 1, ptr %34, align 8, !tbaa !15
  %35 = add i32 %32, 10
  %36 = shl nsw i64 %15, 32
  %37 = add i64 %36, 73014444032
  %38 = ashr exact i64 %37, 29
  %39 = getelementptr inbounds i8, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %38
  store i64 10, ptr %39, align 8, !tbaa !15
  %40 = sext i32 %35 to i64
  %41 = getelementptr i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %40
  %42 = getelementptr i8, ptr %41, i64 16
  tail call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %41, i8 0, i64 16, i1 false)
  store i64 9, ptr %42, align 8, !tbaa !15
  %43 = getelementptr i8, ptr %41, i64 24
  store i64 %4, ptr %43, align 8, !tbaa !15
  %44 = getelementptr i8, ptr %41, i64 32
  store i64 1, ptr %44, align 8, !tbaa !15
  %45 = getelementptr i8, ptr %41, i64 40
  store i64 11, ptr %45, align 8, !tbaa !15
  %46 = getelementptr i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %40
  %47 = getelementptr i8, ptr %46, i64 48
  store i64 0, ptr %47, align 8, !tbaa !15
  %48 = getelementptr i8, ptr %46, i64 56
  store i64 5, ptr %48, align 8, !tbaa !15
  %49 = getelementptr i8, ptr %46, i64 64
  store i64 9, ptr %49, align 8, !tbaa !15
  %50 = getelementptr i8, ptr %46, i64 72
  store i64 %4, ptr %50, align 8, !tbaa !15
  %51 = getelementptr i8, ptr %46, i64 80
  store i64 1, ptr %51, align 8, !tbaa !15
  %52 = getelementptr i8, ptr %46, i64 88
  store i64 11, ptr %52, align 8, !tbaa !15
  %53 = getelementptr i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %40
  %54 = getelementptr i8, ptr %53, i64 96
  store i64 0, ptr %54, align 8, !tbaa !15
  %55 = getelementptr i8, ptr %53, i64 104
  store i64 10, ptr %55, align 8, !tbaa !15
  %56 = getelementptr i8, ptr %53, i64 112
  store i64 9, ptr %56, align 8, !tbaa !15
  %57 = getelementptr i8, ptr %53, i64 120
  store i64 %4, ptr %57, align 8, !tbaa !15
  %58 = getelementptr i8, ptr %53, i64 128
  store i64 1, ptr %58, align 8, !tbaa !15
  %59 = add nsw i64 %40, 18
  %60 = getelementptr i8, ptr %53, i64 136
  store i64 11, ptr %60, align 8, !tbaa !15
  %61 = getelementptr i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %59
  store i64 0, ptr %61, align 8, !tbaa !15
  %62 = getelementptr i8, ptr %61, i64 8
  store i64 15, ptr %62, align 8, !tbaa !15
  %63 = getelementptr i8, ptr %61, i64 16
  store i64 9, ptr %63, align 8, !tbaa !15
  %64 = getelementptr i8, ptr %61, i64 24
  store i64 %4, ptr %64, align 8, !tbaa !15
  %65 = getelementptr i8, ptr %61, i64 32
  store i64 1, ptr %65, align 8, !tbaa !15
  %66 = getelementptr i8, ptr %61, i64 40
  store i64 11, ptr %66, align 8, !tbaa !15
  %67 = trunc nsw i64 %59 to i32
  %68 = add nsw i32 %67, 7
  store i32 %68, ptr @main.c, align 8, !tbaa !13
  %69 = shl nsw i64 %15, 32
  %70 = add i64 %69, 180388626432
  %71 = ashr exact i64 %70, 29
  %72 = getelementptr inbounds i8, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %71
  store i64 12, ptr %72, align 8, !tbaa !15
  call void @llvm.lifetime.start.p0(ptr nonnull %1) #6
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #6
  %73 = ptrtoint ptr %1 to i64
  br label %74

74:                                               ; preds = %191, %0
  %75 = phi ptr [ %1, %0 ], [ %192, %191 ]
  %76 = phi i32 [ 0, %0 ], [ %193, %191 ]
  %77 = phi i32 [ 0, %0 ], [ %194, %191 ]
  %78 = phi i64 [ 0, %0 ], [ %80, %191 ]
  %79 = phi i32 [ %35, %0 ], [ %195, %191 ]
  %80 = add nuw nsw i64 %78, 1
  %81 = add nsw i32 %79, 1
  %82 = sext i32 %79 to i64
  %83 = getelementptr inbounds i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %82
  %84 = load i64, ptr %83, align 8, !tbaa !15
  switch i64 %84, label %198 [
    i64 0, label %85
    i64 1, label %91
    i64 2, label %97
    i64 3, label %103
    i64 4, label %109
    i64 5, label %116
    i64 6, label %121
    i64 7, label %132
    i64 8, label %142
    i64 9, label %152
    i64 10, label %171
    i64 11, label %187
    i64 12, label %196
  ]

85:                                               ; preds = %74
  %86 = add nsw i32 %79, 2
  %87 = sext i32 %81 to i64
  %88 = getelementptr inbounds i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %87
  %89 = load i64, ptr %88, align 8, !tbaa !15
  %90 = getelementptr inbounds nuw i8, ptr %75, i64 8
  store i64 %89, ptr %75, align 8, !tbaa !15
  br label %191

91:                                               ; preds = %74
  %92 = getelementptr inbounds i8, ptr %75, i64 -8
  %93 = load i64, ptr %92, align 8, !tbaa !15
  %94 = getelementptr inbounds i8, ptr %75, i64 -16
  %95 = load i64, ptr %94, align 8, !tbaa !15
  %96 = add nsw i64 %95, %93
  store i64 %96, ptr %94, align 8, !tbaa !15
  br label %191

97:                                               ; preds = %74
  %98 = getelementptr inbounds i8, ptr %75, i64 -8
  %99 = load i64, ptr %98, align 8, !tbaa !15
  %100 = getelementptr inbounds i8, ptr %75, i64 -16
  %101 = load i64, ptr %100, align 8, !tbaa !15
  %102 = sub nsw i64 %101, %99
  store i64 %102, ptr %100, align 8, !tbaa !15
  br label %191

103:                                              ; preds = %74
  %104 = getelementptr inbounds i8, ptr %75, i64 -8
  %105 = getelementptr inbounds i8, ptr %75, i64 -16
  %106 = load i64, ptr %105, align 8, !tbaa !15
  %107 = load i64, ptr %104, align 8, !tbaa !15
  %108 = mul i64 %107, %106
  store i64 %108, ptr %105, align 8, !tbaa !15
  br label %191

109:                                              ; preds = %74
  %110 = getelementptr inbounds i8, ptr %75, i64 -8
  %111 = getelementptr inbounds i8, ptr %75, i64 -16
  %112 = load i64, ptr %111, align 8, !tbaa !15
  %113 = load i64, ptr %110, align 8, !tbaa !15
  %114 = icmp slt i64 %112, %113
  %115 = zext i1 %114 to i64
  store i64 %115, ptr %111, align 8, !tbaa !15
  br label %191

116:                                              ; preds = %74
  %117 = sext i32 %81 to i64
  %118 = getelementptr inbounds i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %117
  %119 = load i64, ptr %118, align 8, !tbaa !15
  %120 = trunc i64 %119 to i32
  br label %191

121:                                              ; preds = %74
  %122 = getelementptr inbounds i8, ptr %75, i64 -8
  %123 = load i64, ptr %122, align 8, !tbaa !15
  %124 = icmp eq i64 %123, 0
  br i1 %124, label %127, label %125

125:                                              ; preds = %121
  %126 = add nsw i32 %79, 2
  br label %191

127:                                              ; preds = %121
  %128 = sext i32 %81 to i64
  %129 = getelementptr inbounds i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %128
  %130 = load i64, ptr %129, align 8, !tbaa !15
  %131 = trunc i64 %130 to i32
  br label %191

132:                                              ; preds = %74
  %133 = sext i32 %77 to i64
  %134 = add nsw i32 %79, 2
  %135 = sext i32 %81 to i64
  %136 = getelementptr inbounds i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %135
  %137 = load i64, ptr %136, align 8, !tbaa !15
  %138 = getelementptr i64, ptr %1, i64 %137
  %139 = getelementptr i64, ptr %138, i64 %133
  %140 = load i64, ptr %139, align 8, !tbaa !15
  %141 = getelementptr inbounds nuw i8, ptr %75, i64 8
  store i64 %140, ptr %75, align 8, !tbaa !15
  br label %191

142:                                              ; preds = %74
  %143 = getelementptr inbounds i8, ptr %75, i64 -8
  %144 = load i64, ptr %143, align 8, !tbaa !15
  %145 = sext i32 %77 to i64
  %146 = add nsw i32 %79, 2
  %147 = sext i32 %81 to i64
  %148 = getelementptr inbounds i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %147
  %149 = load i64, ptr %148, align 8, !tbaa !15
  %150 = getelementptr i64, ptr %1, i64 %149
  %151 = getelementptr i64, ptr %150, i64 %145
  store i64 %144, ptr %151, align 8, !tbaa !15
  br label %191

152:                                              ; preds = %74
  %153 = add nsw i32 %79, 3
  %154 = sext i32 %153 to i64
  %155 = sext i32 %76 to i64
  %156 = getelementptr inbounds i64, ptr %2, i64 %155
  store i64 %154, ptr %156, align 8, !tbaa !15
  %157 = sext i32 %77 to i64
  %158 = add nsw i32 %76, 2
  %159 = getelementptr i8, ptr %156, i64 8
  store i64 %157, ptr %159, align 8, !tbaa !15
  %160 = ptrtoint ptr %75 to i64
  %161 = sub i64 %160, %73
  %162 = lshr exact i64 %161, 3
  %163 = getelementptr i8, ptr %83, i64 16
  %164 = load i64, ptr %163, align 8, !tbaa !15
  %165 = sub i64 %162, %164
  %166 = trunc i64 %165 to i32
  %167 = sext i32 %81 to i64
  %168 = getelementptr inbounds i64, ptr getelementptr inbounds nuw (i8, ptr @main.c, i64 8), i64 %167
  %169 = load i64, ptr %168, align 8, !tbaa !15
  %170 = trunc i64 %169 to i32
  br label %191

171:                                              ; preds = %74
  %172 = getelementptr inbounds i8, ptr %75, i64 -8
  %173 = load i64, ptr %172, align 8, !tbaa !15
  %174 = sext i32 %77 to i64
  %175 = getelementptr inbounds i64, ptr %1, i64 %174
  %176 = sext i32 %76 to i64
  %177 = getelementptr i64, ptr %2, i64 %176
  %178 = getelementptr i8, ptr %177, i64 -8
  %179 = load i64, ptr %178, align 8, !tbaa !15
  %180 = trunc i64 %179 to i32
  %181 = add nsw i32 %76, -2
  %182 = sext i32 %181 to i64
  %183 = getelementptr inbounds i64, ptr %2, i64 %182
  %184 = load i64, ptr %183, align 8, !tbaa !15
  %185 = trunc i64 %184 to i32
  %186 = getelementptr inbounds nuw i8, ptr %175, i64 8
  store i64 %173, ptr %175, align 8, !tbaa !15
  br label %191

187:                                              ; preds = %74
  %188 = getelementptr inbounds i8, ptr %75, i64 -8
  %189 = load i64, ptr %188, align 8, !tbaa !15
  %190 = call signext i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.3, i64 noundef %189)
  br label %191

191:                                              ; preds = %187, %171, %152, %142, %132, %127, %125, %116, %109, %103, %97, %91, %85
  %192 = phi ptr [ %90, %85 ], [ %92, %91 ], [ %98, %97 ], [ %104, %103 ], [ %110, %109 ], [ %75, %116 ], [ %188, %187 ], [ %141, %132 ], [ %143, %142 ], [ %75, %152 ], [ %186, %171 ], [ %122, %127 ], [ %122, %125 ]
  %193 = phi i32 [ %76, %85 ], [ %76, %91 ], [ %76, %97 ], [ %76, %103 ], [ %76, %109 ], [ %76, %116 ], [ %76, %187 ], [ %76, %132 ], [ %76, %142 ], [ %158, %152 ], [ %181, %171 ], [ %76, %127 ], [ %76, %125 ]
  %194 = phi i32 [ %77, %85 ], [ %77, %91 ], [ %77, %97 ], [ %77, %103 ], [ %77, %109 ], [ %77, %116 ], [ %77, %187 ], [ %77, %132 ], [ %77, %142 ], [ %166, %152 ], [ %180, %171 ], [ %77, %127 ], [ %77, %125 ]
  %195 = phi i32 [ %86, %85 ], [ %81, %91 ], [ %81, %97 ], [ %81, %103 ], [ %81, %109 ], [ %120, %116 ], [ %81, %187 ], [ %134, %132 ], [ %146, %142 ], [ %170, %152 ], [ %185, %171 ], [ %131, %127 ], [ %126, %125 ]
  br label %74

196:                                              ; preds = %74
  %197 = call signext i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.4, i64 noundef %80)
  br label %198

198:                                              ; preds = %74, %196
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #6
  call void @llvm.lifetime.end.p0(ptr nonnull %1) #6
  %199 = call signext i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.5, i64 noundef -2)
  %200 = call signext i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.6, double noundef 3.500000e+00)
  %201 = call signext i32 @puts(ptr noundef nonnull dereferenceable(1) @.str)
  store i8 0, ptr @life.now, align 1, !tbaa !17
  store i8 1, ptr getelementptr inbounds nuw (i8, ptr @life.now, i64 1), align 1, !tbaa !17
  store i8 0, ptr getelementptr inbounds nuw (i8, ptr @life.now, i64 2), align 1, !tbaa !17
  store i8 0, ptr getelementptr inbounds nuw (i8, ptr @life.now, i64 24), align 1, !tbaa !17
  store i8 0, ptr getelementptr inbounds nuw (i8, ptr @life.now, i64 25), align 1, !tbaa !17
  store i8 1, ptr getelementptr inbounds nuw (i8, ptr @life.now, i64 26), align 1, !tbaa !17
  store i8 1, ptr getelementptr inbounds nuw (i8, ptr @life.now, i64 48), align 1, !tbaa !17
  store i8 1, ptr getelementptr inbounds nuw (i8, ptr @life.now, i64 49), align 1, !tbaa !17
  store i8 1, ptr getelementptr inbounds nuw (i8, ptr @life.now, i64 50), align 1, !tbaa !17
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 1 dereferenceable(5) getelementptr inbounds nuw (i8, ptr @life.now, i64 154), i8 1, i64 5, i1 false), !tbaa !17
  br label %202

202:                                              ; preds = %221, %198
  %203 = phi i32 [ %222, %221 ], [ 29, %198 ]
  br label %204

204:                                              ; preds = %224, %202
  %205 = phi i64 [ 0, %202 ], [ %225, %224 ]
  %206 = getelementptr inbounds nuw [24 x i8], ptr @life.next, i64 %205
  %207 = getelementptr inbounds nuw [24 x i8], ptr @life.now, i64 %205
  %208 = trunc i64 %205 to i32
  %209 = add i32 %208, 9
  %210 = urem i32 %209, 10
  %211 = zext nneg i32 %210 to i64
  %212 = getelementptr inbounds nuw [24 x i8], ptr @life.now, i64 %211
  %213 = add i32 %208, 10
  %214 = urem i32 %213, 10
  %215 = zext nneg i32 %214 to i64
  %216 = getelementptr inbounds nuw [24 x i8], ptr @life.now, i64 %215
  %217 = add i32 %208, 11
  %218 = urem i32 %217, 10
  %219 = zext nneg i32 %218 to i64
  %220 = getelementptr inbounds nuw [24 x i8], ptr @life.now, i64 %219
  br label %227

221:                                              ; preds = %224
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 1 dereferenceable(240) @life.now, ptr noundef nonnull align 1 dereferenceable(240) @life.next, i64 240, i1 false)
  %222 = add nsw i32 %203, -1
  %223 = icmp eq i32 %203, 0
  br i1 %223, label %281, label %202, !llvm.loop !18

224:                                              ; preds = %275
  %225 = add nuw nsw i64 %205, 1
  %226 = icmp eq i64 %225, 10
  br i1 %226, label %221, label %204, !llvm.loop !20

227:                                              ; preds = %275, %204
  %228 = phi i64 [ 0, %204 ], [ %279, %275 ]
  %229 = trunc i64 %228 to i32
  %230 = add i32 %229, 23
  %231 = urem i32 %230, 24
  %232 = zext nneg i32 %231 to i64
  %233 = getelementptr inbounds nuw i8, ptr %212, i64 %232
  %234 = load i8, ptr %233, align 1, !tbaa !17
  %235 = zext i8 %234 to i32
  %236 = add i32 %229, 24
  %237 = urem i32 %236, 24
  %238 = zext nneg i32 %237 to i64
  %239 = getelementptr inbounds nuw i8, ptr %212, i64 %238
  %240 = load i8, ptr %239, align 1, !tbaa !17
  %241 = zext i8 %240 to i32
  %242 = add nuw nsw i32 %241, %235
  %243 = add i32 %229, 25
  %244 = urem i32 %243, 24
  %245 = zext nneg i32 %244 to i64
  %246 = getelementptr inbounds nuw i8, ptr %212, i64 %245
  %247 = load i8, ptr %246, align 1, !tbaa !17
  %248 = zext i8 %247 to i32
  %249 = add nuw nsw i32 %242, %248
  %250 = getelementptr inbounds nuw i8, ptr %216, i64 %232
  %251 = load i8, ptr %250, align 1, !tbaa !17
  %252 = zext i8 %251 to i32
  %253 = add nuw nsw i32 %249, %252
  %254 = getelementptr inbounds nuw i8, ptr %216, i64 %245
  %255 = load i8, ptr %254, align 1, !tbaa !17
  %256 = zext i8 %255 to i32
  %257 = add nuw nsw i32 %253, %256
  %258 = getelementptr inbounds nuw i8, ptr %220, i64 %232
  %259 = load i8, ptr %258, align 1, !tbaa !17
  %260 = zext i8 %259 to i32
  %261 = add nuw nsw i32 %257, %260
  %262 = getelementptr inbounds nuw i8, ptr %220, i64 %238
  %263 = load i8, ptr %262, align 1, !tbaa !17
  %264 = zext i8 %263 to i32
  %265 = add nuw nsw i32 %261, %264
  %266 = getelementptr inbounds nuw i8, ptr %220, i64 %245
  %267 = load i8, ptr %266, align 1, !tbaa !17
  %268 = zext i8 %267 to i32
  %269 = add nuw nsw i32 %265, %268
  switch i32 %269, label %274 [
    i32 3, label %275
    i32 2, label %270
  ]

270:                                              ; preds = %227
  %271 = getelementptr inbounds nuw i8, ptr %207, i64 %228
  %272 = load i8, ptr %271, align 1, !tbaa !17
  %273 = icmp ne i8 %272, 0
  br label %275

274:                                              ; preds = %227
  br label %275

275:                                              ; preds = %274, %270, %227
  %276 = phi i1 [ true, %227 ], [ %273, %270 ], [ false, %274 ]
  %277 = zext i1 %276 to i8
  %278 = getelementptr inbounds nuw i8, ptr %206, i64 %228
  store i8 %277, ptr %278, align 1, !tbaa !17
  %279 = add nuw nsw i64 %228, 1
  %280 = icmp eq i64 %279, 24
  br i1 %280, label %224, label %227, !llvm.loop !21

281:                                              ; preds = %221, %284
  %282 = phi i64 [ %287, %284 ], [ 0, %221 ]
  %283 = getelementptr inbounds nuw [24 x i8], ptr @life.now, i64 %282
  br label %308

284:                                              ; preds = %308
  %285 = load ptr, ptr @stdout, align 8, !tbaa !22
  %286 = call signext i32 @putc(i32 noundef signext 10, ptr noundef %285)
  %287 = add nuw nsw i64 %282, 1
  %288 = icmp eq i64 %287, 10
  br i1 %288, label %289, label %281, !llvm.loop !25

289:                                              ; preds = %284
  %290 = call fastcc signext i32 @queens(i32 noundef signext 1, i32 noundef signext 0, i32 noundef signext 0, i32 noundef signext 0)
  %291 = call signext i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef signext %290)
  %292 = call fastcc signext i32 @queens(i32 noundef signext 2, i32 noundef signext 0, i32 noundef signext 0, i32 noundef signext 0)
  %293 = call signext i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef signext %292)
  %294 = call fastcc signext i32 @queens(i32 noundef signext 3, i32 noundef signext 0, i32 noundef signext 0, i32 noundef signext 0)
  %295 = call signext i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef signext %294)
  %296 = call fastcc signext i32 @queens(i32 noundef signext 4, i32 noundef signext 0, i32 noundef signext 0, i32 noundef signext 0)
  %297 = call signext i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef signext %296)
  %298 = call fastcc signext i32 @queens(i32 noundef signext 5, i32 noundef signext 0, i32 noundef signext 0, i32 noundef signext 0)
  %299 = call signext i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef signext %298)
  %300 = call fastcc signext i32 @queens(i32 noundef signext 6, i32 noundef signext 0, i32 noundef signext 0, i32 noundef signext 0)
  %301 = call signext i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef signext %300)
  %302 = call fastcc signext i32 @queens(i32 noundef signext 7, i32 noundef signext 0, i32 noundef signext 0, i32 noundef signext 0)
  %303 = call signext i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef signext %302)
  %304 = call fastcc signext i32 @queens(i32 noundef signext 8, i32 noundef signext 0, i32 noundef signext 0, i32 noundef signext 0)
  %305 = call signext i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.1, i32 noundef signext %304)
  %306 = load ptr, ptr @stdout, align 8, !tbaa !22
  %307 = call signext i32 @putc(i32 noundef signext 10, ptr noundef %306)
  br label %318

308:                                              ; preds = %308, %281
  %309 = phi i64 [ 0, %281 ], [ %316, %308 ]
  %310 = getelementptr inbounds nuw i8, ptr %283, i64 %309
  %311 = load i8, ptr %310, align 1, !tbaa !17
  %312 = icmp eq i8 %311, 0
  %313 = select i1 %312, i32 46, i32 35
  %314 = load ptr, ptr @stdout, align 8, !tbaa !22
  %315 = call signext i32 @putc(i32 noundef signext %313, ptr noundef %314)
  %316 = add nuw nsw i64 %309, 1
  %317 = icmp eq i64 %316, 24
  br i1 %317, label %284, label %308, !llvm.loop !26

318:                                              ; preds = %367, %289
  %319 = phi ptr [ @.str.2, %289 ], [ %370, %367 ]
  %320 = phi ptr [ @brainfuck.tape, %289 ], [ %369, %367 ]
  %321 = load i8, ptr %319, align 1, !tbaa !17
  switch i8 %321, label %367 [
    i8 0, label %371
    i8 62, label %322
    i8 60, label %324
    i8 43, label %326
    i8 45, label %329
    i8 46, label %332
    i8 91, label %337
    i8 93, label %352
  ]

322:                                              ; preds = %318
  %323 = getelementptr inbounds nuw i8, ptr %320, i64 1
  br label %367

324:                                              ; preds = %318
  %325 = getelementptr inbounds i8, ptr %320, i64 -1
  br label %367

326:                                              ; preds = %318
  %327 = load i8, ptr %320, align 1, !tbaa !17
  %328 = add i8 %327, 1
  store i8 %328, ptr %320, align 1, !tbaa !17
  br label %367

329:                                              ; preds = %318
  %330 = load i8, ptr %320, align 1, !tbaa !17
  %331 = add i8 %330, -1
  store i8 %331, ptr %320, align 1, !tbaa !17
  br label %367

332:                                              ; preds = %318
  %333 = load i8, ptr %320, align 1, !tbaa !17
  %334 = zext i8 %333 to i32
  %335 = load ptr, ptr @stdout, align 8, !tbaa !22
  %336 = call signext i32 @putc(i32 noundef signext %334, ptr noundef %335)
  br label %367

337:                                              ; preds = %318
  %338 = load i8, ptr %320, align 1, !tbaa !17
  %339 = icmp eq i8 %338, 0
  br i1 %339, label %340, label %367

340:                                              ; preds = %337, %340
  %341 = phi i32 [ %350, %340 ], [ 1, %337 ]
  %342 = phi ptr [ %343, %340 ], [ %319, %337 ]
  %343 = getelementptr inbounds nuw i8, ptr %342, i64 1
  %344 = load i8, ptr %343, align 1, !tbaa !17
  %345 = icmp eq i8 %344, 91
  %346 = zext i1 %345 to i32
  %347 = add nsw i32 %341, %346
  %348 = icmp eq i8 %344, 93
  %349 = sext i1 %348 to i32
  %350 = add i32 %347, %349
  %351 = icmp eq i32 %350, 0
  br i1 %351, label %367, label %340, !llvm.loop !27

352:                                              ; preds = %318
  %353 = load i8, ptr %320, align 1, !tbaa !17
  %354 = icmp eq i8 %353, 0
  br i1 %354, label %367, label %355

355:                                              ; preds = %352, %355
  %356 = phi i32 [ %365, %355 ], [ 1, %352 ]
  %357 = phi ptr [ %358, %355 ], [ %319, %352 ]
  %358 = getelementptr inbounds i8, ptr %357, i64 -1
  %359 = load i8, ptr %358, align 1, !tbaa !17
  %360 = icmp eq i8 %359, 91
  %361 = sext i1 %360 to i32
  %362 = add i32 %356, %361
  %363 = icmp eq i8 %359, 93
  %364 = zext i1 %363 to i32
  %365 = add nsw i32 %362, %364
  %366 = icmp eq i32 %365, 0
  br i1 %366, label %367, label %355, !llvm.loop !28

367:                                              ; preds = %355, %340, %352, %337, %332, %329, %326, %324, %322, %318
  %368 = phi ptr [ %319, %318 ], [ %319, %322 ], [ %319, %324 ], [ %319, %326 ], [ %319, %329 ], [ %319, %332 ], [ %319, %337 ], [ %319, %352 ], [ %343, %340 ], [ %358, %355 ]
  %369 = phi ptr [ %320, %318 ], [ %323, %322 ], [ %325, %324 ], [ %320, %326 ], [ %320, %329 ], [ %320, %332 ], [ %320, %337 ], [ %320, %352 ], [ %320, %340 ], [ %320, %355 ]
  %370 = getelementptr inbounds nuw i8, ptr %368, i64 1
  br label %318, !llvm.loop !29

371:                                              ; preds = %318
  ret i32 0
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: nofree nounwind
declare noundef signext i32 @printf(ptr noundef readonly captures(none), ...) local_unnamed_addr #2

; Function Attrs: nofree nosync nounwind memory(none) uwtable
define internal fastcc signext i32 @queens(i32 noundef signext range(i32 -2147483648, 9) %0, i32 noundef signext %1, i32 noundef signext %2, i32 noundef signext range(i32 0, -2147483648) %3) unnamed_addr #3 {
  %5 = shl nsw i32 -1, %0
  %6 = xor i32 %5, -1
  %7 = icmp eq i32 %1, %6
  br i1 %7, label %29, label %8

8:                                                ; preds = %4
  %9 = or i32 %2, %1
  %10 = or i32 %9, %3
  %11 = xor i32 %10, -1
  %12 = and i32 %11, %6
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %29, label %14

14:                                               ; preds = %8, %14
  %15 = phi i32 [ %27, %14 ], [ %12, %8 ]
  %16 = phi i32 [ %25, %14 ], [ 0, %8 ]
  %17 = sub nsw i32 0, %15
  %18 = and i32 %15, %17
  %19 = or i32 %18, %1
  %20 = or i32 %18, %2
  %21 = shl i32 %20, 1
  %22 = or i32 %18, %3
  %23 = lshr i32 %22, 1
  %24 = tail call fastcc signext i32 @queens(i32 noundef signext %0, i32 noundef signext %19, i32 noundef signext %21, i32 noundef signext %23)
  %25 = add nsw i32 %24, %16
  %26 = add nsw i32 %15, -1
  %27 = and i32 %26, %15
  %28 = icmp eq i32 %27, 0
  br i1 %28, label %29, label %14, !llvm.loop !30

29:                                               ; preds = %14, %8, %4
  %30 = phi i32 [ 1, %4 ], [ 0, %8 ], [ %25, %14 ]
  ret i32 %30
}

; Function Attrs: nofree nounwind
declare noundef signext i32 @puts(ptr noundef readonly captures(none)) local_unnamed_addr #2

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #4

; Function Attrs: nofree nounwind
declare noundef signext i32 @putc(i32 noundef signext, ptr noundef captures(none)) local_unnamed_addr #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #5

attributes #0 = { nofree nounwind uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic-rv64" "target-features"="+64bit,+a,+c,+d,+f,+i,+m,+relax,+zaamo,+zalrsc,+zca,+zcd,+zicsr,+zifencei,+zmmul,-b,-e,-experimental-p,-experimental-smpmpmt,-experimental-svukte,-experimental-xrivosvisni,-experimental-xrivosvizip,-experimental-xsfmclic,-experimental-xsfsclic,-experimental-zibi,-experimental-zicfilp,-experimental-zicfiss,-experimental-zvbc32e,-experimental-zvfbfa,-experimental-zvfofp8min,-experimental-zvkgs,-experimental-zvqdotq,-h,-q,-sdext,-sdtrig,-sha,-shcounterenw,-shgatpa,-shlcofideleg,-shtvala,-shvsatpa,-shvstvala,-shvstvecd,-smaia,-smcdeleg,-smcntrpmf,-smcsrind,-smctr,-smdbltrp,-smepmp,-smmpm,-smnpm,-smrnmi,-smstateen,-ssaia,-ssccfg,-ssccptr,-sscofpmf,-sscounterenw,-sscsrind,-ssctr,-ssdbltrp,-ssnpm,-sspm,-ssqosid,-ssstateen,-ssstrict,-sstc,-sstvala,-sstvecd,-ssu64xl,-supm,-svade,-svadu,-svbare,-svinval,-svnapot,-svpbmt,-svvptc,-v,-xandesbfhcvt,-xandesperf,-xandesvbfhcvt,-xandesvdot,-xandesvpackfph,-xandesvsinth,-xandesvsintload,-xcvalu,-xcvbi,-xcvbitmanip,-xcvelw,-xcvmac,-xcvmem,-xcvsimd,-xmipscbop,-xmipscmov,-xmipsexectl,-xmipslsp,-xqccmp,-xqci,-xqcia,-xqciac,-xqcibi,-xqcibm,-xqcicli,-xqcicm,-xqcics,-xqcicsr,-xqciint,-xqciio,-xqcilb,-xqcili,-xqcilia,-xqcilo,-xqcilsm,-xqcisim,-xqcisls,-xqcisync,-xsfcease,-xsfmm128t,-xsfmm16t,-xsfmm32a16f,-xsfmm32a32f,-xsfmm32a8f,-xsfmm32a8i,-xsfmm32t,-xsfmm64a64f,-xsfmm64t,-xsfmmbase,-xsfvcp,-xsfvfbfexp16e,-xsfvfexp16e,-xsfvfexp32e,-xsfvfexpa,-xsfvfexpa64e,-xsfvfnrclipxfqf,-xsfvfwmaccqqq,-xsfvqmaccdod,-xsfvqmaccqoq,-xsifivecdiscarddlone,-xsifivecflushdlone,-xsmtvdot,-xtheadba,-xtheadbb,-xtheadbs,-xtheadcmo,-xtheadcondmov,-xtheadfmemidx,-xtheadmac,-xtheadmemidx,-xtheadmempair,-xtheadsync,-xtheadvdot,-xventanacondops,-xwchc,-za128rs,-za64rs,-zabha,-zacas,-zalasr,-zama16b,-zawrs,-zba,-zbb,-zbc,-zbkb,-zbkc,-zbkx,-zbs,-zcb,-zce,-zcf,-zclsd,-zcmop,-zcmp,-zcmt,-zdinx,-zfa,-zfbfmin,-zfh,-zfhmin,-zfinx,-zhinx,-zhinxmin,-zic64b,-zicbom,-zicbop,-zicboz,-ziccamoa,-ziccamoc,-ziccif,-zicclsm,-ziccrse,-zicntr,-zicond,-zihintntl,-zihintpause,-zihpm,-zilsd,-zimop,-zk,-zkn,-zknd,-zkne,-zknh,-zkr,-zks,-zksed,-zksh,-zkt,-ztso,-zvbb,-zvbc,-zve32f,-zve32x,-zve64d,-zve64f,-zve64x,-zvfbfmin,-zvfbfwma,-zvfh,-zvfhmin,-zvkb,-zvkg,-zvkn,-zvknc,-zvkned,-zvkng,-zvknha,-zvknhb,-zvks,-zvksc,-zvksed,-zvksg,-zvksh,-zvkt,-zvl1024b,-zvl128b,-zvl16384b,-zvl2048b,-zvl256b,-zvl32768b,-zvl32b,-zvl4096b,-zvl512b,-zvl64b,-zvl65536b,-zvl8192b" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic-rv64" "target-features"="+64bit,+a,+c,+d,+f,+i,+m,+relax,+zaamo,+zalrsc,+zca,+zcd,+zicsr,+zifencei,+zmmul,-b,-e,-experimental-p,-experimental-smpmpmt,-experimental-svukte,-experimental-xrivosvisni,-experimental-xrivosvizip,-experimental-xsfmclic,-experimental-xsfsclic,-experimental-zibi,-experimental-zicfilp,-experimental-zicfiss,-experimental-zvbc32e,-experimental-zvfbfa,-experimental-zvfofp8min,-experimental-zvkgs,-experimental-zvqdotq,-h,-q,-sdext,-sdtrig,-sha,-shcounterenw,-shgatpa,-shlcofideleg,-shtvala,-shvsatpa,-shvstvala,-shvstvecd,-smaia,-smcdeleg,-smcntrpmf,-smcsrind,-smctr,-smdbltrp,-smepmp,-smmpm,-smnpm,-smrnmi,-smstateen,-ssaia,-ssccfg,-ssccptr,-sscofpmf,-sscounterenw,-sscsrind,-ssctr,-ssdbltrp,-ssnpm,-sspm,-ssqosid,-ssstateen,-ssstrict,-sstc,-sstvala,-sstvecd,-ssu64xl,-supm,-svade,-svadu,-svbare,-svinval,-svnapot,-svpbmt,-svvptc,-v,-xandesbfhcvt,-xandesperf,-xandesvbfhcvt,-xandesvdot,-xandesvpackfph,-xandesvsinth,-xandesvsintload,-xcvalu,-xcvbi,-xcvbitmanip,-xcvelw,-xcvmac,-xcvmem,-xcvsimd,-xmipscbop,-xmipscmov,-xmipsexectl,-xmipslsp,-xqccmp,-xqci,-xqcia,-xqciac,-xqcibi,-xqcibm,-xqcicli,-xqcicm,-xqcics,-xqcicsr,-xqciint,-xqciio,-xqcilb,-xqcili,-xqcilia,-xqcilo,-xqcilsm,-xqcisim,-xqcisls,-xqcisync,-xsfcease,-xsfmm128t,-xsfmm16t,-xsfmm32a16f,-xsfmm32a32f,-xsfmm32a8f,-xsfmm32a8i,-xsfmm32t,-xsfmm64a64f,-xsfmm64t,-xsfmmbase,-xsfvcp,-xsfvfbfexp16e,-xsfvfexp16e,-xsfvfexp32e,-xsfvfexpa,-xsfvfexpa64e,-xsfvfnrclipxfqf,-xsfvfwmaccqqq,-xsfvqmaccdod,-xsfvqmaccqoq,-xsifivecdiscarddlone,-xsifivecflushdlone,-xsmtvdot,-xtheadba,-xtheadbb,-xtheadbs,-xtheadcmo,-xtheadcondmov,-xtheadfmemidx,-xtheadmac,-xtheadmemidx,-xtheadmempair,-xtheadsync,-xtheadvdot,-xventanacondops,-xwchc,-za128rs,-za64rs,-zabha,-zacas,-zalasr,-zama16b,-zawrs,-zba,-zbb,-zbc,-zbkb,-zbkc,-zbkx,-zbs,-zcb,-zce,-zcf,-zclsd,-zcmop,-zcmp,-zcmt,-zdinx,-zfa,-zfbfmin,-zfh,-zfhmin,-zfinx,-zhinx,-zhinxmin,-zic64b,-zicbom,-zicbop,-zicboz,-ziccamoa,-ziccamoc,-ziccif,-zicclsm,-ziccrse,-zicntr,-zicond,-zihintntl,-zihintpause,-zihpm,-zilsd,-zimop,-zk,-zkn,-zknd,-zkne,-zknh,-zkr,-zks,-zksed,-zksh,-zkt,-ztso,-zvbb,-zvbc,-zve32f,-zve32x,-zve64d,-zve64f,-zve64x,-zvfbfmin,-zvfbfwma,-zvfh,-zvfhmin,-zvkb,-zvkg,-zvkn,-zvknc,-zvkned,-zvkng,-zvknha,-zvknhb,-zvks,-zvksc,-zvksed,-zvksg,-zvksh,-zvkt,-zvl1024b,-zvl128b,-zvl16384b,-zvl2048b,-zvl256b,-zvl32768b,-zvl32b,-zvl4096b,-zvl512b,-zvl64b,-zvl65536b,-zvl8192b" }
attributes #3 = { nofree nosync nounwind memory(none) uwtable "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic-rv64" "target-features"="+64bit,+a,+c,+d,+f,+i,+m,+relax,+zaamo,+zalrsc,+zca,+zcd,+zicsr,+zifencei,+zmmul,-b,-e,-experimental-p,-experimental-smpmpmt,-experimental-svukte,-experimental-xrivosvisni,-experimental-xrivosvizip,-experimental-xsfmclic,-experimental-xsfsclic,-experimental-zibi,-experimental-zicfilp,-experimental-zicfiss,-experimental-zvbc32e,-experimental-zvfbfa,-experimental-zvfofp8min,-experimental-zvkgs,-experimental-zvqdotq,-h,-q,-sdext,-sdtrig,-sha,-shcounterenw,-shgatpa,-shlcofideleg,-shtvala,-shvsatpa,-shvstvala,-shvstvecd,-smaia,-smcdeleg,-smcntrpmf,-smcsrind,-smctr,-smdbltrp,-smepmp,-smmpm,-smnpm,-smrnmi,-smstateen,-ssaia,-ssccfg,-ssccptr,-sscofpmf,-sscounterenw,-sscsrind,-ssctr,-ssdbltrp,-ssnpm,-sspm,-ssqosid,-ssstateen,-ssstrict,-sstc,-sstvala,-sstvecd,-ssu64xl,-supm,-svade,-svadu,-svbare,-svinval,-svnapot,-svpbmt,-svvptc,-v,-xandesbfhcvt,-xandesperf,-xandesvbfhcvt,-xandesvdot,-xandesvpackfph,-xandesvsinth,-xandesvsintload,-xcvalu,-xcvbi,-xcvbitmanip,-xcvelw,-xcvmac,-xcvmem,-xcvsimd,-xmipscbop,-xmipscmov,-xmipsexectl,-xmipslsp,-xqccmp,-xqci,-xqcia,-xqciac,-xqcibi,-xqcibm,-xqcicli,-xqcicm,-xqcics,-xqcicsr,-xqciint,-xqciio,-xqcilb,-xqcili,-xqcilia,-xqcilo,-xqcilsm,-xqcisim,-xqcisls,-xqcisync,-xsfcease,-xsfmm128t,-xsfmm16t,-xsfmm32a16f,-xsfmm32a32f,-xsfmm32a8f,-xsfmm32a8i,-xsfmm32t,-xsfmm64a64f,-xsfmm64t,-xsfmmbase,-xsfvcp,-xsfvfbfexp16e,-xsfvfexp16e,-xsfvfexp32e,-xsfvfexpa,-xsfvfexpa64e,-xsfvfnrclipxfqf,-xsfvfwmaccqqq,-xsfvqmaccdod,-xsfvqmaccqoq,-xsifivecdiscarddlone,-xsifivecflushdlone,-xsmtvdot,-xtheadba,-xtheadbb,-xtheadbs,-xtheadcmo,-xtheadcondmov,-xtheadfmemidx,-xtheadmac,-xtheadmemidx,-xtheadmempair,-xtheadsync,-xtheadvdot,-xventanacondops,-xwchc,-za128rs,-za64rs,-zabha,-zacas,-zalasr,-zama16b,-zawrs,-zba,-zbb,-zbc,-zbkb,-zbkc,-zbkx,-zbs,-zcb,-zce,-zcf,-zclsd,-zcmop,-zcmp,-zcmt,-zdinx,-zfa,-zfbfmin,-zfh,-zfhmin,-zfinx,-zhinx,-zhinxmin,-zic64b,-zicbom,-zicbop,-zicboz,-ziccamoa,-ziccamoc,-ziccif,-zicclsm,-ziccrse,-zicntr,-zicond,-zihintntl,-zihintpause,-zihpm,-zilsd,-zimop,-zk,-zkn,-zknd,-zkne,-zknh,-zkr,-zks,-zksed,-zksh,-zkt,-ztso,-zvbb,-zvbc,-zve32f,-zve32x,-zve64d,-zve64f,-zve64x,-zvfbfmin,-zvfbfwma,-zvfh,-zvfhmin,-zvkb,-zvkg,-zvkn,-zvknc,-zvkned,-zvkng,-zvknha,-zvknhb,-zvks,-zvksc,-zvksed,-zvksg,-zvksh,-zvkt,-zvl1024b,-zvl128b,-zvl16384b,-zvl2048b,-zvl256b,-zvl32768b,-zvl32b,-zvl4096b,-zvl512b,-zvl64b,-zvl65536b,-zvl8192b" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !4, !5, !6, !7}
!llvm.ident = !{!8}
!llvm.errno.tbaa = !{!9}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 1, !"target-abi", !"lp64d"}
!2 = !{i32 6, !"riscv-isa", !3}
!3 = !{!"rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0_zaamo1p0_zalrsc1p0_zca1p0_zcd1p0"}
!4 = !{i32 8, !"PIC Level", i32 2}
!5 = !{i32 7, !"PIE Level", i32 2}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{i32 8, !"SmallDataLimit", i32 0}
!8 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = !{!14, !10, i64 0}
!14 = !{!"code", !10, i64 0, !11, i64 8}
!15 = !{!16, !16, i64 0}
!16 = !{!"long", !11, i64 0}
!17 = !{!11, !11, i64 0}
!18 = distinct !{!18, !19}
!19 = !{!"llvm.loop.mustprogress"}
!20 = distinct !{!20, !19}
!21 = distinct !{!21, !19}
!22 = !{!23, !23, i64 0}
!23 = !{!"p1 _ZTS8_IO_FILE", !24, i64 0}
!24 = !{!"any pointer", !11, i64 0}
!25 = distinct !{!25, !19}
!26 = distinct !{!26, !19}
!27 = distinct !{!27, !19}
!28 = distinct !{!28, !19}
!29 = distinct !{!29, !19}
!30 = distinct !{!30, !19}
