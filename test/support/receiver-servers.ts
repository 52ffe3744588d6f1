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

/** Below what Linux, macOS and gVisor hand out to outgoing connections and to those who ask for any free port. */
const KEPT_PORTS = { from: 10_000, until: 16_000 } as const;

const given = new Set<number>();

/** A port that nobody listens on, and that nobody is given by chance before it is listened on. */
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
