import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Json, JsonObject } from "../contracts/index.ts";
import { interruptible } from "./interruptible.ts";

const io = { signal: new AbortController().signal };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "concord-interruptible-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("interruptible()", () => {
  it("returns the result of the computation, or throws its error", async () => {
    const fault = new Error("planted");

    expect(await interruptible("count", () => 42, io)).toBe(42);
    await expect(
      interruptible(
        "count",
        () => {
          throw fault;
        },
        io,
      ),
    ).rejects.toBe(fault);
  });

  it("does not start the computation after an interruption", async () => {
    const computed = interruptible("count", () => 42, { signal: AbortSignal.abort() });

    await expect(computed).rejects.toThrow("Cannot count: it was interrupted");
  });

  it("restores the signal handlers after the computation, including those for one signal", async () => {
    const listener = (): void => {};
    process.once("SIGTERM", listener);
    onTestFinished(() => void process.off("SIGTERM", listener));
    const before = process.rawListeners("SIGTERM");
    const during = await interruptible("count", () => process.listenerCount("SIGTERM"), io);

    expect([during, process.rawListeners("SIGTERM")]).toEqual([0, before]);
  });
});

/** Endless computation, for the program that a test writes: `spin` replaces a function that the command calls. */
type Endless = (write: (name: string, text: string) => string) => string;

const largeJson = JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {} });

const endlessWork: readonly (readonly [action: string, call: Endless])[] = [
  [
    "the reading of a document",
    (write) => {
      const file = write("any.json", largeJson);
      return `JSON.parse = spin; await loadBoth(["${file}", "${file}"], {}, io);`;
    },
  ],
  [
    "the reading of a GraphQL schema",
    (write) => {
      const file = write("a.graphql", "type Query { a: Int }");
      return `String.prototype.charCodeAt = spin; await loadBoth(["${file}", "${file}"], {}, io);`;
    },
  ],
  [
    "the conversion of OpenAPI 2.0",
    (write) => {
      const file = write("a.json", JSON.stringify({ swagger: "2.0", info: {}, paths: {} }));
      return `globalThis.structuredClone = spin; await loadBoth(["${file}", "${file}"], {}, io);`;
    },
  ],
  [
    "the reading of documents of tags for a changelog",
    (write) => {
      const file = write("a.json", largeJson);
      tag("v1");
      return `JSON.parse = spin;
        await changelog(["${file}", "--since-tags", "v*", "--out", "${join(folder, "out")}"], io, new Date());`;
    },
  ],
  [
    "the reading of documents of tags for a comparison",
    (write) => {
      const file = write("a.json", largeJson);
      tag("v1");
      writeFileSync(file, largeJson);
      return `const parse = JSON.parse;
        JSON.parse = (text) => text.length > 1024 * 1024 ? spin() : parse(text);
        await compat(["${file}", "${file}", "--transitive"], io, new Date());`;
    },
  ],
  [
    "the making of a further report",
    () => `
      const output = createOutput({ format: "text", report: ["json:${join(folder, "a.json")}"], "fail-on": "any" }, [], io);
      await output({ changes: [], faults: [{ code: "a", section: "9.4", message: "A", toJSON: spin }] });`,
  ],
];

