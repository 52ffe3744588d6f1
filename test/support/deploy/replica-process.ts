import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../imports.ts";

/** A replica as a process of this machine. */
export interface ReplicaProcess {
  readonly url: string;
  readonly port: number;
  /** Everything that the process has written. */
  readonly text: () => string;
  /** Sends a signal, and returns the exit code. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
}

/** Options of the image: its entry point from the sources of this checkout. */
function entryPoint(): string[] {
  const text = /^ENTRYPOINT (.+)$/m.exec(readFileSync(join(root, "Dockerfile"), "utf8"))?.[1] as string;
  const [, ...words] = JSON.parse(text) as string[];
  return words.map((word) =>
    word.replace("/app/dist/cli/concord.js", join(root, "cli/concord.ts")).replace("0.0.0.0", "127.0.0.1"),
  );
}

/** Starts the command of the image with the arguments and variables of a container, on a free port of this machine. */
export async function startReplica(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ReplicaProcess> {
  const own = ["--port", "0"];
  const child: ChildProcess = spawn(process.execPath, [...entryPoint(), ...args, ...own], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
  });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  let text = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      const found = /listens on (http:\S+)/.exec((text += chunk.toString()))?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    void ended.then(() => reject(new Error(`The replica ended: ${text}`)));
  });
  return {
    url,
    port: Number(new URL(url).port),
    text: () => text,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
