! Routines that need no library of Fortran's: arrays, derived types, complex and wide numbers, characters, recursion.
module kernels
  use iso_c_binding
  implicit none

  type, bind(c) :: body
    real(c_double) :: place(3), speed(3), mass
  end type

  type :: shape
    integer :: kind
    real(8) :: a, b
  contains
    procedure :: area
  end type

  interface operator(.cross.)
    module procedure cross
  end interface

contains

  pure function cross(a, b) result(c)
    real(c_double), intent(in) :: a(3), b(3)
    real(c_double) :: c(3)
    c(1) = a(2) * b(3) - a(3) * b(2)
    c(2) = a(3) * b(1) - a(1) * b(3)
    c(3) = a(1) * b(2) - a(2) * b(1)
  end function

  pure real(8) function area(self)
    class(shape), intent(in) :: self
    select case (self%kind)
    case (1)
      area = 3d0 * self%a ** 2
    case (2:3)
      area = self%a * self%b
    case default
      area = -1
    end select
  end function

  subroutine advance(n, bodies, dt, steps) bind(c)
    integer(c_int), value :: n, steps
    type(body), intent(inout) :: bodies(n)
    real(c_double), value :: dt
    integer :: i, j, step
    real(c_double) :: d(3), r2, pull
    do step = 1, steps
      do i = 1, n
        do j = i + 1, n
          d = bodies(i)%place - bodies(j)%place
          r2 = d(1) ** 2 + d(2) ** 2 + d(3) ** 2 + 1d-2
          pull = dt / (r2 * sqrt(r2))
          bodies(i)%speed = bodies(i)%speed - d * bodies(j)%mass * pull
          bodies(j)%speed = bodies(j)%speed + d * bodies(i)%mass * pull
        end do
      end do
      do concurrent (i = 1:n)
        bodies(i)%place = bodies(i)%place + dt * bodies(i)%speed
      end do
    end do
  end subroutine

  function spin(n, bodies) result(total) bind(c)
    integer(c_int), value :: n
    type(body), intent(in) :: bodies(n)
    real(c_double) :: total
    real(c_double) :: l(3)
    integer :: i
    l = 0
    do i = 1, n
      l = l + bodies(i)%mass * (bodies(i)%place .cross. bodies(i)%speed)
    end do
    total = l(1) + 10 * l(2) + 100 * l(3)
  end function

  subroutine transform(n, x, inverse) bind(c)
    integer(c_int), value :: n
    complex(c_double_complex), intent(inout) :: x(0:n - 1)
    integer(c_int), value :: inverse
    complex(c_double_complex) :: w, root, t
    integer :: i, j, k, half, bit
    j = 0
    do i = 1, n - 1
      bit = ishft(n, -1)
      do while (iand(j, bit) /= 0)
        j = ieor(j, bit)
        bit = ishft(bit, -1)
      end do
      j = ieor(j, bit)
      if (i < j) then
        t = x(i); x(i) = x(j); x(j) = t
      end if
    end do
    half = 1
    do while (half < n)
      root = exp(cmplx(0d0, merge(1, -1, inverse /= 0) * acos(-1d0) / half, 8))
      do i = 0, n - 1, 2 * half
        w = 1
        do k = i, i + half - 1
          t = x(k + half) * w
          x(k + half) = x(k) - t
          x(k) = x(k) + t
          w = w * root
        end do
      end do
      half = 2 * half
    end do
    if (inverse /= 0) x = x / n
  end subroutine

  recursive integer(c_long_long) function ackermann(m, n) result(value) bind(c)
    integer(c_long_long), value :: m, n
    if (m == 0) then
      value = n + 1
    else if (n == 0) then
      value = ackermann(m - 1, 1_c_long_long)
    else
      value = ackermann(m - 1, ackermann(m, n - 1))
    end if
  end function

  integer(c_int) function words(n, text, longest) bind(c)
    integer(c_int), value :: n
    character(kind=c_char), intent(in) :: text(n)
    integer(c_int), intent(out) :: longest
    integer :: i, length
    words = 0; longest = 0; length = 0
    do i = 1, n
      if ((text(i) >= 'a' .and. text(i) <= 'z') .or. (text(i) >= 'A' .and. text(i) <= 'Z')) then
        length = length + 1
        longest = max(longest, length)
        if (length == 1) words = words + 1
      else
        length = 0
      end if
    end do
  end function

  subroutine areas(out) bind(c)
    real(c_double), intent(out) :: out(4)
    type(shape) :: shapes(4)
    integer :: i
    do i = 1, 4
      shapes(i)%kind = i
      shapes(i)%a = i * 1.5d0
      shapes(i)%b = 2.25d0
    end do
    do i = 1, 4
      out(i) = shapes(i)%area()
    end do
  end subroutine

  subroutine wide(a, b, out) bind(c)
    integer(c_long_long), value :: a, b
    integer(c_long_long), intent(out) :: out(4)
    integer(16) :: x, y
    x = int(a, 16) * int(b, 16)
    y = x / 12345 - mod(x, 777_16) + shiftr(x, 70)
    out(1) = int(iand(x, 1152921504606846975_16), 8)
    out(2) = int(iand(y, 1152921504606846975_16), 8)
    out(3) = popcnt(a) + 100 * leadz(b) + 10000 * trailz(a) + modulo(a, -13_8)
    out(4) = nint(real(a, 8) / real(b, 8) * 1d6, 8) + floor(-2.5d0) + ceiling(3.25) + dim(7, 3) + sign(5, -2)
  end subroutine
end module
