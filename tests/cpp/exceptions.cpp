// Exceptions through frames of all kinds.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>
#include <memory>
#include <alloca.h>
#define NI __attribute__((noinline))
int depth;
struct Log { const char*n; int v; Log(const char*n,int v=0):n(n),v(v){ printf("+%s %d\n",n,v);} Log(const Log&o):n(o.n),v(o.v+100){printf("c%s %d\n",n,v);} ~Log(){printf("-%s %d\n",n,v);} };
struct Base { virtual ~Base(){} int a=7; virtual int id(){return 1;} };
struct Other { int o=9; virtual ~Other(){} };
struct Derived: Other, Base { int id() override {return 2;} };
struct Virt: virtual Base { int id() override {return 3;} };
NI void thrower(int k){
  switch(k){
    case 0: return;
    case 1: throw 42;
    case 2: throw 2.5;
    case 3: throw "text";
    case 4: throw Derived();
    case 5: throw std::runtime_error("rt");
    case 6: throw std::string("a string that is long enough to be on the heap");
    case 7: throw Virt();
    case 8: { static Base b; throw &b; }
    case 9: throw nullptr;
    case 10: throw Log("thrown", 5);
    case 11: throw (long long)1 << 40;
  }
}
NI const char* catcher(int k){
  static char buf[100];
  try { Log l("try",k); thrower(k); return "none"; }
  catch(int i){ sprintf(buf,"int %d",i); return buf; }
  catch(double d){ sprintf(buf,"double %g",d); return buf; }
  catch(const char*s){ return s; }
  catch(Base& b){ sprintf(buf,"base %d %d",b.id(),b.a); return buf; }
  catch(std::exception& e){ sprintf(buf,"std %s",e.what()); return buf; }
  catch(std::string s){ sprintf(buf,"str %s",s.c_str()); return buf; }
  catch(Base* b){ sprintf(buf,"ptr %d",b->a); return buf; }
  catch(Log l){ sprintf(buf,"log %d",l.v); return buf; }
  catch(...){ return "unknown"; }
}
NI int rethrow(int k){
  try { try { Log l("re",k); thrower(k);} catch(...){ Log m("in"); throw; } }
  catch(int i){ return i; } catch(...){ return -1; }
  return 0;
}
// many args on the stack, many results
struct Big { long a[8]; };
struct Pair { long a; double b; };
NI Big big(int k, Big x, long a,long b,long c,long d,long e,long f,long g,long h,long i){ thrower(k); for(int n=0;n<8;n++) x.a[n]+=a+b*n+c+d+e+f+g+h+i; return x; }
NI Pair pr(int k,long x){ thrower(k); return {x*3,x*0.5}; }
NI __int128 wide(int k,long x){ thrower(k); return (__int128)x<<70; }
NI long stackargs(int k){
  long r=k; Big x; for(int i=0;i<8;i++) x.a[i]=i;
  for(int i=0;i<3;i++){
    try { Big y=big(i==1?k:0,x,1,2,3,4,5,6,7,8,9+i); r+=y.a[3]; } catch(int v){ r=r*3+v; } catch(...){ r=r*5+1; }
    try { Pair p=pr(i==2?k:0,r); r+=p.a+(long)p.b; } catch(int v){ r+=v; } catch(...){ r-=1;}
    try { r+=(long)(wide(k,r)>>64); } catch(int v){ r^=v; } catch(...){ r^=0x55;}
  }
  return r;
}
NI long vla(int n,int k){
  char* p=(char*)alloca(n*16+8); memset(p,n,n*16+8);
  long r=0; Big x; for(int i=0;i<8;i++) x.a[i]=i;
  for(int i=0;i<4;i++){
    char* q=(char*)alloca(32+i); memset(q,i,32+i);
    try { Log l("vla",i); Big y=big(i&1?k:0,x,1,2,3,4,5,6,7,8,9); r+=y.a[2]; } catch(int v){ r+=v+q[3]; } catch(...){ r+=1000+q[1]; }
    r+=p[n];
  }
  return r;
}
NI long large(int k){
  volatile char buf[40000]; for(int i=0;i<40000;i+=97) buf[i]=i;
  long r=0;
  for(int i=0;i<4;i++) try { Log l("large",i); thrower(i==2?k:0); r+=buf[97*(i+3)]; } catch(int v){ r+=v*buf[9700]; } catch(...){ r+=77; }
  return r+buf[97];
}
NI double fp(int k,double a,double b,double c,double d){
  double r=a*b;
  for(int i=0;i<5;i++){
    double t=a+i, u=b*i, v=c-i, w=d/(i+1);
    try { thrower(i==3?k:0); r+=t*u; } catch(int x){ r+=v*w+x; } catch(double e){ r+=e*t+w; } catch(...){ r=r+u+w+v+t; }
    r+=t+u+v+w;
  }
  return r;
}
NI long many(int k,long a,long b,long c,long d,long e,long f){
  long r=0;
  try { Log l1("m1"); thrower(k==21?1:0); Log l2("m2"); a+=b; thrower(k==22?3:0); Log l3("m3"); b+=c; thrower(k==23?1:0); Log l4("m4"); c+=d; thrower(k==24?2:0); d+=e; Log l5("m5"); thrower(k==25?1:0); e+=f; f+=a; thrower(k==26?4:0); r=1; }
  catch(int i){ r=i+a; } catch(const char*){ r=a*3+b; } catch(double x){ r=(long)x+c; } catch(...){ r=f+d; }
  return r*7+a+b*2+c*3+d*5+e*11+f*13;
}
struct Member { int n; Member(int n):n(n){ printf("M%d\n",n); if(n==3) throw 33; } ~Member(){ printf("~M%d\n",n);} };
struct Agg { Member a,b,c; Log l; Agg(int x):a(x),b(x+1),c(x+2),l("agg",x){ if(x==5) throw "agg"; } };
struct E { static int count; E(){ printf("E%d\n",count); if(++count==4) throw 4; } ~E(){ printf("~E%d\n",--count);} };
int E::count;
NI void ctors(){
  for(int x=0;x<7;x++) try { Agg g(x); printf("built %d\n",x);} catch(int i){ printf("ctor int %d\n",i);} catch(const char*s){ printf("ctor %s\n",s);}
  E::count=0; try { E* p=new E[6]; delete[] p; } catch(int i){ printf("new[] %d\n",i);} 
  E::count=0; try { E arr[5]; (void)arr; } catch(int i){ printf("arr %d\n",i);} 
  try { std::vector<std::unique_ptr<Agg>> v; for(int i=6;i>=0;i--) v.push_back(std::make_unique<Agg>(i)); } catch(int i){ printf("vec %d\n",i);} catch(const char*s){ printf("vec %s\n",s);} 
}
NI int nested(int d){ Log l("n",d); if(d==0) throw d; try { return nested(d-1)+1; } catch(int x){ if(d%3==0) throw x+d; if(d%5==4) return x; throw; } }
typedef long (*Fn)(int); 
NI long indirect(Fn f,int k){ try { return f(k)+f(k-1); } catch(int v){ return -v; } catch(...) { return -2; } }
NI long phis(int k,long a){ long r; int where=0; try { where=1; thrower(k&1?k:0); where=2; a=a*3; thrower(k&2?k:0); where=3; r=a; } catch(...){ r= where*1000+a; } return r+where; }
NI void cleanup_goto(int n){ for(int i=0;i<n;i++){ Log l("loop",i); if(i==2) continue; try { if(i==3) break; thrower(i==1?1:0);} catch(int){ puts("c"); } } }
struct ThrowDtor { bool t; ~ThrowDtor() noexcept(false) { if(t) throw 77; } };
NI int tdtor(bool t){ try { ThrowDtor x{t}; Log l("td"); return 1; } catch(int i){ return i; } }
NI int uncaught(){ struct U{ ~U(){ printf("unc %d\n", std::uncaught_exceptions()); } }; try { U u; throw 1; } catch(int){ return std::uncaught_exceptions(); } return 9; }
NI int fntry(int k) try { thrower(k); return 5; } catch(int i){ return i; }
// A function that throws nothing gives a pointer to one that throws.
typedef int (*Thrower)(int);
NI int throws(int k) { throw k; }
NI Thrower found(int) noexcept { return throws; }
NI int call_found(int k) { try { return found(k)(k); } catch(int i){ return i+100; } }
int main(){ 
  for(int k=0;k<12;k++) printf("%d: %s\n",k,catcher(k));
  for(int k=0;k<3;k++) printf("re %d\n",rethrow(k));
  for(int k=0;k<3;k++) printf("sa %ld\n",stackargs(k));
  for(int k=0;k<3;k++) printf("vla %ld\n",vla(k*3+1,k));
  for(int k=0;k<3;k++) printf("large %ld\n",large(k));
  for(int k=0;k<4;k++) printf("fp %g\n",fp(k,1.5,2.5,3.5,4.5));
  for(int k=20;k<28;k++) printf("many %ld\n",many(k,1,2,3,4,5,6));
  ctors();
  try { printf("nested %d\n",nested(10)); } catch(int i){ printf("nested threw %d\n",i); }
  printf("ind %ld\n",indirect([](int k)->long{ thrower(k); return k; },1));
  printf("ind %ld\n",indirect([](int k)->long{ return k; },1));
  for(int k=0;k<4;k++) printf("phis %ld\n",phis(k,10));
  cleanup_goto(6);
  printf("%d %d\n",tdtor(false),tdtor(true));
  printf("%d\n",uncaught());
  printf("%d %d\n",fntry(0),fntry(1));
  try { std::string s("abc"); s.at(10); } catch(std::out_of_range& e){ puts("oor"); }
  try { std::vector<int> v; v.at(3); } catch(std::exception& e){ puts("vec at"); }
  std::exception_ptr p; try { thrower(5); } catch(...){ p=std::current_exception(); }
  try { std::rethrow_exception(p); } catch(std::exception&e){ puts(e.what()); }
  try { std::throw_with_nested(std::logic_error("x")); } catch(std::exception&e){ puts(e.what()); }
  printf("found %d\n",call_found(7));
  return 3;
}
