import { execFile, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { killedOnExit } from "../children.ts";
import { percentile } from "../statistics.ts";
import { load } from "./load.ts";
import type { RequestToSend } from "./requests.ts";

/** Sends requests in rotation over 32 connections for a time. Returns their number for each second. */
export type Generate = (port: number, requests: readonly RequestToSend[], milliseconds: number) => Promise<Generated>;

export interface Generated {
  readonly answered: number;
  readonly perSecond: number;
  readonly p99Ms: number;
}

const CONNECTIONS = 32;

/** Longest time of a response. By default wrk counts 2 s as an error, which a busy machine exceeds. */
const TIMEOUT = "30s";

/** `wrk` where it is installed, because it takes less of the machine than the servers, else sockets of this process. */
export function createGenerator(folder: string): { readonly name: string; readonly generate: Generate } {
  const hasWrk = spawnSync("wrk", ["-v"], { stdio: "ignore" }).error === undefined;
  return hasWrk ? { name: "wrk", generate: wrk(`${folder}requests.lua`) } : { name: "sockets", generate: sockets };
}

const sockets: Generate = async (port, requests, milliseconds) => {
  const { answered, seconds, latencies } = await load(port, {
    requests: requests.map((request) => bytesOf(port, request)),
    connections: CONNECTIONS,
    isEnough: (_, passed) => passed >= milliseconds,
  });
  return { answered, perSecond: answered / seconds, p99Ms: percentile(latencies, 0.99) };
};

function bytesOf(port: number, { method, url, headers, body }: RequestToSend): Buffer {
  const content = Buffer.from(body ?? "");
  const all = {
    host: `127.0.0.1:${port}`,
    ...headers,
    ...(body !== undefined && { "content-length": content.length }),
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${url} HTTP/1.1\r\n${head.join("")}\r\n`), content]);
}

function wrk(script: string): Generate {
  return async (port, requests, milliseconds) => {
    writeFileSync(script, scriptOf(requests));
    // Whole seconds are the shortest time of wrk.
    const seconds = Math.max(1, Math.round(milliseconds / 1000));
    const args = [
      "-t1",
      `-c${CONNECTIONS}`,
      `-d${seconds}s`,
      "--latency",
      "--timeout",
      TIMEOUT,
      "-s",
      script,
      `http://127.0.0.1:${port}`,
    ];
    const pinned = isPinned ? ["taskset", "-c", "1", "wrk", ...args] : ["wrk", ...args];
    const running = promisify(execFile)(pinned[0] as string, pinned.slice(1));
    killedOnExit(running.child);
    return readResult(port, (await running).stdout);
  };
}

/** True if the server runs on one core and the generator on another one. */
export const isPinned =
  process.platform === "linux" && spawnSync("taskset", ["-c", "1", "true"], { stdio: "ignore" }).status === 0;

/**
 * Reads the result of wrk.
 * @throws Error for a response other than 2xx or 3xx, or a broken connection.
 */
export function readResult(port: number, output: string): Generated {
  const failed = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(output);
  if (failed) throw new Error(`Cannot measure port ${port}: ${failed[0]}`);
  const answered = Number(/(\d+) requests in/.exec(output)?.[1]);
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  if (!(answered > 0)) throw new Error(`Cannot measure port ${port}: wrk counted no response in ${output}`);
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)\b/.exec(output) ?? [];
  return { answered, perSecond, p99Ms: Number(p99) * ({ us: 0.001, ms: 1, s: 1000 }[unit ?? ""] ?? Number.NaN) };
}

/** Lua script that sends the requests in rotation. */
export function scriptOf(requests: readonly RequestToSend[]): string {
  const formatted = requests.map(({ method, url, headers, body }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[${luaText(name)}] = ${luaText(value)}`);
    return `wrk.format(${luaText(method)}, ${luaText(url)}, { ${fields.join(", ")} }, ${body === undefined ? "nil" : luaText(body)})`;
  });
  return `local all = {}
local next = 0
init = function()
  wrk.headers["Host"] = wrk.host .. ":" .. wrk.port
${formatted.map((request) => `  all[#all + 1] = ${request}`).join("\n")}
end
request = function()
  next = next % #all + 1
  return all[next]
end
`;
}

/** A text as a literal of Lua, byte by byte. */
function luaText(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\${String(byte).padStart(3, "0")}`,
  );
  return `"${bytes.join("")}"`;
}
