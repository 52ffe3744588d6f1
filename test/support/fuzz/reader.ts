import { run } from "../../../cli/run.ts";

// Runs commands in a process with a limited heap: each message holds the arguments of one.

process.on("message", (argv: readonly string[]) => {
  let out = 0;
  let err = "";
  const io = {
    out: (text: string) => void (out += text.length),
    err: (text: string) => void (err += text),
    interactive: false,
    colours: false,
    env: {},
    signal: new AbortController().signal,
  };
  void run(argv, io, "0").then((code) => process.send?.({ code, err: err.slice(0, 2000), out }));
});
