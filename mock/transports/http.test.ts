import { once } from "node:events";
import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from "node:http";
import { type Socket, connect } from "node:net";
import { describe, expect, it } from "vitest";
import { platformOf } from "../../test/support/mock/ask.ts";
import type { ToolError } from "../../contracts/index.ts";
import { type Listening, type MockResponse, type Platform, listen } from "../index.ts";

const headers = { authorization: "Bearer mock-acme" };
const tooMuch = 10 * 1024 * 1024 + 1;

describe("listen()", () => {
  it("uses any free port, and returns its URL", async () => {
    await using server = await serve();

    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,5}$/);
    expect((await fetch(`${server.url}/books`, { headers })).status).toBe(200);
  });

  it("rejects a port that is in use", async () => {
    await using server = await serve();
    const port = Number(new URL(server.url).port);

    await expect(listen(server.platform, { port })).rejects.toMatchObject({
      code: "cannot-listen",
      message: `Cannot listen on "127.0.0.1:${port}": the port is in use`,
      hint: "Choose another port with --port, or 0 for any",
      cause: { code: "EADDRINUSE" },
    } satisfies Partial<ToolError>);
  });

  it("rejects an invalid port", async () => {
    await expect(listen(await platformOf("library"), { port: 70_000 })).rejects.toMatchObject({
      code: "cannot-listen",
    });
  });

  it("closes with open requests, and more than once", async () => {
    const server = await serve({ handle: () => new Promise<MockResponse>(() => {}) });
    const open = fetch(`${server.url}/books`).catch((error: Error) => error);
    await server.asked;
    await server.close();
    await server.close();

    expect(await open).toBeInstanceOf(Error);
  });

  it("finishes open requests before it closes, ends their connections, and refuses new requests", async () => {
    const { promise, resolve } = Promise.withResolvers<MockResponse>();
    const probed: MockResponse = { status: 299, headers: {}, body: Buffer.from("probed") };
    const server = await serve({
      handle: ({ url }) => (url.startsWith("/_concord/") ? Promise.resolve(probed) : promise),
    });
    const agent = new Agent({ keepAlive: true });
    const answered = responseOf(ask(server, { path: "/books", agent }));
    await server.asked;
    const closed = server.close(60_000);
    for (const url of ["/books", "/_concord/organizations", "/_concord/readyish"])
      expect(await responseOf(ask(server, { path: url }))).toMatchObject({
        status: 503,
        headers: { connection: "close" },
        text: expect.stringContaining("The mock is shutting down") as string,
      });
    expect(server.requests).toEqual(["GET /books"]);
    for (const url of ["/_concord/health", "/_concord/ready?verbose"])
      expect(await responseOf(ask(server, { path: url }))).toMatchObject({
        status: 299,
        headers: { connection: "close" },
      });
    resolve({ status: 200, headers: {}, body: Buffer.from("done") });

    expect(await answered).toMatchObject({ status: 200, text: "done", headers: { connection: "close" } });
    await closed;
    agent.destroy();
  });

  it("closes idle connections, and cuts requests that take too long", async () => {
    const server = await serve();
    const agent = new Agent({ keepAlive: true });
    await responseOf(ask(server, { path: "/books", agent }));
    await server.close(60_000);
    const slow = await serve({ handle: () => new Promise<MockResponse>(() => {}) });
    const open = fetch(`${slow.url}/books`).catch((error: Error) => error);
    await slow.asked;
    await slow.close(1);

    expect(await open).toBeInstanceOf(Error);
    agent.destroy();
  });

  it("passes on the network address of the client, with a body or without", async () => {
    const peers: (string | undefined)[] = [];
    const handle: Platform["handle"] = async ({ peer }) => {
      peers.push(peer);
      return { status: 204, headers: {}, body: new Uint8Array(0) };
    };
    await using server = await serve({ handle });
    await fetch(`${server.url}/books`);
    await fetch(`${server.url}/books`, { method: "POST", body: "{}" });

    expect(peers).toEqual(["127.0.0.1", "127.0.0.1"]);
  });

  it("reuses a connection for the next request", async () => {
    await using server = await serve();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    for (const method of ["GET", "HEAD", "OPTIONS", "GET"]) {
      const sent = ask(server, { path: "/books", method, agent });
      expect((await responseOf(sent)).status).toBeLessThan(300);
      ports.add(sent.socket?.localPort);
    }
    agent.destroy();

    expect(ports.size).toBe(1);
  });

  it("accepts a whole URL as the request target", async () => {
    await using server = await serve();
    const whole = await responseOf(ask(server, { path: "http://entity.platform.example/books?limit=0" }));
    const odd = await responseOf(ask(server, { path: "*", method: "OPTIONS" }));

    expect([whole.status, whole.text]).toEqual([200, '{"total":0,"has_more":false,"results":[]}']);
    expect(odd.status).toBe(404);
  });
});

