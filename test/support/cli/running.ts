import type { ExitCode, Io } from "../../../cli/command.ts";
import { run } from "../../../cli/run.ts";

/** Output and exit code of `concord mock`. */
export interface MockOutput {
  readonly code: ExitCode;
  readonly out: () => string;
  readonly err: () => string;
}

/** A running `concord mock`, which is ended with its signal. */
export async function startMockCommand(...argv: readonly string[]) {
  const ended = new AbortController();
  const listeners = new Set<() => void>();
  const texts = { out: "", err: "" };
  const done = concord(ended.signal, argv, texts, () => {
    for (const listener of listeners) listener();
  });
  /** Waits for a text in the output. The next search starts after it. */
  let from = 0;
  const says = (name: "out" | "err", pattern: RegExp): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = pattern.exec(name === "err" ? texts.err.slice(from) : texts.out);
        if (!found) return;
        listeners.delete(look);
        if (name === "err") from += found.index + found[0].length;
        resolve(found[0]);
      };
      listeners.add(look);
      look();
    });
  const failed = done.then(({ err }) => Promise.reject(new Error(`concord mock ended: ${err()}`)));
  failed.catch(() => {});
  const url = await Promise.race([says("out", /https?:\/\/[\d.]+:\d+/), failed]);
  return {
    url,
    out: () => texts.out,
    err: () => texts.err,
    says: (pattern: RegExp) => Promise.race([says("err", pattern), failed]),
    async [Symbol.asyncDispose]() {
      ended.abort();
      await done;
    },
  };
}

/** Runs `concord mock` on a free port until it ends. */
export async function concord(
  signal: AbortSignal,
  argv: readonly string[],
  texts = { out: "", err: "" },
  changed: () => void = () => {},
): Promise<MockOutput> {
  const write = (name: keyof typeof texts) => (text: string) => {
    texts[name] += text;
    changed();
  };
  const io: Io = { out: write("out"), err: write("err"), interactive: false, colours: false, env: {}, signal };
  const code = await run(["mock", "--port", "0", ...argv], io, "1.2.3");
  return { code, out: () => texts.out, err: () => texts.err };
}
