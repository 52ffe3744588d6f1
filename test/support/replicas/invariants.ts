import { judgeRegister } from "./linearizable.ts";
import type { Record } from "./load.ts";
import { type Sent, send, valueOf } from "./send.ts";

/** Statuses of correct responses, by the beginning of a request. */
const expected: readonly (readonly [start: string, statuses: readonly number[]])[] = [
  ["GET /v1/registers/", [200, 404]],
  ["PUT /v1/registers/", [200, 201, 412]],
  ["POST /v1/notices", [201]],
  ["GET /v1/notices/", [200]],
];

/** Statuses of a request whose state cannot be read or stored. */
const unavailable = [503, 507];

export interface Allowed {
  /** True if a replica was killed: its connections are lost. */
  readonly lostConnections?: boolean;
}

/** Responses that are not as expected during a fault, each kind once with its number. */
export function wrongResponses(sent: readonly Sent[], allowed: Allowed = {}): readonly string[] {
  const flaws = sent.flatMap((each) => flawOf(each, allowed) ?? []);
  return [...Map.groupBy(flaws, (flaw) => flaw.replaceAll(/\d{3,}|notice_\w+|r\d-\d+\b/g, "…"))].map(
    ([, same]) => `${same.length} × ${same[0]}`,
  );
}

function flawOf({ line, status, headers, text, lost }: Sent, allowed: Allowed): string | undefined {
  if (lost === "timeout") return `${line}: no response in time`;
  if (lost !== undefined) return allowed.lostConnections ? undefined : `${line}: ${lost}`;
  const right = expected.find(([start]) => line.startsWith(start))?.[1] ?? [];
  if (right.includes(status as number)) return undefined;
  if (!unavailable.includes(status as number)) return `${line}: ${status} ${text.slice(0, 300)}`;
  if (headers["content-type"] !== "application/problem+json")
    return `${line}: ${status} with the content type ${String(headers["content-type"])}`;
  return headers["retry-after"] === undefined ? `${line}: ${status} without Retry-After` : undefined;
}

/** Registers whose calls no order explains. */
export function wrongRegisters({ registers }: Pick<Record, "registers">): readonly string[] {
  return [...registers].flatMap(([name, calls]) => {
    const verdict = judgeRegister(calls);
    return verdict === "linearizable" ? [] : [`The ${calls.length} calls on register ${name} are ${verdict}`];
  });
}

/** Acknowledged notices that cannot be read, or have another content. */
export async function lostNotices(
  port: number,
  { notices }: Pick<Record, "notices">,
  token = "org_acme",
): Promise<readonly string[]> {
  const flaws: string[] = [];
  const waiting = [...notices];
  const readRest = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [id, text] = next;
      const read = await send(port, `GET /v1/notices/${id}`, { token });
      if (read.status !== 200) flaws.push(`The notice "${id}" is lost: ${read.status ?? read.lost} ${read.text}`);
      else if (valueOf(read)["text"] !== text) flaws.push(`The notice "${id}" is ${read.text}, not "${text}"`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, readRest));
  return flaws;
}

/** Longest time of a request, in milliseconds. */
export function longestMs(sent: readonly Sent[]): number {
  return Math.max(0, ...sent.map(({ start, end }) => end - start));
}
