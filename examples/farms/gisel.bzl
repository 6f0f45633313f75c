"""Objects of C, each compiled by its own action."""

def _gisel_objects(ctx):
    objects = []
    for source in ctx.files.srcs:
        object = ctx.actions.declare_file(source.basename[:-len(source.extension)] + "o")
        ctx.actions.run(
            executable = "/usr/bin/env",
            arguments = [ctx.attr.target + "-gisel-cc"] + ctx.attr.copts + ["-c", source.path, "-o", object.path],
            inputs = [source] + ctx.files.hdrs,
            outputs = [object],
            mnemonic = "Gisel",
        )
        objects.append(object)
    return [DefaultInfo(files = depset(objects))]

gisel_objects = rule(
    implementation = _gisel_objects,
    attrs = {
        "srcs": attr.label_list(allow_files = [".c"]),
        "hdrs": attr.label_list(allow_files = [".h"]),
        "copts": attr.string_list(),
        "target": attr.string(default = "riscv64-linux-gnu"),
    },
)