describe("a response that is sent piece by piece", () => {
  it("is not broken by the refusal of malformed bytes after its request", async () => {
    const body = Buffer.from("first second");
    const transport = { pace: { bytes: 6, pause: 3_600_000 } };
    await using server = await serve({ handle: async () => ({ status: 200, headers: {}, body, transport }) });
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString();
      if (answer.endsWith("first ")) socket.write("GARBAGE\r\n\r\n");
    });
    socket.write("GET /books HTTP/1.1\r\nhost: x\r\n\r\n");
    await once(socket, "close");

    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*\r\n\r\nfirst $/);
  });
});

describe("a body that is too large", () => {
  it("is refused by its length, before any of it is sent", async () => {
    await using server = await serve();
    const sent = ask(server, { method: "POST", path: "/books", headers: { ...headers, "content-length": tooMuch } });
    const { status, text, headers: told } = await responseOf(sent, { send: () => sent.flushHeaders() });

    expect(status).toBe(413);
    expect(told).toMatchObject({
      "content-type": "application/problem+json",
      "concord-basis": "assumed",
      connection: "close",
    });
    expect(JSON.parse(text)).toMatchObject({
      title: "Payload Too Large",
      detail: "The body is larger than 10485760 bytes",
    });
    sent.destroy();
  });

  it("is refused before a client with Expect: 100-continue sends it", async () => {
    await using server = await serve();
    const expecting = { ...headers, expect: "100-continue" };
    const large = ask(server, { method: "POST", path: "/books", headers: { ...expecting, "content-length": tooMuch } });
    const small = ask(server, {
      method: "POST",
      path: "/books",
      headers: { ...expecting, "content-type": "application/json" },
    });
    large.on("continue", () => expect.unreachable("Nobody wants the body"));
    small.on("continue", () => small.end('{"title":"A"}'));
    const answers = [
      responseOf(large, { send: () => large.flushHeaders() }),
      responseOf(small, { send: () => small.flushHeaders() }),
    ];

    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([413, 201]);
    large.destroy();
  });

  it("is refused during transmission without a length, and the response arrives", async () => {
    await using server = await serve();
    const chunk = Buffer.alloc(64 * 1024, 0x20);
    const body = ReadableStream.from(
      (async function* () {
        for (let sent = 0; sent < tooMuch; sent += chunk.length) yield chunk;
      })(),
    );
    const response = await fetch(`${server.url}/books`, {
      method: "POST",
      headers,
      body,
      duplex: "half",
    } as RequestInit);

    expect(response.status).toBe(413);
    expect(server.requests).toEqual([]);
    expect((await fetch(`${server.url}/books`, { headers })).status).toBe(200);
  });

  it.each([
    ["when it ends", tooMuch + 1],
    ["when it does not", Number.POSITIVE_INFINITY],
  ])("ends the connection %s", async (_, size) => {
    await using server = await serve();
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1").on("error", () => {});
    let answer = "";
    socket.on("data", (data) => void (answer += String(data)));
    socket.write("POST /books HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    const closed = closing(socket);
    await pour(socket, size);
    await closed;

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("is accepted as a new state from a client that may use the control API", async () => {
    await using server = await serve();
    const body = JSON.stringify({ collections: { "/books": [{ id: "b", value: { text: "x".repeat(tooMuch) } }] } });
    const put = async (path: string, more = {}): Promise<number> => {
      const all = { "concord-control": "1", "content-type": "application/json", ...more };
      return (await fetch(`${server.url}/_concord/organizations/acme/${path}`, { method: "PUT", headers: all, body }))
        .status;
    };

    expect(await put("state")).toBe(204);
    expect(await put("clock")).toBe(413);
    expect(await put("state", { "x-forwarded-for": "10.0.0.7" })).toBe(413);
    expect(await server.platform.organization("acme").state()).toMatchObject({
      collections: { "/books": [{ id: "b" }] },
    });
  });

  it("is accepted at exactly the limit", async () => {
    await using server = await serve();
    const body = `"${"x".repeat(tooMuch - 3)}"`;

    expect((await fetch(`${server.url}/books`, { method: "POST", headers, body })).status).toBe(415);
    expect(server.requests).toHaveLength(1);
  });
});

describe("a connection that breaks", () => {
  it("does not affect the server: in the head, in the body, before the response", async () => {
    await using server = await serve();
    const port = Number(new URL(server.url).port);
    for (const part of [
      "GET /books HT",
      "POST /books HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
      "POST /books HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe",
      "GET /books HTTP/1.1\r\nHost: x\r\n\r\n",
      "nonsense\r\n\r\n",
    ]) {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      await once(socket, "connect");
      socket.write(part, () => socket.resetAndDestroy());
      await closing(socket);
    }

    expect((await fetch(`${server.url}/books`, { headers })).status).toBe(200);
  });
});

describe("a response that cannot be sent", () => {
  it("is replaced by a 500, and the server continues", async () => {
    const response: MockResponse = { status: 200, headers: { "x-odd": "line\nbreak" }, body: Buffer.from("{}") };
    await using server = await serve({ handle: () => Promise.resolve(response) });
    for (let time = 0; time < 2; time++) {
      const told = await fetch(`${server.url}/books`);
      expect([told.status, told.statusText]).toEqual([500, "Internal Server Error"]);
      expect(await told.json()).toMatchObject({ status: 500, detail: expect.stringMatching(/^The mock failed: /) });
    }
  });
});

/** Resolves when a socket is closed. */
function closing(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

/** Sends chunks up to a size, or until the connection closes. */
async function pour(socket: Socket, size: number): Promise<void> {
  const chunk = Buffer.alloc(1024 * 1024, 0x20);
  const framed = Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n")]);
  for (let sent = 0; sent < size && socket.writable; sent += chunk.length)
    await new Promise<void>((resolve) => socket.write(framed, () => resolve()));
  if (socket.writable) socket.write("0\r\n\r\n");
}

interface Served extends Listening, AsyncDisposable {
  readonly platform: Platform;
  /** Requests that reached the platform. */
  readonly requests: readonly string[];
  /** Resolves when a request reached the platform. */
  readonly asked: Promise<void>;
}

async function serve(change: Partial<Platform> = {}): Promise<Served> {
  const library = await platformOf("library");
  const requests: string[] = [];
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const platform: Platform = {
    ...library,
    handle(sent) {
      requests.push(`${sent.method} ${sent.url}`);
      resolve();
      return (change.handle ?? library.handle)(sent);
    },
  };
  const listening = await listen(platform);
  return { ...listening, platform, requests, asked, [Symbol.asyncDispose]: listening.close };
}

function ask({ url }: Listening, options: RequestOptions): ClientRequest {
  const { port, hostname } = new URL(url);
  return request({ hostname, port, headers, ...options });
}

async function responseOf(
  sent: ClientRequest,
  { send = () => void sent.end() }: { send?: () => void } = {},
): Promise<{ status: number; headers: IncomingMessage["headers"]; text: string }> {
  const answered = once(sent, "response");
  send();
  const [response] = (await answered) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode as number, headers: response.headers, text };
}
