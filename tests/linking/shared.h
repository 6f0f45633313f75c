// What the modules of the linked program know of each other.
#ifdef __cplusplus
#define THREAD_LOCAL __thread
extern "C" {
#else
#define THREAD_LOCAL _Thread_local
#endif
struct hook {
  const char *name;
  int (*run)(int);
};
#define RETAINED(section_name) __attribute__((used, retain, section(section_name)))
#define HOOK(id, function) RETAINED("hooks") static const struct hook id = {#function, function}

int plain_twice(int n);
int plain_double(int n);
int plain_call(int (*function)(int), int n);
int (*plain_twice_address(void))(int);
long plain_sum_hooks(int n);
extern THREAD_LOCAL int shared_counter;
extern int shared_value;
extern const char *const shared_names[3];
int never_called(int n);
int not_there(int n);
int weak_choice(void);
__attribute__((weak)) int weak_missing(void);
#ifdef __cplusplus
}
#endif
