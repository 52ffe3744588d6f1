import { gzipSync } from "node:zlib";
import { Agent, type Dispatcher, request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixture } from "../../test/support/mock/ask.ts";
import { type Mock } from "../index.ts";
import { startMock } from "../../api/mock.ts";

// Unusual and invalid requests with their required status, with and without a socket.

interface Odd {
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly status: number;
  /** Expected part of the response text. */
  readonly told?: Readonly<Record<string, unknown>>;
  /** Pointer of the only violation. */
  readonly pointer?: string;
  readonly answer?: Readonly<Record<string, string>>;
}

const type = (text: string) => ({ "content-type": text });
const coded = (text: string) => ({ "content-type": "application/json", "content-encoding": text });
const book = JSON.stringify({ title: "Fuzzy Sets" });
const post = { line: "POST /books", body: book, status: 201 };
const tooMuch = 10 * 1024 * 1024 + 1;

const table: Readonly<Record<string, Odd>> = {
  // Bodies
  "a member that comes twice": { ...post, body: '{"title":"A","title":"B"}', status: 400, pointer: "/title" },
  "a member that comes twice further in": {
    ...post,
    body: '{"title":"A","x":[{"a":1,"\\u0061":2}]}',
    status: 400,
    pointer: "/x/0/a",
  },
  "colons and quotation marks in texts": { ...post, body: String.raw`{"title":"a:\"b\":{\\"}` },
  "members named as those of a prototype": { ...post, body: '{"title":"A","__proto__":{},"constructor":1}' },
  "a body that is no UTF-8": { ...post, body: titled(0xff), status: 400, pointer: "" },
  "a body of half characters": { ...post, body: titled(0xe2, 0x82), status: 400, pointer: "" },
  "a character that is written too long": { ...post, body: titled(0xc0, 0xaf), status: 400, pointer: "" },
  "half a surrogate pair, escaped": { ...post, body: String.raw`{"title":"\ud800"}` },
  "a byte order mark": { ...post, body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(book)]) },
  "only a byte order mark": { ...post, body: Buffer.from([0xef, 0xbb, 0xbf]), status: 400, pointer: "" },
  "only spaces": { ...post, body: "  \n", status: 400, pointer: "" },
  "more than JSON": { ...post, body: `${book}{}`, status: 400, pointer: "" },
  "what nests too deep": { ...post, body: `{"title":${"[".repeat(100_000)}`, status: 400, pointer: "" },
  "an empty body where one is required": { ...post, body: "", status: 400, pointer: "" },
  "a body that is too large": { ...post, body: Buffer.alloc(tooMuch, 0x20), status: 413 },
  "a body with GET": { line: "GET /books", body: "{", status: 200 },
  "a body with DELETE": { line: "DELETE /books/none", body: "{", status: 404 },
  "a body that nothing describes": { line: "POST /books/b1:lend", headers: type("text/csv"), body: "a,b", status: 200 },
  // Content-Type
  "a type in capitals": { ...post, headers: type("Application/JSON") },
  "a type with parameters": { ...post, headers: type('application/json ; x=1; Charset="UTF-8"') },
  "US-ASCII, which is UTF-8": { ...post, headers: type("application/json;charset=us-ascii") },
  "another charset": { ...post, headers: type("application/json; charset=utf-16"), status: 415 },
  "no type": { ...post, headers: {} },
  "another type": { ...post, headers: type("text/plain"), status: 415 },
  "what is no type": { ...post, headers: type("json"), status: 415 },
  // Content-Encoding
  "a compressed body": { ...post, headers: coded("gzip"), body: gzipSync(book) },
  "a body that is compressed twice": { ...post, headers: coded("GZIP, x-gzip"), body: gzipSync(gzipSync(book)) },
  "a body that is as it is": { ...post, headers: coded("identity") },
  "an unknown coding": {
    ...post,
    headers: coded("zebra"),
    status: 415,
    answer: { "accept-encoding": "gzip, x-gzip, deflate, br" },
  },
  "a coding that every object has": { ...post, headers: coded("constructor"), status: 415 },
  "what is not compressed": { ...post, headers: coded("gzip"), status: 400 },
  "what is small, and large when it is read": {
    ...post,
    headers: coded("gzip"),
    body: gzipSync(Buffer.alloc(tooMuch, 0x20)),
    status: 413,
  },
  // URLs
  "an encoding in a path that is none": { line: "GET /books/%zz", status: 400, pointer: "/book_id" },
  "an encoding in a path that is no UTF-8": { line: "GET /books/%ff", status: 400, pointer: "/book_id" },
  "an encoding in a path that ends early": { line: "GET /books/%4", status: 400, pointer: "/book_id" },
  "an encoding in a path that nobody has": { line: "GET /nowhere/%zz", status: 404 },
  "an encoded slash and nothing at all": { line: "GET /books/a%2Fb%00", status: 404 },
  "an encoding in a query that is none": {
    line: "GET /books?limit=%zz",
    status: 400,
    told: {
      violations: expect.arrayContaining([
        expect.objectContaining({ in: "query", pointer: "/limit", got: '"limit=%zz"' }),
      ]),
    },
  },
  "an encoding in a query that is no UTF-8": { line: "GET /books?limit=1&other=%C3", status: 400, pointer: "/other" },
  "an encoding in a name that is none": { line: "GET /books?%=1", status: 400, pointer: "/%" },
  "what is encoded in a query": { line: "GET /books?limi%74=0&x=%26+%E2%98%83&&=", status: 200, told: { results: [] } },
  "more slashes than there are": { line: "GET //books", status: 404 },
  "an address that is too long": { line: `GET /books?x=${"x".repeat(20_000)}`, status: 431 },
  "headers that are too long": { line: "GET /books", headers: { "x-long": "x".repeat(20_000) }, status: 431 },
  // Methods
  "a method that the path does not have": { line: "PATCH /books", status: 405, answer: { allow: "GET, HEAD, POST" } },
  "a method that only others have": { line: "PROPFIND /books", status: 405, answer: { allow: "GET, HEAD, POST" } },
  "a method that HTTP does not have": {
    line: "FROB /books",
    status: 501,
    told: { detail: 'HTTP has no method "FROB"' },
  },
  "a method in small letters": {
    line: "patch /books",
    status: 501,
    told: { detail: 'HTTP has no method "patch": methods are written in capitals, as in PATCH' },
  },
  TRACE: { line: "TRACE /books", status: 405 },
  OPTIONS: { line: "OPTIONS /books", headers: {}, status: 204, answer: { allow: "GET, HEAD, POST" } },
  HEAD: {
    line: "HEAD /books",
    headers: { authorization: "Bearer mock-none" },
    status: 200,
    answer: { "content-length": "41" },
  },
  "HEAD where there is no GET": { line: "HEAD /books/b1:lend", status: 405, answer: { allow: "POST" } },
  "an Accept that cannot be met": { line: "GET /books", headers: { accept: "image/png" }, status: 200 },
};

