import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server with an endpoint at its URL, on any free port. */
export async function serve(listener: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Ports below the ephemeral ranges of Linux, macOS and gVisor. */
const KEPT_PORTS = { from: 10_000, until: 16_000 } as const;

const given = new Set<number>();

/** Finds a free port outside of the ephemeral range, so that no other process gets it by chance. */
export async function freePort(): Promise<number> {
  const server = createServer();
  for (;;) {
    const drawn = randomInt(KEPT_PORTS.from, KEPT_PORTS.until);
    if (given.has(drawn)) continue;
    given.add(drawn);
    server.listen(drawn, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    return port;
  }
}
