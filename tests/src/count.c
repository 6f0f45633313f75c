// A plugin for qemu-user that counts executed instructions and writes their number to the file `out=FILE`; to the file `blocks=FILE`, where each
// block begins, how many instructions it has and how often it was executed.
//
// Debian ships no qemu-plugin.h; what is used of interface version 1 is declared here.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
typedef struct qemu_info_t qemu_info_t;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, enum qemu_plugin_op, void *, uint64_t);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, void *), void *);

int qemu_plugin_version = 1;
static uint64_t executed;
static char path[4096], blocks_path[4096];

// Every translation of one, the last first.
struct block {
  struct block *next;
  uint64_t address, instructions, executed;
};
static struct block *blocks;

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
  (void)id;
  size_t instructions = qemu_plugin_tb_n_insns(block);
  qemu_plugin_register_vcpu_tb_exec_inline(block, QEMU_PLUGIN_INLINE_ADD_U64, &executed, instructions);
  struct block *one = *blocks_path ? malloc(sizeof *one) : 0;
  if (!one) return;
  *one = (struct block){blocks, qemu_plugin_tb_vaddr(block), instructions, 0};
  blocks = one;
  qemu_plugin_register_vcpu_tb_exec_inline(block, QEMU_PLUGIN_INLINE_ADD_U64, &one->executed, 1);
}

static void finished(qemu_plugin_id_t id, void *data) {
  (void)id, (void)data;
  FILE *file = fopen(path, "w");
  if (!file) return;
  fprintf(file, "%llu\n", (unsigned long long)executed);
  fclose(file);
  file = *blocks_path ? fopen(blocks_path, "w") : 0;
  if (!file) return;
  for (struct block *one = blocks; one; one = one->next)
    fprintf(file, "%llx %llu %llu\n", (unsigned long long)one->address, (unsigned long long)one->instructions,
            (unsigned long long)one->executed);
  fclose(file);
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int count, char **options) {
  (void)info;
  for (int i = 0; i < count; i++)
    if (strncmp(options[i], "out=", 4) == 0) snprintf(path, sizeof path, "%s", options[i] + 4);
    else if (strncmp(options[i], "blocks=", 7) == 0) snprintf(blocks_path, sizeof blocks_path, "%s", options[i] + 7);
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, finished, 0);
  return 0;
}
