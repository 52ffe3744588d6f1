import { runInBackground } from "../model/background.ts";
import type { Pool, PoolClient } from "pg";

/** Messages of other processes, by channel. */
export interface Listener {
  /** Full name of a channel: channels belong to a database, and schemas share it. */
  nameOf(channel: string): string;
  /** Calls back for each message of a channel. Returns a function that ends this. */
  listen(channel: string, onMessage: (payload: string) => void): () => void;
  close(): void;
}

/** Time before a lost connection is opened again, in milliseconds. */
const RECONNECT_MS = 500;

/** Creates a listener with a connection of its own, which is opened when a channel is first listened to. */
export function createListener(poolOf: () => Promise<Pool>, schema: string): Listener {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  let client: PoolClient | undefined;
  let isConnecting = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  return {
    nameOf: nameChannel,
    listen(channel, onMessage) {
      const name = nameChannel(channel);
      const known = handlers.get(name);
      if (known) known.add(onMessage);
      else handlers.set(name, new Set([onMessage]));
      if (client && !known) void client.query(`LISTEN "${name}"`).catch(() => undefined);
      else if (!client) runInBackground("listen to the database", connect);
      return () => void handlers.get(name)?.delete(onMessage);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      client?.release(true);
      client = undefined;
    },
  };

  function nameChannel(channel: string): string {
    return `${schema}.${channel}`;
  }

  async function connect(): Promise<void> {
    if (isConnecting || isClosed) return;
    isConnecting = true;
    let opened: PoolClient | undefined;
    try {
      opened = await (await poolOf()).connect();
      opened.on("notification", ({ channel, payload = "" }) => {
        for (const handler of handlers.get(channel) ?? []) runInBackground("read a message", () => handler(payload));
      });
      const connected = opened;
      opened.once("error", () => lose(connected));
      opened.once("end", () => lose(connected));
      for (const name of handlers.keys()) await opened.query(`LISTEN "${name}"`);
      if (isClosed) opened.release(true);
      else client = opened;
    } catch {
      opened?.release(true);
      retry();
    } finally {
      isConnecting = false;
    }
  }

  function lose(lost: PoolClient): void {
    if (client !== lost) return;
    client = undefined;
    lost.release(true);
    retry();
  }

  function retry(): void {
    if (isClosed) return;
    timer = setTimeout(runInBackground, RECONNECT_MS, "listen to the database", connect);
    timer.unref();
  }
}
