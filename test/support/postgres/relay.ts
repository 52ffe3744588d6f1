import { once } from "node:events";
import { type Socket, connect, createServer } from "node:net";

/** A connection to a database that can be cut and stopped, as networks and servers do it. */
export interface Relay {
  /** The URL of the database by way of the relay. */
  readonly url: string;
  /** Ends all connections, and refuses new ones. */
  cut(): void;
  /** Accepts connections, and forwards nothing. */
  hang(): void;
  /** Forwards again, also what was held. */
  resume(): void;
  close(): Promise<void>;
}

/** Starts a relay to the server of a URL. */
export async function startRelay(url: string): Promise<Relay> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let state: "open" | "cut" | "hanging" = "open";
  const server = createServer((client) => {
    if (state === "cut") return void client.resetAndDestroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on("data", (chunk) => other.write(chunk));
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      if (state === "hanging") one.pause();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  const own = new URL(url);
  own.port = String(port);
  return {
    url: own.href,
    cut() {
      state = "cut";
      for (const socket of sockets) socket.resetAndDestroy();
    },
    hang() {
      state = "hanging";
      for (const socket of sockets) socket.pause();
    },
    resume() {
      state = "open";
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
