import { readFileSync } from "node:fs";
import { enableCompileCache, findPackageJSON } from "node:module";
import type { Io } from "./command.ts";

// Compiled code is kept from run to run, so that the next one starts sooner; what loads before is not.
enableCompileCache();
const { run } = await import("./run.ts");

const ended = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  // The second Ctrl-C does not wait for anything.
  process.on(name, () => (ended.signal.aborted ? process.exit(130) : ended.abort()));
}

// Who reads the results, or what is said beside them, may go away: that changes neither what is done nor its exit code.
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
  signal: ended.signal,
};

const { version } = JSON.parse(readFileSync(findPackageJSON(".", import.meta.url) as string, "utf8")) as {
  version: string;
};
process.exitCode = await run(process.argv.slice(2), io, version);
