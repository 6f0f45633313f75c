// Runs the Lua script that its first argument names.
#include <stdio.h>
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  lua_State *L = luaL_newstate();
  if (!L) return 3;
  luaL_openlibs(L);
  int failed = luaL_dofile(L, argv[1]);
  if (failed) printf("error: %s\n", lua_tostring(L, -1));
  lua_close(L);
  return failed;
}
