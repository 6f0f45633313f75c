// Exceptions of other languages, unwinding by force, specifications, function-try-blocks, arrays of what throws, and what ends the program.
// flags: -std=gnu++14
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cstdarg>
#include <exception>
#include <stdexcept>
#include <functional>
#include <pthread.h>
#include <unistd.h>
#include <signal.h>
#include <sys/wait.h>
#include <unwind.h>
#define NI __attribute__((noinline))
struct L { const char*n; L(const char*n):n(n){} ~L(){ printf("~%s%s\n",n,std::uncaught_exception()?"!":""); } };
// foreign exception
struct FE { _Unwind_Exception e; int v; };
static void fcleanup(_Unwind_Reason_Code r,_Unwind_Exception*e){ printf("foreign cleanup %d\n",(int)r); free(e); }
NI void raise_foreign(int v){ FE* f=(FE*)aligned_alloc(alignof(FE),sizeof(FE)); memset(f,0,sizeof *f); memcpy(&f->e.exception_class,"FOREIGN\0",8); f->e.exception_cleanup=fcleanup; f->v=v; _Unwind_RaiseException(&f->e); puts("not caught"); abort(); }
NI void mid(int v,int n){ L l("mid"); volatile char big[5000]; big[v]=n; char*p=(char*)__builtin_alloca(n*16+16); memset(p,v,16); alignas(64) char al[64]; memset(al,v,64); raise_foreign(v+al[3]-al[4]); }
NI int catch_foreign(int v){ try { L l("cf"); mid(v,v); } catch(int){ return 1; } catch(std::exception&){ return 2; } catch(...){ L m("handler"); return 3; } return 0; }
NI int rethrow_foreign(int v){ try { try { L l("rf"); mid(v,v);} catch(...){ L m("h1"); throw; } } catch(...){ L m("h2"); return 4; } return 0; }
NI int throw_in_foreign(int v){ try { try { mid(v,v);} catch(...){ L m("h1"); throw 5; } } catch(int i){ return i; } return 0; }
// exception specifications (C++14)
struct A{int x;}; struct B:A{}; 
NI void spec1(int k) throw(int,A) { L l("spec1"); if(k==0) throw 1; if(k==1) throw A{2}; if(k==2) throw B(); if(k==3) throw 2.0; }
NI void spec0(int k) throw() { L l("spec0"); if(k) throw k; }
static void unexp_int(){ puts("unexpected -> int"); throw 77; }
static void unexp_bad(){ puts("unexpected -> bad"); throw 1.5f; }
NI void spec_bad(int k) throw(int, std::bad_exception) { if(k) throw "x"; }
// function try blocks
struct Mem{ int i; Mem(int i):i(i){ printf("Mem%d\n",i); if(i==2) throw i; } ~Mem(){ printf("~Mem%d\n",i);} };
struct Base1 { Mem m; Base1(int i) try : m(i) { puts("Base1"); if(i==3) throw 3; } catch(int e){ printf("Base1 catch %d\n",e); } ~Base1() noexcept(false) { puts("~Base1"); } };
struct Der : Base1 { Mem k; Der(int a,int b) try : Base1(a), k(b) { if(b==5) throw "five"; } catch(int e){ printf("Der int %d\n",e); throw e+100; } catch(const char*s){ printf("Der %s\n",s); throw; } ~Der() try { puts("~Der"); if(k.i==7) throw 7; } catch(int e){ printf("~Der caught %d\n",e); } };
NI void der(int a,int b){ try { Der d(a,b); L l("der"); } catch(int e){ printf("out %d\n",e);} catch(const char*s){ printf("out %s\n",s);} }
// nested in catch, deep, with values
NI int deep(int n){ try { if(n==0) throw 0; return deep(n-1); } catch(int e){ try { if(n%2) throw e+1; try { throw "s"; } catch(const char*){ throw e+2; } } catch(int f){ if(n<6) throw f; return f*10+e; } } }
// variadic + byval
struct Big{ long a[20]; };
NI long var(int n, Big b, ...){ va_list ap; va_start(ap,b); long s=b.a[19]; L l("var"); for(int i=0;i<n;i++){ double d=va_arg(ap,double); long x=va_arg(ap,long); if(x<0){ va_end(ap); throw s+x+(long)d; } s+=x+(long)d; } va_end(ap); return s; }
NI long callvar(int k){ Big b; for(int i=0;i<20;i++) b.a[i]=i*k; try { return var(5,b,1.0,10l,2.0,20l,3.0,k>2?-5l:30l,4.0,40l,5.0,50l); } catch(long v){ return -v; } }
// arrays with throwing dtor/ctor
static int cnt; struct T{ int id; T(){ id=cnt++; if(id==4) throw id; } T(const T&o){ id=cnt++; if(id==9) throw 99; } ~T() noexcept(false) { printf("~T%d\n",id); if(id==1&&!std::uncaught_exception()) throw -1; } };
struct H{ T a[2][2]; };
NI void arrays(int start){ cnt=start; try { H h; H g=h; (void)g; puts("made"); } catch(int e){ printf("arrays %d\n",e);} }
NI void newarr(int start,int n){ cnt=start; try { T*p=new T[n]; puts("newed"); delete[] p; } catch(int e){ printf("newarr %d\n",e);} }
// terminate flows
static void term(){ auto p=std::current_exception(); printf("terminate %d\n",p!=nullptr); fflush(stdout); _exit(9); }
static void child(const char*n,std::function<void()> f){ printf("%s:\n",n); fflush(stdout); pid_t c=fork(); if(!c){ std::set_terminate(term); f(); puts("returned"); fflush(stdout); _exit(0);} int st; waitpid(c,&st,0); printf("  -> %d %d\n",WIFEXITED(st)?WEXITSTATUS(st):-1, WIFSIGNALED(st)?WTERMSIG(st):0); }
struct BadD{ ~BadD(){ throw 1; } };
NI void ne(int k) noexcept { L l("ne"); if(k) throw k; }
NI void ne_through(int k) noexcept { try { ne(k); } catch(...) { puts("never"); } }
// forced unwinding through everything
static _Unwind_Reason_Code stop(int v,_Unwind_Action act,_Unwind_Exception_Class,_Unwind_Exception*e,struct _Unwind_Context*c,void*a){ if(act&_UA_END_OF_STACK){ puts("end of stack"); fflush(stdout); _exit(6);} if(_Unwind_GetCFA(c)>=(unsigned long)a) { puts("stop reached"); fflush(stdout); _exit(5);} return _URC_NO_REASON; }
NI void forced(void*a){ L l("forced"); static FE f; memset(&f,0,sizeof f); _Unwind_ForcedUnwind(&f.e,stop,a); abort(); }
NI int forced_mid(void*a) { try { L l("fm"); forced(a); } catch(int){ puts("int?"); } catch(...) { puts("forced caught"); throw; } return 0; }
// cancellation
static void* canc(void*p){ L l("thread"); try { L m("inner"); for(;;){ pthread_testcancel(); usleep(500);} } catch(std::exception&){ puts("no"); } catch(...){ puts("cancel caught"); throw; } return 0; }
static void clean(void*p){ printf("pushed %s\n",(char*)p); }
static void* canc2(void*p){ pthread_cleanup_push(clean,(void*)"handler"); L l("c2"); for(;;){ pthread_testcancel(); usleep(500);} pthread_cleanup_pop(0); return 0; }
// exception object alignment & by value copies, slicing, references
struct alignas(32) Al{ double d[4]; int v; Al(int v):v(v){ for(auto&x:d) x=v; } };
NI int al(int k){ try { throw Al(k); } catch(Al&a){ return ((unsigned long)&a%16)==0 ? a.v+(int)a.d[3] : -1; } }
NI int slice(int k){ try { B b; b.x=k; throw b; } catch(A a){ a.x++; return a.x; } }
typedef int (A::*PM); NI int pm(int k){ try { PM p=&A::x; throw p; } catch(int B::*q){ B b; b.x=k; return b.*q; } catch(int A::*q){ A a{k+1}; return a.*q; } }
NI int ptrq(int k){ try { static int x; x=k; const int*p=&x; throw p; } catch(int*){ return -1; } catch(const volatile int*p){ return *p; } }
NI void fnthrow(){ puts("fn"); } NI int fnp(){ try { throw &fnthrow; } catch(void(*f)()){ f(); return 1; } catch(...) { return 2; } }
int main(){
 for(int v=1;v<4;v++) printf("cf %d\n",catch_foreign(v)); printf("rf %d\n",rethrow_foreign(2)); printf("tf %d\n",throw_in_foreign(2));
 for(int k=0;k<3;k++){ try { spec1(k); } catch(int i){ printf("i%d\n",i);} catch(B&){ puts("B"); } catch(A&a){ printf("A%d\n",a.x);} }
 std::set_unexpected(unexp_int); try { spec1(3); } catch(int i){ printf("mapped %d\n",i);} try { spec_bad(1); } catch(int i){ printf("mapped %d\n",i);} 
 std::set_unexpected(unexp_bad); try { spec_bad(1); } catch(std::bad_exception&){ puts("bad_exception"); }
 child("spec0",[]{ spec0(0); spec0(3); });
 der(1,1); der(2,1); der(3,1); der(1,2); der(1,5); der(1,7);
 try { for(int n=0;n<9;n++) printf("deep %d\n",deep(n+6)); } catch(int e){ printf("deep threw %d\n",e); }
 for(int n=0;n<6;n++) try { deep(n); } catch(int e){ printf("deep threw %d\n",e);} 
 for(int k=0;k<5;k++) printf("var %ld\n",callvar(k));
 arrays(0); arrays(5); arrays(2); arrays(20); newarr(0,3); newarr(1,6); newarr(5,3); newarr(10,2);
 child("dtor throws",[]{ try { BadD b; } catch(...){ puts("?"); } });
 child("noexcept",[]{ ne_through(0); ne_through(1); });
 child("foreign in noexcept",[]{ [](int v) noexcept { mid(v,v); }(2); });
 child("throw in handler dtor",[]{ try { struct D{ ~D() noexcept(false){ throw 3; } }; try { throw 1; } catch(int){ D d; } } catch(int i){ printf("got %d\n",i);} });
 child("forced",[]{ char here; forced_mid(&here+0); });
 child("forced to end",[]{ forced_mid((void*)~0ul); });
 pthread_t t; void*r; pthread_create(&t,0,canc,0); usleep(2000); pthread_cancel(t); pthread_join(t,&r); printf("c %d\n",r==PTHREAD_CANCELED);
 pthread_create(&t,0,canc2,0); usleep(2000); pthread_cancel(t); pthread_join(t,&r); printf("c %d\n",r==PTHREAD_CANCELED);
 printf("al %d slice %d pm %d ptr %d fn %d\n",al(5),slice(6),pm(7),ptrq(8),fnp());
}
