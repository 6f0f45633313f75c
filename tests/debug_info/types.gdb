set pagination off
set confirm off
set width 0
break stop
continue
up
print array
print list
print of
ptype list
ptype array
print hidden
ptype user
ptype holder
print at
ptype derived
print derived.Base::base
print named
ptype named
whatis &list.point.deep
ptype shapes::plane::Point
print shapes::plane::Point::count
print (shapes::plane::Colour)1
print sizeof(shapes::plane::Array<shapes::plane::Point, 4>)
break 'shapes::plane::Point::norm'
continue
print *this
finish
