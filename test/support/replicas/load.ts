import type { RegisterCall } from "./linearizable.ts";
import { type Random, pick } from "./random.ts";
import { type Sent, type SendOptions, send, valueOf } from "./send.ts";

/** All that clients did and saw. */
export interface Record {
  readonly sent: readonly Sent[];
  /** Calls on each register. */
  readonly registers: ReadonlyMap<string, readonly RegisterCall[]>;
  /** Texts of acknowledged notices, by id. */
  readonly notices: ReadonlyMap<string, string>;
}

export interface Load {
  readonly record: Record;
  /** Stops the clients, and reads every register once more. */
  stop(): Promise<Record>;
}

export interface LoadOptions {
  readonly port: number;
  readonly random: Random;
  readonly clients?: number;
  readonly token?: string;
}

/** Registers of a load. Few, so that clients meet. */
const REGISTERS = ["r1", "r2", "r3", "r4"] as const;

/** Values after which the registers are replaced by new ones: a search in a long history takes long. */
const GENERATION = 500;

/** Weights of the kinds of requests. */
const kinds = ["read", "read", "read", "write", "swap", "swap", "notice", "notice", "read notice"] as const;

/** Starts clients that read and write registers and create notices, one request after the other, until they are stopped. */
export function startLoad({ port, random, clients = 8, token = "org_acme" }: LoadOptions): Load {
  const sent: Sent[] = [];
  const registers = new Map<string, RegisterCall[]>();
  const notices = new Map<string, string>();
  let lastValue = 0;
  const state = { isOver: false };
  const running = Promise.all(Array.from({ length: clients }, runClient));
  const record: Record = { sent, registers, notices };
  return {
    record,
    async stop() {
      state.isOver = true;
      await running;
      await Promise.all([...registers.keys()].map((name) => readRegister(name)));
      return record;
    },
  };

  async function runClient(): Promise<void> {
    /** Entity tags and values as this client saw them last. */
    const seen = new Map<string, { readonly etag: string; readonly value: number }>();
    while (!state.isOver) {
      const name = `${pick(random, REGISTERS)}-${Math.floor(lastValue / GENERATION)}`;
      const kind = pick(random, kinds);
      const known = seen.get(name);
      if (kind === "notice") await createNotice();
      else if (kind === "read notice") await readNotice();
      else if (kind === "write" || (kind === "swap" && !known)) await writeRegister(name);
      else if (kind === "swap" && known) {
        seen.delete(name);
        await writeRegister(name, known);
      } else {
        const { status, headers, text } = await readRegister(name);
        if (status === 200)
          seen.set(name, { etag: String(headers["etag"]), value: (JSON.parse(text) as { value: number }).value });
      }
    }
  }

  async function ask(line: string, options: SendOptions = {}): Promise<Sent> {
    const each = await send(port, line, { token, ...options });
    sent.push(each);
    return each;
  }

  function keep(name: string, call: RegisterCall): void {
    const calls = registers.get(name);
    if (calls) calls.push(call);
    else registers.set(name, [call]);
  }

  async function readRegister(name: string): Promise<Sent> {
    const read = await ask(`GET /v1/registers/${name}`);
    const { start, end, status } = read;
    if (status === 200 || status === 404)
      keep(name, {
        kind: "read",
        start,
        end,
        outcome: "done",
        value: status === 404 ? undefined : Number(valueOf(read)["value"]),
      });
    return read;
  }

  async function writeRegister(name: string, known?: { readonly etag: string; readonly value: number }): Promise<void> {
    const value = ++lastValue;
    const { start, end, status } = await ask(`PUT /v1/registers/${name}`, {
      body: { value },
      ...(known && { headers: { "if-match": known.etag } }),
    });
    const outcome = status === 200 || status === 201 ? "done" : status === 412 ? "refused" : "unknown";
    keep(name, {
      ...(known ? { kind: "compare-and-swap", expected: known.value } : { kind: "write" }),
      start,
      end: outcome === "unknown" ? Infinity : end,
      outcome,
      value,
    });
  }

  async function createNotice(): Promise<void> {
    const text = `notice ${++lastValue}`;
    const created = await ask("POST /v1/notices", { body: { text } });
    if (created.status === 201) notices.set(String(valueOf(created)["id"]), text);
  }

  async function readNotice(): Promise<void> {
    const id = pick(random, [...notices.keys()]);
    if (id !== undefined) await ask(`GET /v1/notices/${id}`);
  }
}
