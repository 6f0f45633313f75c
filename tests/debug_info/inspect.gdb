set pagination off
set confirm off
set width 0
break add
break inspect.c:61
tbreak factorial if n == 2
break make_pair
continue
info args
next
next
info locals
print made
finish
info locals
print second
print second.word.bytes
ptype second
whatis &second.next
print squares
continue
bt
info args
print *n
step
print sum
info locals
finish
up
info locals
down
print by_value
print color
print list->next->name
print *list->next
print calls
print calls@1
delete 1
continue
info locals
print total
up
info locals
down
delete
tbreak factorial
continue
bt
info args
next
print n
finish
print first
print first.visit
print matrix
print matrix[1]
print flag
print wide
print small
print message
print counter
print sizeof(first)
print first.high + first.low
print (enum color)5
print RED
ptype walk
tbreak inspect.c:84
continue
info locals
print result
continue
