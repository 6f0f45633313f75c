set pagination off
set width 0
set print entry-values no
break outer
break inner
continue
info args
continue
bt
continue
bt
info args
continue
