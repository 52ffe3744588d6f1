import type { ExitCode, Io } from "../../../cli/command.ts";
import { run } from "../../../cli/run.ts";

interface WebhooksOutput {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs `concord webhooks …` to its end. */
export async function webhooks(argv: readonly string[], env: Io["env"] = {}): Promise<WebhooksOutput> {
  return started(argv, env).done;
}

/** A `concord webhooks listen` on a free port, which is ended with its signal. */
export async function startListener(argv: readonly string[], env: Io["env"] = {}) {
  const listener = started(["listen", "--port", "0", ...argv], env);
  const printedUrl = await listener.says("err", /https?:\/\/[\d.:[\]]+:\d+/);
  return {
    url: printedUrl,
    says: listener.says,
    end: listener.end,
    async [Symbol.asyncDispose]() {
      await listener.end();
    },
  };
}

function started(argv: readonly string[], env: Io["env"]) {
  const ended = new AbortController();
  const texts = { out: "", err: "" };
  const looks = new Set<() => void>();
  const write = (name: keyof typeof texts) => (text: string) => {
    texts[name] += text;
    for (const look of looks) look();
  };
  const io: Io = {
    out: write("out"),
    err: write("err"),
    interactive: false,
    colours: false,
    env,
    signal: ended.signal,
  };
  const done = run(["webhooks", ...argv], io, "1.2.3").then((code): WebhooksOutput => ({ code, ...texts }));
  const endedEarly = done.then(({ err }) => Promise.reject(new Error(`concord webhooks ended: ${err}`)));
  endedEarly.catch(() => {});
  return {
    done,
    end() {
      ended.abort();
      return done;
    },
    /** Waits for a text in the output. */
    says(name: keyof typeof texts, pattern: RegExp): Promise<string> {
      const found = new Promise<string>((resolve) => {
        const look = (): void => {
          const [text] = pattern.exec(texts[name]) ?? [];
          if (text === undefined) return;
          looks.delete(look);
          resolve(text);
        };
        looks.add(look);
        look();
      });
      return Promise.race([found, endedEarly]);
    },
  };
}
