// Runs SQL in memory and in a file: integers, reals, text, blobs, joins, windows, recursion, JSON, full text, triggers, and prints every row.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sqlite3.h"

static sqlite3 *db;

static void run(const char *sql) {
  printf("> %s\n", sql);
  while (*sql) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, &sql) != SQLITE_OK) {
      printf("error: %s\n", sqlite3_errmsg(db));
      return;
    }
    if (!statement) continue;
    int r;
    while ((r = sqlite3_step(statement)) == SQLITE_ROW) {
      int n = sqlite3_column_count(statement);
      for (int i = 0; i < n; i++) {
        const char *text = (const char *)sqlite3_column_text(statement, i);
        printf("%s%s", i ? "|" : "  ", text ? text : "NULL");
      }
      puts("");
    }
    if (r != SQLITE_DONE) printf("error: %s\n", sqlite3_errmsg(db));
    sqlite3_finalize(statement);
  }
}

// fnv1a(x): a scalar function of our own.
static void fnv1a(sqlite3_context *context, int count, sqlite3_value **values) {
  unsigned hash = 2166136261u;
  for (int i = 0; i < count; i++) {
    const unsigned char *bytes = sqlite3_value_blob(values[i]);
    for (int k = sqlite3_value_bytes(values[i]); k > 0; k--) hash = (hash ^ *bytes++) * 16777619u;
  }
  sqlite3_result_int64(context, hash);
}

static void fill(int rows) {
  sqlite3_stmt *insert;
  run("create table item(id integer primary key, name text not null, price real, stock int, tag blob);"
      "create index item_name on item(name); create index item_price on item(price, stock)");
  sqlite3_exec(db, "begin", 0, 0, 0);
  sqlite3_prepare_v2(db, "insert into item(name, price, stock, tag) values(?, ?, ?, ?)", -1, &insert, 0);
  unsigned state = 1;
  for (int i = 0; i < rows; i++) {
    char name[32];
    state = state * 1664525u + 1013904223u;
    snprintf(name, sizeof name, "%s-%u", i % 3 ? i % 3 == 1 ? "bolt" : "nut" : "Ünïcode", state >> 20);
    sqlite3_bind_text(insert, 1, name, -1, SQLITE_TRANSIENT);
    if (i % 17) sqlite3_bind_double(insert, 2, (state >> 8) % 100000 / 97.0);
    else sqlite3_bind_null(insert, 2);
    sqlite3_bind_int64(insert, 3, (long long)(state >> 16) * (i % 5 ? 1 : -1000000007ll));
    sqlite3_bind_blob(insert, 4, &state, 3, SQLITE_TRANSIENT);
    sqlite3_step(insert);
    sqlite3_reset(insert);
  }
  sqlite3_finalize(insert);
  sqlite3_exec(db, "commit", 0, 0, 0);
}