const ways: Readonly<Record<string, (mock: Mock) => Dispatcher>> = {
  HTTP: () => new Agent(),
  "the dispatcher": (mock) => mock.dispatcher,
};

/** Book with the given bytes as its title. */
function titled(...bytes: readonly number[]): Uint8Array {
  return Buffer.concat([Buffer.from('{"title":"'), Buffer.from(bytes), Buffer.from('"}')]);
}

describe.each(Object.entries(ways))("unusual requests over %s", (_, dispatcherOf) => {
  let mock: Mock;
  let dispatcher: Dispatcher;
  beforeAll(async () => {
    mock = await startMock({ contracts: [await fixture("library")] });
    dispatcher = dispatcherOf(mock);
  });
  afterAll(async () => {
    await dispatcher.close();
    await mock.close();
  });

  it.each(Object.entries(table))("%s", async (_name, { line, headers, body, status, told, pointer, answer }) => {
    const [method, path] = line.split(" ") as [Dispatcher.HttpMethod, string];
    const response = await request(mock.url + path, {
      method,
      headers: {
        authorization: "Bearer mock-acme",
        ...(headers ?? (body === undefined ? {} : type("application/json"))),
      },
      body: body ?? null,
      dispatcher,
    });
    const text = await response.body.text();

    expect([response.statusCode, text.slice(0, 500)]).toEqual([status, expect.anything()]);
    expect(response.headers).toMatchObject(answer ?? {});
    if (status >= 400 && method !== "HEAD") expect(JSON.parse(text)).toMatchObject({ status });
    if (told) expect(JSON.parse(text)).toMatchObject(told);
    if (pointer !== undefined) expect(JSON.parse(text).violations).toMatchObject([{ pointer }]);
  });
});
