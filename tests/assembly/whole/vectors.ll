define <4 x float> @floats(<4 x float> %x) nounwind { 
 %r = fadd <4 x float> %x, <float 1.0, float 2.0, float 3.5, float 4.0>
 ret <4 x float> %r }
define <16 x i8> @bytes(<16 x i8> %x) nounwind { 
 %r = add <16 x i8> %x, <i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 8, i8 9, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15, i8 16>
 ret <16 x i8> %r }
define <2 x double> @doubles(<2 x double> %x) nounwind { 
 %r = fadd <2 x double> %x, <double 1.1, double 2.2>
 ret <2 x double> %r }