describe.skipIf(process.platform === "win32")("Ctrl-C", () => {
  it("interrupts an endless computation, and runs the cleanup around it", async () => {
    const { ended, out } = await runWithSignal(
      ["--input-type=module", "--eval", endlessCall(join(import.meta.dirname, "interruptible.ts"))],
      "out",
      "SIGINT",
    );

    expect(ended).toEqual([0, null]);
    expect(out).toBe("computing\ninterrupted\ncleaned up\n");
  });

  it.each(endlessWork)("interrupts %s that is endless", async (_, work) => {
    const { ended, out } = await runWithSignal(
      ["--input-type=module", "--eval", writeProgram(work(writeLargeFile))],
      "out",
      "SIGINT",
    );

    expect(ended).toEqual([0, null]);
    expect(out).toBe("computing\ninterrupted\n");
  });

  it.each(["compat", "changelog"])("interrupts a long comparison of %s", async (command) => {
    const options = command === "changelog" ? ["--out", join(folder, "changelog")] : [];
    const { ended, err } = await runWithSignal(
      [concord, command, ...versionsWithLongComparison(), ...options],
      "err",
      "SIGINT",
    );

    // Immediately before and after the comparison there is no handler. Then the signal itself ends the process.
    if (ended[1] === "SIGINT") return;
    expect(ended).toEqual([2, null]);
    expect(err).toContain("error interrupted: Cannot compare the contracts: it was interrupted");
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "kills the process during an asynchronous computation: %s",
    async (signal) => {
      const script = `
      import { writeSync } from "node:fs";
      import { killedBySignals } from ${JSON.stringify(join(import.meta.dirname, "interruptible.ts"))};
      for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => {});
      await killedBySignals("count", async () => {
        await null;
        writeSync(1, "computing\\n");
        for (;;);
      }, { signal: new AbortController().signal });`;
      const { ended } = await runWithSignal(["--input-type=module", "--eval", script], "out", signal);

      expect(ended).toEqual([null, signal]);
    },
  );

  it.each([
    ["contracts", "list"],
    ["contracts", "show", "a", "make"],
    ["contracts", "lint"],
    ["contracts", "bundle", "--out", "x"],
  ])("interrupts the reading of a large document: %s %s", async (...argv) => {
    const file = writeLargeFile("a.json", largeJson);
    const spin = `data:text/javascript,${encodeURIComponent(`
      import { writeSync } from "node:fs";
      const parse = JSON.parse;
      JSON.parse = (text, ...more) => {
        if (!String(text).startsWith('{"openapi"')) return parse(text, ...more);
        writeSync(1, "computing\\n");
        for (;;);
      };`)}`;
    const { ended } = await runWithSignal(["--import", spin, concord, ...argv, "--contracts", file], "out", "SIGINT");

    expect(ended).toEqual([null, "SIGINT"]);
  });

  it("is not needed to end a process by SIGTERM", async () => {
    const { ended } = await runWithSignal([concord, "compat", ...versionsWithLongComparison()], "err", "SIGTERM");

    // A signal before the comparison is handled. A signal during it kills the process.
    expect([
      [2, null],
      [null, "SIGTERM"],
    ]).toContainEqual(ended);
  });
});

const concord = join(import.meta.dirname, "concord.ts");

/** Runs a program, sends a signal at its first output and again later, and returns how it ended. */
async function runWithSignal(argv: readonly string[], says: "out" | "err", signal: NodeJS.Signals) {
  const child = spawn(process.execPath, argv);
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close");
  const texts = Promise.all([text(child.stdout), text(child.stderr)]);
  await once(says === "out" ? child.stdout : child.stderr, "readable");
  child.kill(signal);
  const again = setInterval(() => child.kill(signal), 1_000);
  const [out, err] = await texts.finally(() => clearInterval(again));
  return { ended: await ended, out, err };
}

function endlessCall(module: string): string {
  return `
    import { writeSync } from "node:fs";
    import { interruptible } from ${JSON.stringify(module)};
    process.on("SIGINT", () => {});
    const spin = () => { writeSync(1, "computing\\n"); for (;;); };
    try {
      await interruptible("count", spin, { signal: new AbortController().signal });
    } catch ({ code }) {
      console.log(code);
    } finally {
      console.log("cleaned up");
    }`;
}

/** Writes a program that prints how its work ended. */
function writeProgram(work: string): string {
  const imported = (names: string, module: string): string =>
    `import { ${names} } from ${JSON.stringify(join(import.meta.dirname, module))};`;
  return `
    import { writeSync } from "node:fs";
    ${imported("loadBoth", "arguments/load-both.ts")}
    ${imported("runChangelog as changelog", "changelog.ts")}
    ${imported("runCompat as compat", "compat.ts")}
    ${imported("createOutput", "compat/output.ts")}
    const spin = () => { writeSync(1, "computing\\n"); for (;;); };
    const ended = new AbortController();
    process.on("SIGINT", () => ended.abort());
    const io = { signal: ended.signal, err: () => {}, out: () => {}, env: {} };
    try {
      ${work}
    } catch ({ code, message }) {
      console.log(code ?? message);
    }`;
}

/** Writes a large file. The reading of a small one is too short to interrupt. */
function writeLargeFile(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content + (name.endsWith(".graphql") ? "#" : " ").repeat(1024 * 1024));
  return file;
}

function tag(name: string): void {
  const author = ["-c", "user.name=a", "-c", "user.email=a@a.example"];
  for (const argv of [
    ["init", "-q"],
    ["add", "."],
    [...author, "commit", "-q", "-m", name],
    ["tag", name],
  ])
    execFileSync("git", argv, { cwd: folder });
}

/** Two versions whose comparison tries many values. The command prints their problems immediately before that. */
function versionsWithLongComparison(): string[] {
  const patterns = (patternOf: (index: number) => string): JsonObject =>
    Object.fromEntries(
      Array.from({ length: 4_000 }, (_, index) => [`p${index}`, { type: "string", pattern: patternOf(index) }]),
    );
  return [
    { name: "base.json", properties: { ...patterns((index) => `^[ab]*c${index}?$`), odd: { maxLength: "odd" } } },
    { name: "revision.json", properties: patterns((index) => `^(a|b)*c${index}$`) },
  ].map(({ name, properties }) => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(documentWith({ type: "object", properties })));
    return file;
  });
}

function documentWith(schema: Json): Json {
  const content = { "application/json": { schema } };
  const post = { requestBody: { content }, responses: { "200": { description: "Done", content } } };
  return { openapi: "3.1.0", info: { title: "Big", version: "1" }, paths: { "/a": { post } } };
}
