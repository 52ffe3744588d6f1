import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { hostileInputs } from "../testing/fuzz/hostile-documents.ts";

/** Far more than any of them takes, on a machine that is busy. */
const LIMIT_MS = 120_000;
const HEAP_MIB = 1024;

const folder = mkdtempSync(join(tmpdir(), "concord-hostile-"));
let reader: ChildProcess | undefined;
afterAll(() => {
  reader?.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

describe("documents that exhaust their reader", () => {
  it.each(hostileInputs)(
    "end with an answer or a named error: $name",
    { timeout: LIMIT_MS * 2 },
    async ({ name, files, command = ["contracts", "lint"], codes, error = "" }) => {
      const home = join(folder, name.replaceAll(/\W+/g, "-"));
      const [first = ""] = Object.entries(files()).map(([file, content]) => {
        const path = join(home, file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
        return path;
      });

      const { code, err } = await run([...command, first]);

      expect(err).not.toContain("which is a bug");
      expect(codes, err).toContain(code);
      expect(err).toContain(error);
    },
  );
});

interface Ended {
  readonly code: number | undefined;
  readonly err: string;
}

/** Runs a command in a process of limited heap, which serves until a command ends it. */
async function run(argv: readonly string[]): Promise<Ended> {
  if (!reader?.connected) {
    const file = fileURLToPath(new URL("../testing/fuzz/reader.ts", import.meta.url));
    reader = fork(file, { execArgv: [`--max-old-space-size=${HEAP_MIB}`], silent: true });
  }
  const child = reader;
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  const gone = new AbortController();
  try {
    child.send(argv);
    return await Promise.race([
      once(child, "message", gone).then(([ended]) => ended as Ended),
      once(child, "exit", gone).then(() => ({ code: undefined, err: "the process ran out of time or memory" })),
    ]);
  } finally {
    clearTimeout(timer);
    gone.abort();
  }
}
