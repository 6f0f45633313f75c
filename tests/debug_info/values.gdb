set pagination off
set width 0
set print entry-values no
break values.c:16
break values.c:20
break values.c:25
continue
info locals
continue
info locals
continue
info locals
continue
info locals
continue
info locals
