define double @double(double %x) nounwind { 
 %r = fadd double %x, 0x400921FB54442D18
 ret double %r }
