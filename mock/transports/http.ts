import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import { ToolError } from "../../contracts/index.ts";
import type { MockRequest, MockResponse } from "../exchange.ts";
import type { Platform } from "../platform.ts";

/** Larger bodies are refused with 413. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

export interface Listening {
  readonly url: string;
  /** Stops listening and closes every connection. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port?: number;
  readonly host?: string;
}

/**
 * Serves a platform over HTTP/1.1.
 * @throws ToolError "cannot-listen" where the port cannot be had.
 */
export async function listen(
  platform: Platform,
  { port = 0, host = "127.0.0.1" }: ListenOptions = {},
): Promise<Listening> {
  const server = createServer((incoming, outgoing) => receive(platform, incoming, outgoing));
  await started(server, port, host);
  const address = server.address();
  const actual = typeof address === "object" && address ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${actual}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function started(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = error.code === "EADDRINUSE" ? "the port is in use" : error.message;
      reject(
        new ToolError("cannot-listen", `Cannot listen on "${host}:${port}": ${reason}`, {
          hint: "Choose another port with --port, or 0 for any",
          cause: error,
        }),
      );
    });
    server.listen(port, host, resolve);
  });
}

function receive(platform: Platform, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const method = incoming.method as string;
  const url = pathOf(incoming.url as string);
  const headers = incoming.headers as MockRequest["headers"];
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) {
    answer({ method, url, headers });
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  });
  incoming.on("end", () => {
    if (size > MAX_BODY_BYTES) send(outgoing, tooLarge);
    else answer({ method, url, headers, body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) });
  });

  function answer(request: MockRequest): void {
    void platform.handle(request).then((response) => send(outgoing, response, method === "HEAD"));
  }
}

function send(outgoing: ServerResponse, { status, headers, body }: MockResponse, isHead = false): void {
  // In one array, because node:http copies an object's members one by one.
  const fields: string[] = [];
  for (const name in headers) fields.push(name, headers[name] as string);
  if (status !== 204 && !isHead) fields.push("content-length", String(body.length));
  outgoing.writeHead(status, fields);
  outgoing.end(body);
}

/** Requests to a proxy carry the whole URL. */
function pathOf(url: string): string {
  if (url.startsWith("/")) return url;
  const found = URL.parse(url);
  return found ? found.pathname + found.search : "/";
}

const tooLarge: MockResponse = {
  status: 413,
  headers: { "content-type": "application/problem+json", "concord-basis": "assumed" },
  body: Buffer.from(
    JSON.stringify({
      type: "about:blank",
      title: "Content Too Large",
      status: 413,
      detail: `The body is larger than ${MAX_BODY_BYTES} bytes`,
    }),
  ),
};
