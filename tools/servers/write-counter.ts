import { once } from "node:events";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const safe = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** A proxy that counts requests with other methods than safe ones. */
export interface WriteCounter extends AsyncDisposable {
  readonly url: string;
  readonly writes: () => number;
}

/** Starts a proxy before a server. */
export async function startWriteCounter(target: string): Promise<WriteCounter> {
  let writes = 0;
  const server: Server = createServer((incoming, response) => {
    if (!safe.has(incoming.method ?? "GET")) writes += 1;
    forward(incoming, response, target).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    writes: () => writes,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function forward(incoming: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
  const { method = "GET", url = "/", headers } = incoming;
  const { host: _, connection: __, "transfer-encoding": ___, ...kept } = headers;
  const answered = await request(target + url, {
    method,
    headers: kept,
    ...(!safe.has(method) && { body: incoming }),
  });
  const { connection: ____, "transfer-encoding": _____, ...shown } = answered.headers;
  response.writeHead(answered.statusCode, shown).end(Buffer.from(await answered.body.arrayBuffer()));
}
