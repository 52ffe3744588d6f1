import { Readable } from "node:stream";
import { Agent, type Dispatcher, fetch as undiciFetch, request as undiciRequest } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { selfSigned } from "../../cli/mock/certificate.ts";
import { platformOf } from "../../test/support/mock/ask.ts";
import { type Listening, type MockResponse, type Platform, createDispatcher, createFetch, listen } from "../index.ts";

// The same tests for every transport: it must transmit exactly the response of the platform.

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

type Send = (sent: Sent) => Promise<Received>;

const authorization = "Bearer mock-acme";
const json = { authorization, "content-type": "application/json" };
const origin = "https://api.example";

/** HTTPS has a second server, whose certificate the client trusts. */
const tls = await selfSigned("127.0.0.1");

const transports: Record<string, (platform: Platform, url: string) => Send> = {
  "in-process": (platform) => async (sent) => receivedOf(await platform.handle(await requestOf(sent))),
  "dispatcher, undici request": (platform) => withRequest(origin, createDispatcher(platform)),
  "dispatcher, undici fetch": (platform) =>
    withFetch(origin, undiciFetch as unknown as typeof fetch, createDispatcher(platform)),
  "dispatcher, global fetch": (platform) => withFetch(origin, fetch, createDispatcher(platform)),
  "fetch handler": (platform) => withFetch(origin, createFetch(platform)),
  "fetch handler, given a Request": (platform) => {
    const handler = createFetch(platform);
    return withFetch(origin, (input, init) => handler(new Request(input, init)));
  },
  "HTTP, undici request": (_, url) => withRequest(url),
  "HTTP, global fetch": (_, url) => withFetch(url, fetch),
  "HTTPS, undici request": (_, url) => withRequest(url, new Agent({ connect: { ca: tls.cert } })),
};

describe.each(Object.entries(transports))("%s", (name, connect) => {
  let platform: Platform;
  let listening: Listening;
  let send: Send;

  beforeAll(async () => {
    platform = await platformOf("library");
    listening = await listen(platform, name.startsWith("HTTPS") ? { tls } : {});
    send = connect(platform, listening.url);
  });
  afterAll(() => listening.close());

  it("transmits the response of the platform byte for byte", async () => {
    const alone = await platformOf("library");
    await platform.organization("acme").reset();
    for (const sent of script) {
      const expected = receivedOf(await alone.handle(await requestOf(sent)));
      expect(withoutTransportHeaders(await send(sent))).toEqual(withoutTransportHeaders(expected));
    }
  });

  it("sends the length of every body, and none without a body", async () => {
    const list = await send({ method: "GET", path: "/books", headers: { authorization } });
    const gone = await send({ method: "PUT", path: "/settings", headers: json, body: "{}" });
    const head = await send({ method: "HEAD", path: "/books", headers: { authorization } });

    const length = name === "in-process" ? undefined : String(Buffer.byteLength(list.text));
    expect(list.headers["content-length"]).toBe(length);
    expect([gone.status, gone.text, gone.headers["content-length"]]).toEqual([204, "", undefined]);
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([
      200,
      "",
      String(Buffer.byteLength(list.text)),
    ]);
    expect(head.headers["content-type"]).toBe("application/json");
  });

  it("accepts a body as text, as bytes and in pieces", async () => {
    const text = JSON.stringify({ title: "Fuzzy — Sets ☃" });
    for (const body of [text, Buffer.from(text), pieces(text)]) {
      const { status, text: answer } = await send({ method: "POST", path: "/books", headers: json, body });
      expect(status).toBe(201);
      expect(JSON.parse(answer)).toMatchObject({ title: "Fuzzy — Sets ☃" });
    }
  });

  it("accepts header names in any case, and the whole query", async () => {
    const headers = { Authorization: authorization, "X-Other": "1" };
    const { status, text } = await send({ method: "GET", path: "/books?limit=0&x=%26&x=2", headers });

    expect(status).toBe(200);
    expect(JSON.parse(text).results).toEqual([]);
  });

  it("serves many concurrent requests", async () => {
    const titles = Array.from({ length: 40 }, (_, index) => `Book ${index}`);
    const answers = await Promise.all(
      titles.map((title) => send({ method: "POST", path: "/books", headers: json, body: JSON.stringify({ title }) })),
    );
    const books = answers.map(({ text }) => JSON.parse(text) as { id: string; title: string });

    expect(books.map(({ title }) => title)).toEqual(titles);
    expect(new Set(books.map(({ id }) => id)).size).toBe(40);
  });
});

/** Successes and refusals of every kind, in sequence. */
const script: readonly Sent[] = [
  { method: "POST", path: "/books", headers: json, body: JSON.stringify({ title: "Fuzzy — Sets ☃" }) },
  { method: "GET", path: "/books", headers: { authorization } },
  { method: "HEAD", path: "/books", headers: { authorization } },
  { method: "GET", path: "/books?limit=many", headers: { authorization } },
  { method: "GET", path: "/books" },
  { method: "POST", path: "/books", headers: { authorization, "content-type": "text/csv" }, body: "a,b" },
  { method: "POST", path: "/books", headers: json, body: '{"title":' },
  { method: "PUT", path: "/books/none", headers: json, body: JSON.stringify({ title: "A" }) },
  { method: "PUT", path: "/settings", headers: json, body: "{}" },
  { method: "GET", path: "/no%20where/%C3%A4?q=1", headers: { authorization } },
  { method: "PATCH", path: "/books", headers: { authorization } },
  { method: "OPTIONS", path: "/books" },
  { method: "DELETE", path: "/books/none", headers: { authorization } },
];

function withRequest(base: string, dispatcher?: Dispatcher): Send {
  return async ({ method, path, headers = {}, body }) => {
    const response = await undiciRequest(base + path, {
      method: method as Dispatcher.HttpMethod,
      headers,
      body:
        body === undefined || typeof body === "string" || body instanceof Uint8Array
          ? (body ?? null)
          : Readable.from(body),
      ...(dispatcher && { dispatcher }),
    });
    const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    return { status: response.statusCode, headers: Object.fromEntries(entries), text: await response.body.text() };
  };
}

function withFetch(base: string, fetches: typeof fetch, dispatcher?: Dispatcher): Send {
  return async ({ method, path, headers = {}, body }) => {
    const isStream = body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array);
    const response = await fetches(base + path, {
      method,
      headers,
      ...(body !== undefined && { body: isStream ? ReadableStream.from(body) : body }),
      ...(isStream && { duplex: "half" }),
      ...(dispatcher && { dispatcher }),
    } as unknown as RequestInit);
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  };
}

async function requestOf({ method, path, headers = {}, body }: Sent) {
  const chunks: Uint8Array[] = [];
  if (typeof body === "string") chunks.push(Buffer.from(body));
  else if (body instanceof Uint8Array) chunks.push(body);
  else if (body) for await (const chunk of body) chunks.push(chunk);
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method,
    url: path,
    headers: Object.fromEntries(lower),
    ...(body !== undefined && { body: Buffer.concat(chunks) }),
  };
}

function receivedOf({ status, headers, body }: MockResponse): Received {
  return { status, headers, text: Buffer.from(body).toString() };
}

/** Response without the headers that a transport adds. */
function withoutTransportHeaders({ headers, ...rest }: Received): Received {
  const added = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];
  return { ...rest, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !added.includes(name))) };
}

async function* pieces(text: string): AsyncIterable<Uint8Array> {
  for (const byte of Buffer.from(text)) yield Uint8Array.of(byte);
}
