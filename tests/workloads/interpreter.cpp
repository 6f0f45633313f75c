// A small language: parsed to a tree of objects with virtual functions, simplified, evaluated, and run as code of a stack machine; errors are exceptions.
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

using Value = std::int64_t;

struct Environment {
  std::vector<Value> variables = std::vector<Value>(26);
  long steps = 0;
};

struct Code {
  enum Kind : std::uint8_t { Push, Load, Store, Add, Subtract, Multiply, Divide, Less, Jump, JumpIfZero };
  Kind kind;
  Value operand;
};

class Node {
public:
  virtual ~Node() = default;
  virtual Value evaluate(Environment &) const = 0;
  virtual void compile(std::vector<Code> &) const = 0;
  virtual const Value *constant() const { return nullptr; }
};
using Tree = std::unique_ptr<Node>;

class Constant : public Node {
  Value value;

public:
  explicit Constant(Value v) : value(v) {}
  Value evaluate(Environment &) const override { return value; }
  void compile(std::vector<Code> &code) const override { code.push_back({Code::Push, value}); }
  const Value *constant() const override { return &value; }
};

class Variable : public Node {
  int index;

public:
  explicit Variable(int n) : index(n) {}
  Value evaluate(Environment &e) const override { return e.variables[index]; }
  void compile(std::vector<Code> &code) const override { code.push_back({Code::Load, index}); }
};

static Value apply(char operation, Value l, Value r) {
  switch (operation) {
  case '+': return l + r;
  case '-': return l - r;
  case '*': return l * r;
  case '<': return l < r;
  case '/':
    if (r == 0) throw std::domain_error("division by zero");
    return l / r;
  }
  throw std::logic_error("no such operation");
}

class Binary : public Node {
  char operation;
  Tree left, right;

public:
  Binary(char o, Tree l, Tree r) : operation(o), left(std::move(l)), right(std::move(r)) {}
  static Tree make(char o, Tree l, Tree r) {
    if (l->constant() && r->constant()) return std::make_unique<Constant>(apply(o, *l->constant(), *r->constant()));
    return std::make_unique<Binary>(o, std::move(l), std::move(r));
  }
  Value evaluate(Environment &e) const override {
    e.steps++;
    Value l = left->evaluate(e);
    return apply(operation, l, right->evaluate(e));
  }
  void compile(std::vector<Code> &code) const override {
    static const std::map<char, Code::Kind> kinds = {
        {'+', Code::Add}, {'-', Code::Subtract}, {'*', Code::Multiply}, {'/', Code::Divide}, {'<', Code::Less}};
    left->compile(code);
    right->compile(code);
    code.push_back({kinds.at(operation), 0});
  }
};

class Assignment : public Node {
  int index;
  Tree value;

public:
  Assignment(int n, Tree v) : index(n), value(std::move(v)) {}
  Value evaluate(Environment &e) const override { return e.variables[index] = value->evaluate(e); }
  void compile(std::vector<Code> &code) const override {
    value->compile(code);
    code.push_back({Code::Store, index});
  }
};

class Loop : public Node {
  Tree condition;
  std::vector<Tree> body;

public:
  Loop(Tree c, std::vector<Tree> b) : condition(std::move(c)), body(std::move(b)) {}
  Value evaluate(Environment &e) const override {
    Value last = 0;
    while (condition->evaluate(e))
      for (const Tree &statement : body) last = statement->evaluate(e);
    return last;
  }
  void compile(std::vector<Code> &code) const override {
    auto start = static_cast<Value>(code.size());
    condition->compile(code);
    std::size_t leave = code.size();
    code.push_back({Code::JumpIfZero, 0});
    for (const Tree &statement : body) statement->compile(code);
    code.push_back({Code::Jump, start});
    code[leave].operand = static_cast<Value>(code.size());
  }
};

class Parser {
  const char *at;

