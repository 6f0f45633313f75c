set pagination off
set width 0
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
