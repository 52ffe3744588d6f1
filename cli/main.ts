import { readFileSync } from "node:fs";
import { enableCompileCache, findPackageJSON } from "node:module";
import type { Io } from "./command.ts";

// Caches compiled code between runs. Only modules that are imported afterwards are cached.
enableCompileCache();
const { run } = await import("./run.ts");

const interruption = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  // The second Ctrl-C ends the process at once.
  process.on(name, () => (interruption.signal.aborted ? process.exit(130) : interruption.abort()));
}

// A reader of the output, such as head, may close it. The command continues, with the same exit code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const io: Io = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  interactive: process.stderr.isTTY === true && process.env["TERM"] !== "dumb",
  colours: process.stdout.isTTY === true && process.env["NO_COLOR"] === undefined && process.env["TERM"] !== "dumb",
  env: process.env,
  signal: interruption.signal,
};

const { version } = JSON.parse(readFileSync(findPackageJSON(".", import.meta.url) as string, "utf8")) as {
  version: string;
};
process.exitCode = await run(process.argv.slice(2), io, version);
