-- A little of everything: numbers, strings, tables, closures, coroutines, metatables, errors, garbage collection.
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print("fib", fib(20))

local function sieve(n)
  local composite, count = {}, 0
  for i = 2, n do
    if not composite[i] then
      count = count + 1
      for j = i * i, n, i do composite[j] = true end
    end
  end
  return count
end
print("primes", sieve(5000))

local seed = 42
local function random(n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % n
end

local list = {}
for i = 1, 500 do list[i] = random(1000) end
table.sort(list)
print("sorted", list[1], list[250], list[500])
table.sort(list, function(a, b) return a % 10 < b % 10 or a % 10 == b % 10 and a > b end)
print("sorted by digit", list[1], list[250], list[500])

local function matrix(n, f)
  local m = {}
  for i = 1, n do
    m[i] = {}
    for j = 1, n do m[i][j] = f(i, j) end
  end
  return m
end
local function multiply(a, b)
  local n = #a
  return matrix(n, function(i, j)
    local sum = 0.0
    for k = 1, n do sum = sum + a[i][k] * b[k][j] end
    return sum
  end)
end
local m = multiply(matrix(15, function(i, j) return i / j end), matrix(15, function(i, j) return i - j + 0.5 end))
print("matrix", string.format("%.10f %.10f %a", m[1][1], m[15][15], m[7][3]))

local words = {}
for word in ("the quick brown fox jumps over the lazy dog the end"):gmatch("%a+") do
  words[word] = (words[word] or 0) + 1
end
local names = {}
for word in pairs(words) do names[#names + 1] = word end
table.sort(names)
for i, word in ipairs(names) do names[i] = word .. "=" .. words[word] end
print(table.concat(names, ","))
print(("hello world"):gsub("o", "0"), ("x=1, y=22"):gsub("(%w+)=(%w+)", "%2=%1"))
print(("%5.2f|%-8s|%08d|%x|%q"):format(3.14159, "left", 42, 255, 'quoted "text"\n'))
print(("abc"):rep(3, "-"), ("abc"):reverse(), ("abc"):byte(1, -1), #("x"):rep(1000), ("MiXeD"):upper(), ("MiXeD"):lower())
print(string.pack("<i4 d s2", -5, 1.5, "packed"):byte(1, -1))
print(string.unpack("<i4 d s2", string.pack("<i4 d s2", -5, 1.5, "packed")))
print(utf8.char(72, 228, 8364, 128512), utf8.len("Hä€😀"), utf8.codepoint("ä€", 1, -1))

local Point = {}
Point.__index = Point
Point.__add = function(a, b) return setmetatable({x = a.x + b.x, y = a.y + b.y}, Point) end
Point.__eq = function(a, b) return a.x == b.x and a.y == b.y end
Point.__lt = function(a, b) return a.x < b.x end
Point.__le = function(a, b) return a.x <= b.x end
Point.__call = function(p, k) return p.x * k end
Point.__len = function(p) return p.x + p.y end
Point.__concat = function(a, b) return tostring(a) .. "&" .. tostring(b) end
Point.__tostring = function(p) return "(" .. p.x .. "," .. p.y .. ")" end
Point.__close = function(p) print("closed", tostring(p)) end
local p, q = setmetatable({x = 1, y = 2}, Point), setmetatable({x = 3, y = 4}, Point)
print(tostring(p + q), p == q, p < q, p <= q, p(10), #q, p .. q)
do local scoped <close> = p + p end

local function generator(n)
  return coroutine.wrap(function() for i = 1, n do coroutine.yield(i, i * i) end return "done" end)
end
local g = generator(3)
print(g()) print(g()) print(g()) print(g())
print(pcall(g))
print(pcall(error, {code = 7}), select(2, pcall(error, "message", 0)))
print(select("#", table.unpack({1, 2, nil, 4}, 1, 4)), select(-1, 1, 2, 3))
print(xpcall(function() local t = nil; return t.field end, function(e) return "handled: " .. e:gsub("^.-:%d+: ", "") end))

print(7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, -7.5 % 2, 2 ^ 10, 7 / 2, 1e15, 2 ^ 53, 10 // 0.0, -10 % math.huge)
print(1 << 62, 1 << 63, 1 << 64, -1 >> 1, 5 & 3, 5 | 3, 5 ~ 3, ~5, math.maxinteger + 1 == math.mininteger)
print(math.floor(-3.5), math.ceil(-3.5), math.tointeger(3.0), math.type(1), math.type(1.0), math.ult(1, -1), math.abs(math.mininteger))
print(string.format("%.12g %.12g %.12g", math.sin(1), math.exp(1), math.sqrt(2)), math.max(3, 7.5, -1), math.min(3, 7.5, -1))
print(tostring(0/0) == tostring(0/0), 1/0, -1/0, 3 | 0, "10" + 5, "0x10" * 1, tonumber("z", 36), tonumber("1e1"), tonumber("nope"))

local queue = {}
for round = 1, 20 do
  for i = 1, 50 do queue[#queue + 1] = {round, i, tostring(i) .. "/" .. round} end
  for _ = 1, 45 do table.remove(queue, 1) end
  if round % 5 == 0 then collectgarbage() end
end
print("queue", #queue, queue[1][3], queue[#queue][3])

local weak = setmetatable({}, {__mode = "k"})
for i = 1, 100 do weak[{}] = i end
collectgarbage()
print("weak", next(weak) == nil)

local code = load("local a, b = ... ; goto skip ; a = 0 ; ::skip:: return a * b, (function(...) return select('#', ...) end)(a, b, nil)")
print(code(6, 7))
print(load("syntax error here"))
local dumped = load(string.dump(function(x) return x + 1 end))
print(dumped(41))

local function hanoi(n, a, b, c) if n == 0 then return 0 end return hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a) end
print("hanoi", hanoi(10, "a", "b", "c"))
local function ackermann(m, n)
  if m == 0 then return n + 1 end
  if n == 0 then return ackermann(m - 1, 1) end
  return ackermann(m - 1, ackermann(m, n - 1))
end
print("ackermann", ackermann(2, 20))
local function loop(n, sum) if n == 0 then return sum end return loop(n - 1, sum + n) end
print("tail calls", loop(20000, 0))
print("date", os.date("!%Y-%m-%d %H:%M:%S", 86400 * 365))