static const char *queries[] = {
  "select count(*), sum(stock), avg(price), min(name), max(price), total(price) from item",
  "select name, price, stock, hex(tag) from item where price between 100 and 103.5 order by price desc, id limit 7",
  "select substr(name, 1, 3) as kind, count(*), round(avg(price), 4), group_concat(id % 10, '') from item where id < 60 group by kind order by 2, 1",
  "select a.id, b.id, a.name from item a join item b on a.name = b.name and a.id < b.id order by a.id, b.id limit 5",
  "select id, price, rank() over (order by price desc), sum(stock) over (order by id rows between 2 preceding and current row) from item where id % 191 = 0 order by id",
  "with recursive fib(i, a, b) as (select 1, 0, 1 union all select i + 1, b, a + b from fib where i < 91) select i, a from fib where i % 15 = 1",
  "with recursive m(x, y, n, cx, cy) as (select 0.0, 0.0, 0, -0.7, 0.27 union all select x*x - y*y + cx, 2*x*y + cy, n + 1, cx, cy from m where x*x + y*y < 4 and n < 50)"
    " select max(n), printf('%.12f', x), printf('%.6e', y) from m",
  "select 9223372036854775807 + 1, -9223372036854775808 / -1, 7 % -3, 1 << 62, ~5, 5 / 2, 5 / 2.0, 1e308 * 10, -1e-320, 0.1 + 0.2, 1.0 / 3",
  "select cast('12.5abc' as real), cast('99999999999999999999' as integer), cast(1e19 as integer), typeof(1e3), quote(x'00ff'), 'a' || 1.0 || null is null",
  "select upper('straße'), length('héllo'), unicode('€'), char(72, 105), instr('haystack', 'st'), replace('a-b-c', '-', '+'), trim('  x '), like('A%c', 'abC'), 'abc' glob 'a[a-c]*'",
  "select printf('%5d|%-8s|%08.3f|%+g|%x|%,d|%q', 42, 'left', 3.14159, 1e20, 255, 1234567, 'it''s')",
  "select sin(1), cos(1.0), exp(2), ln(10), pow(2, 0.5), sqrt(3), floor(-2.5), ceil(2.1), mod(7.5, 2), degrees(pi())",
  "select date('2024-02-29', '+1 year'), julianday('2000-01-01 12:00'), strftime('%Y-%j %H:%M:%S', 1700000000, 'unixepoch'), time('12:34:56', '-90 minutes')",
  "select json_extract('{\"a\":[1,2.5,{\"b\":\"x\"}]}', '$.a[2].b'), json_array(1, 'two', null, 3.5), json_group_array(id) from item where id <= 5",
  "select key, value, type from json_each('{\"p\":1,\"q\":[true,null],\"r\":\"\\u00e9\"}')",
  "select fnv1a(name), fnv1a('') from item order by id limit 4",
  "create table log(what text, n int); create trigger sold after update of stock on item when new.stock < old.stock begin insert into log values(new.name, old.stock - new.stock); end",
  "update item set stock = stock - 10 where id % 97 = 0; select count(*), sum(n), max(what) from log",
  "delete from item where name like 'nut-1%'; select changes(), count(*) from item",
  "create view dear as select name, price * 1.19 as gross from item where price > 1000; select count(*), printf('%.6f', sum(gross)) from dear",
  "create virtual table doc using fts5(body); insert into doc values('the quick brown fox'), ('lazy dogs sleep'), ('quick quick dogs'); select rowid, highlight(doc, 0, '[', ']') from doc where doc match 'quick' order by rank",
  "create virtual table box using rtree(id, x0, x1, y0, y1); insert into box select id, id % 100, id % 100 + 3, id / 100, id / 100 + 2 from item; select count(*), sum(id) from box where x0 > 20 and x1 < 60 and y0 >= 3",
  "explain query plan select * from item where name = 'x' or price > 5 and stock < 3",
  "select * from nowhere", "select 1 +", "insert into item(name) values(null)",
  "savepoint s; delete from item; rollback to s; release s; select count(*) from item; pragma integrity_check",
};

int main(void) {
  printf("sqlite %s\n", sqlite3_libversion());
  if (sqlite3_open(":memory:", &db) != SQLITE_OK) return 1;
  sqlite3_create_function(db, "fnv1a", -1, SQLITE_UTF8, 0, fnv1a, 0, 0);
  fill(3000);
  for (unsigned i = 0; i < sizeof queries / sizeof *queries; i++) run(queries[i]);
  sqlite3 *copy;
  if (sqlite3_open("", &copy) != SQLITE_OK) return 1;
  sqlite3_backup *backup = sqlite3_backup_init(copy, "main", db, "main");
  while (sqlite3_backup_step(backup, 20) == SQLITE_OK) {
  }
  sqlite3_backup_finish(backup);
  sqlite3_close(db);
  db = copy;
  run("vacuum; select count(*), sum(length(name)) from item; pragma page_count");
  sqlite3_close(db);
  return 0;
}
