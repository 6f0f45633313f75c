// Thread-local variables of a library and of the program that uses it.
extern _Thread_local int shared_counter;
extern _Thread_local long shared_zero;
extern __thread char shared_text[24];
extern _Thread_local struct { short before; _Alignas(64) long aligned; char after[100]; } shared_aligned;
#ifdef BY_DLOPEN
// There is little room for what is loaded later and must be there from the start.
extern _Thread_local int early;
#else
extern _Thread_local int early __attribute__((tls_model("initial-exec")));
#endif

long library_step(long by);
int *library_own(void);
long library_sum(void);