  [[noreturn]] void fail(const char *what) { throw std::runtime_error(std::string(what) + " at '" + at + "'"); }
  bool takes(char c) {
    while (*at == ' ') at++;
    if (*at != c) return false;
    at++;
    return true;
  }
  Tree primary() {
    if (takes('(')) {
      Tree inner = comparison();
      if (!takes(')')) fail("no parenthesis");
      return inner;
    }
    if (*at >= 'a' && *at <= 'z') return std::make_unique<Variable>(*at++ - 'a');
    if (*at < '0' || *at > '9') fail("no operand");
    Value value = 0;
    while (*at >= '0' && *at <= '9') value = value * 10 + (*at++ - '0');
    return std::make_unique<Constant>(value);
  }
  Tree product() {
    Tree left = primary();
    for (;;)
      if (takes('*')) left = Binary::make('*', std::move(left), primary());
      else if (takes('/')) left = Binary::make('/', std::move(left), primary());
      else return left;
  }
  Tree sum() {
    Tree left = product();
    for (;;)
      if (takes('+')) left = Binary::make('+', std::move(left), product());
      else if (takes('-')) left = Binary::make('-', std::move(left), product());
      else return left;
  }
  Tree comparison() {
    Tree left = sum();
    return takes('<') ? Binary::make('<', std::move(left), sum()) : std::move(left);
  }
  Tree statement() {
    if (takes('@')) {
      Tree condition = comparison();
      if (!takes('{')) fail("no body");
      std::vector<Tree> body;
      while (!takes('}')) body.push_back(statement());
      return std::make_unique<Loop>(std::move(condition), std::move(body));
    }
    if (*at < 'a' || *at > 'z') fail("no statement");
    int index = *at++ - 'a';
    if (!takes('=')) fail("no assignment");
    Tree value = comparison();
    if (!takes(';')) fail("no end");
    return std::make_unique<Assignment>(index, std::move(value));
  }

public:
  explicit Parser(const char *text) : at(text) {}
  std::vector<Tree> all() {
    std::vector<Tree> statements;
    while (!takes('\0')) statements.push_back(statement());
    return statements;
  }
};

static void run(const std::vector<Code> &code, Environment &e) {
  std::vector<Value> stack;
  stack.reserve(64);
  auto binary = [&](char operation) {
    Value r = stack.back();
    stack.pop_back();
    stack.back() = apply(operation, stack.back(), r);
  };
  for (std::size_t at = 0; at < code.size(); at++, e.steps++) {
    const Code &c = code[at];
    switch (c.kind) {
    case Code::Push: stack.push_back(c.operand); break;
    case Code::Load: stack.push_back(e.variables[c.operand]); break;
    case Code::Store:
      e.variables[c.operand] = stack.back();
      stack.pop_back();
      break;
    case Code::Add: binary('+'); break;
    case Code::Subtract: binary('-'); break;
    case Code::Multiply: binary('*'); break;
    case Code::Divide: binary('/'); break;
    case Code::Less: binary('<'); break;
    case Code::Jump: at = c.operand - 1; break;
    case Code::JumpIfZero:
      if (stack.back() == 0) at = c.operand - 1;
      stack.pop_back();
      break;
    }
  }
}

int main() {
  const char *programs[] = {
      "s=0; i=0; @ i < 30000 { s = s + i*i - i/3; i = i + 1; }",
      "c=0; n=1; @ n < 700 { k=n; @ 1 < k { h = k/2; e = k - h*2; k = h*(1-e) + (3*k+1)*e; c=c+1; } n=n+1; }",
      "p=0; n=2; @ n < 800 { d=2; f=1; @ d*d < n+1 { q=n/d; f = f*(0 < n-q*d); d=d+1; } p=p+f; n=n+1; }",
      "x = 4*(2+3)/5; y = (x-4) * 7; z = x/y;",
      "x = 1 + ;",
      "@ 1 < x",
      "x = 7/(2-2);",
  };
  for (const char *text : programs) {
    Environment tree, machine;
    std::variant<Value, std::string> outcome = Value{0};
    try {
      std::vector<Tree> statements = Parser(text).all();
      std::vector<Code> code;
      for (const Tree &statement : statements) statement->compile(code);
      for (const Tree &statement : statements) statement->evaluate(tree);
      run(code, machine);
      Value sum = 0;
      for (Value value : machine.variables) sum = sum * 31 + value;
      outcome = tree.variables == machine.variables ? sum : Value{-1};
    } catch (const std::domain_error &error) {
      outcome = std::string("domain: ") + error.what();
    } catch (const std::exception &error) {
      outcome = std::string(error.what());
    }
    if (auto *value = std::get_if<Value>(&outcome))
      std::printf("%lld after %ld and %ld\n", (long long)*value, tree.steps, machine.steps);
    else std::printf("%s after %ld\n", std::get<std::string>(outcome).c_str(), tree.steps);
  }
}
