// Evaluates the script that it is given, with a function `print`.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "quickjs.h"

static JSValue print(JSContext *context, JSValueConst this, int count, JSValueConst *values) {
  for (int i = 0; i < count; i++) {
    const char *text = JS_ToCString(context, values[i]);
    if (!text) return JS_EXCEPTION;
    printf("%s%s", i ? " " : "", text);
    JS_FreeCString(context, text);
  }
  puts("");
  return JS_UNDEFINED;
}

static void complain(JSContext *context) {
  JSValue exception = JS_GetException(context);
  const char *text = JS_ToCString(context, exception);
  printf("exception: %s\n", text ? text : "?");
  JS_FreeCString(context, text);
  JS_FreeValue(context, exception);
}

static char *read_all(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  char *text = calloc(1, 1 << 20);
  *size = fread(text, 1, (1 << 20) - 1, file);
  fclose(file);
  return text;
}

int main(int argc, char **argv) {
  size_t size = 0;
  char *text = argc > 1 ? read_all(argv[1], &size) : 0;
  if (!text) return 2;
  JSRuntime *runtime = JS_NewRuntime();
  JSContext *context = JS_NewContext(runtime);
  JSValue global = JS_GetGlobalObject(context);
  JS_SetPropertyStr(context, global, "print", JS_NewCFunction(context, print, "print", 1));
  JSValue value = JS_Eval(context, text, size, "workload.js", JS_EVAL_TYPE_GLOBAL);
  if (JS_IsException(value)) complain(context);
  JS_FreeValue(context, value);
  JSContext *job;
  int r;
  while ((r = JS_ExecutePendingJob(runtime, &job)) != 0)
    if (r < 0) complain(job);
  JS_FreeValue(context, global);
  JS_FreeContext(context);
  JS_FreeRuntime(runtime);
  free(text);
  return 0;
}
