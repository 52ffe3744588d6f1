import type { Attack } from "./attack.ts";
import { usual } from "./attack.ts";

const refused = usual.filter((status) => status >= 400);

export interface Target {
  /** Bearer token of the attacker. */
  readonly token: string;
  /** Path for GET requests. */
  readonly path: string;
  /** Path for POST requests, and a valid body. */
  readonly into: string;
  readonly body: string;
}

/** Attacks with malformed HTTP. */
export function malformedAttacks({ token, path, into, body }: Target): Attack[] {
  const auth = `host: x\r\nauthorization: Bearer ${token}\r\n`;
  const json = `${auth}content-type: application/json\r\n`;
  const get = (line: string, headers = auth): string => `${line}\r\n${headers}\r\n`;
  const post = (headers: string, sent = body): string => `POST ${into} HTTP/1.1\r\n${json}${headers}\r\n${sent}`;
  const length = `content-length: ${body.length}\r\n`;
  const chunked = "transfer-encoding: chunked\r\n";
  const long = "x".repeat(200_000);
  const one = (
    name: string,
    text: string,
    allowed: readonly number[] = refused,
    more: Partial<Attack> = {},
  ): Attack => ({
    name,
    bytes: Buffer.from(text, "latin1"),
    allowed,
    ...more,
  });
  const read = { methods: ["GET"] };
  const cut = { then: "end" } as const;
  return [
    ...["", " ", "GARBAGE", "GET", `GET ${path} HTTP`, `GET ${path} HTTP/9.9`].map((line) =>
      one(`request line ${JSON.stringify(line)}`, get(line), refused, { ...read, ...cut }),
    ),
    // Node's parser accepts these two.
    one("request line without a version", get(`GET ${path}`), usual, read),
    one("request line with two spaces", get(`GET  ${path} HTTP/1.1`), usual, read),
    one("request line with more words", get(`GET ${path} x HTTP/1.1`), refused, read),
    one("request line with a tab", get(`GET\t${path}\tHTTP/1.1`), refused, read),
    one("binary noise", "\u0016\u0003\u0001\u0000\u00f4\u0001\u0000\u0000\u00f0\u0003\u0003\r\n\r\n", refused, cut),
    one("bare LF", get(`GET ${path} HTTP/1.1`).replaceAll("\r\n", "\n"), usual, { ...read, ...cut }),
    one("bare CR", get(`GET ${path} HTTP/1.1`).replaceAll("\r\n", "\r"), refused, { ...read, ...cut }),
    one("header without a colon", get(`GET ${path} HTTP/1.1`, `${auth}nonsense\r\n`), refused, read),
    one("header with a space before its colon", get(`GET ${path} HTTP/1.1`, `${auth}a : b\r\n`), refused, read),
    one("header with an empty name", get(`GET ${path} HTTP/1.1`, `${auth}: b\r\n`), refused, read),
    one("header with a NUL", get(`GET ${path} HTTP/1.1`, `${auth}a: b\u0000c\r\n`), refused, read),
    one("folded header", get(`GET ${path} HTTP/1.1`, `${auth}a: b\r\n c\r\n`), usual, read),
    one("no host", `GET ${path} HTTP/1.1\r\nauthorization: Bearer ${token}\r\n\r\n`, refused, read),
    one("two hosts", get(`GET ${path} HTTP/1.1`, `${auth}host: y\r\n`), usual, read),
    one("two tokens", get(`GET ${path} HTTP/1.1`, `${auth}authorization: Bearer org_other\r\n`), usual, read),
    one("many headers", get(`GET ${path} HTTP/1.1`, auth + "a: b\r\n".repeat(2500)), usual, read),
    one(
      "many large headers",
      get(`GET ${path} HTTP/1.1`, auth + `a: ${"b".repeat(100)}\r\n`.repeat(2500)),
      refused,
      read,
    ),
    one("a huge header", get(`GET ${path} HTTP/1.1`, `${auth}a: ${long}\r\n`), refused, read),
    one("a huge header name", get(`GET ${path} HTTP/1.1`, `${auth}${long}: a\r\n`), refused, read),
    one("a huge path", get(`GET ${path}/${long} HTTP/1.1`), refused, read),
    one("a huge query", get(`GET ${path}?${"a=b&".repeat(50_000)} HTTP/1.1`), refused, read),
    one("a long query", get(`GET ${path}?${"a[b][c]=d&".repeat(1000)} HTTP/1.1`), usual, read),
    one("HTTP/1.0", get(`GET ${path} HTTP/1.0`), usual, { ...read, ...cut }),
    one("HTTP/0.9", `GET ${path}\r\n`, refused, { ...read, ...cut }),
    one("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", refused, cut),
    ...["FROBNICATE", "get", "TRACE", "CONNECT", "PROPFIND", "PURGE", "M-SEARCH", "G\u00c9T", "X".repeat(5000)].map(
      (method) =>
        one(`method ${method.slice(0, 20)}`, get(`${method} ${path} HTTP/1.1`), [...usual, 501], {
          methods: [method],
          ...cut,
        }),
    ),
    ...[
      "http://x",
      "x:443",
      "*",
      "//",
      "///x",
      "http://",
      "https://user:secret@x/y",
      "?",
      "#",
      "\\",
      "x",
      "/..",
      "/../../etc/passwd",
      // The root leads to the description of the mock.
    ].map((target) => one(`target ${target}`, get(`GET ${target} HTTP/1.1`), [...usual, 302], read)),
    ...[
      "%00",
      "%",
      "%zz",
      "%c0%af",
      "%ed%a0%80",
      "%ff%fe",
      "%2e%2e%2f",
      "%0d%0aset-cookie:%20a=b",
      "%e2%80%ae",
      "__proto__",
      "constructor",
      "a%2fb",
      "..;",
    ].map((segment) =>
      one(`segment ${segment}`, get(`GET ${path}/${segment}?${segment}=${segment} HTTP/1.1`), usual, read),
    ),
    one("CRLF in the path", get(`GET ${path}/a\r\nset-cookie: a=b HTTP/1.1`), refused, { ...read, ...cut }),
    one("bytes above ASCII in the path", get(`GET ${path}/\u00ff\u00fe HTTP/1.1`), usual, read),
    one("length and chunks", post(length + chunked, `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`), refused),
    one("chunks and length", post(chunked + length, `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`), refused),
    one("two lengths", post(`${length}content-length: 3\r\n`), refused),
    one("the same length twice", post(length + length), usual),
    ...["-1", "+5", "1e3", "0x10", "99999999999999999999", "5, 5", "", "NaN", "１"].map((text) =>
      one(`length ${text}`, post(`content-length: ${text}\r\n`), usual, cut),
    ),
    one("length beyond what comes", post("content-length: 5000\r\n"), refused, cut),
    one("length short of what comes", post(`content-length: ${body.length - 1}\r\n`), usual, {
      methods: ["POST", "GET"],
      ...cut,
    }),
    one("length too large", post("content-length: 99999999999\r\n"), refused),
    ...["gzip", "chunked, chunked", "identity", "xchunked", "chunked\t", "chunked;a=b"].map((coding) =>
      one(`transfer coding ${coding}`, post(`transfer-encoding: ${coding}\r\n`, "0\r\n\r\n"), refused, cut),
    ),
    // Valid notations (RFC 9110, section 5.5; RFC 9112, section 7); a body can be empty.
    ...[" chunked", "CHUNKED"].map((coding) =>
      one(`transfer coding ${coding}`, post(`transfer-encoding: ${coding}\r\n`, "0\r\n\r\n"), usual, cut),
    ),
    ...[
      "zz\r\n",
      "-1\r\n",
      "ffffffffffffffff\r\n",
      "5\r\nab\r\n",
      "1;a=\r\n",
      `${"0".repeat(100_000)}`,
      "3\r\nabcd\r\n0\r\n\r\n",
    ].map((chunk) => one(`chunk ${JSON.stringify(chunk.slice(0, 20))}`, post(chunked, chunk), refused, cut)),
    one(
      "trailers",
      post(chunked, `${body.length.toString(16)}\r\n${body}\r\n0\r\n__proto__: a\r\nhost: b\r\n\r\n`),
      usual,
    ),
    one("a body to GET", `${get(`GET ${path} HTTP/1.1`, `${auth}content-length: 2\r\n`)}{}`, usual, read),
    one("expectation", post(`${length}expect: 100-continue\r\n`), usual),
    one("odd expectation", post(`${length}expect: wonders\r\n`), refused),
    one("upgrade", get(`GET ${path} HTTP/1.1`, `${auth}connection: upgrade\r\nupgrade: websocket\r\n`), usual, read),
    one("pipelined requests", get(`GET ${path} HTTP/1.1`).repeat(50), usual, {
      methods: Array<string>(50).fill("GET"),
    }),
    one("garbage behind a request", `${get(`GET ${path} HTTP/1.1`)}GARBAGE\r\n\r\n`, usual, {
      methods: ["GET", "GET"],
      ...cut,
    }),
    one("a request hidden in a body", post("content-length: 0\r\n", get(`GET ${path} HTTP/1.1`)), usual, {
      methods: ["POST", "GET"],
    }),
    one("blank lines first", `\r\n\r\n\r\n${get(`GET ${path} HTTP/1.1`)}`, usual, read),
  ];
}
