set width 0
break used
continue
up
info locals
