import { once } from "node:events";
import { type AddressInfo, type Socket, createServer } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RawRequest, sendRaw, readAnswer } from "./raw-client.ts";

const crlf = (lines: readonly string[]): string => lines.join("\r\n");
const answer = crlf(["HTTP/1.1 200 OK", "Content-Length: 5", "X-Two:  words here ", "", "hello"]);

describe("readAnswer()", () => {
  it("returns undefined until the response is complete, wherever the bytes are split", () => {
    const bytes = Buffer.from(answer);
    for (let length = 0; length < bytes.length; length++)
      expect(readAnswer(bytes.subarray(0, length), { isEnded: false }), String(length)).toBeUndefined();
    expect(readAnswer(bytes, { isEnded: false })).toEqual({
      status: 200,
      headers: { "content-length": "5", "x-two": "words here" },
      text: "hello",
    });
  });

  it("joins the chunks of a body", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 8 }), (pieces) => {
        const chunks = pieces.map((piece) =>
          Buffer.concat([Buffer.from(`${piece.length.toString(16)};x=1\r\n`), piece, Buffer.from("\r\n")]),
        );
        const head = "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n";
        const bytes = Buffer.concat([Buffer.from(head), ...chunks, Buffer.from("0\r\n\r\n")]);
        expect(readAnswer(bytes, { isEnded: false })?.text).toBe(Buffer.concat(pieces).toString());
        expect(readAnswer(bytes.subarray(0, -5), { isEnded: false })).toBeUndefined();
      }),
    );
  });

  it.each([
    ["an empty body for status 204", "HTTP/1.1 204 No Content\r\n\r\n", { status: 204, text: "" }],
    ["the response after a 100", `HTTP/1.1 100 Continue\r\n\r\n${answer}`, { status: 200, text: "hello" }],
    ["a response without a reason phrase", "HTTP/1.0 401\r\nContent-Length: 0\r\n\r\n", { status: 401 }],
  ])("reads %s", (_, text, expected) => {
    expect(readAnswer(Buffer.from(text), { isEnded: false })).toMatchObject(expected);
  });

  it.each([
    ["no length", "HTTP/1.1 200 OK\r\n\r\nhal"],
    ["too great a length", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal"],
  ])("uses the received part as the body after the end of the connection, with %s", (_, text) => {
    expect(readAnswer(Buffer.from(text), { isEnded: false })).toBeUndefined();
    expect(readAnswer(Buffer.from(text), { isEnded: true })?.text).toBe("hal");
  });

  it("never throws on arbitrary bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isEnded) => {
        const given = Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\n"), bytes]);
        expect(() => readAnswer(given, { isEnded })).not.toThrow();
      }),
    );
  });
});

describe("sendRaw()", () => {
  it("keeps the case and the repetition of header names", async () => {
    const { sent } = await sentTo(`${answer}`, {
      headers: [
        ["WEBHOOK-Id", "one"],
        ["webhook-id", "two"],
        ["x-empty", ""],
      ],
      body: Buffer.from("body"),
    });

    expect(sent).toMatch(/^POST \/hooks\?a=b HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\n/);
    expect(sent).toContain(crlf(["WEBHOOK-Id: one", "webhook-id: two", "x-empty: ", "Content-Length: 4", ""]));
    expect(sent.endsWith("\r\n\r\nbody")).toBe(true);
  });

  it("sends the same body in pieces and as chunks", async () => {
    const body = Buffer.from("0123456789".repeat(30));
    const pieces = await sentTo(answer, { headers: [], body, framing: "pieces" });
    const chunked = await sentTo(answer, { headers: [], body, framing: "chunked" });

    expect(pieces.sent.endsWith(`\r\n\r\n${body.toString()}`)).toBe(true);
    expect(chunked.sent).toContain("Transfer-Encoding: chunked\r\n");
    expect(chunked.sent.endsWith("0\r\n\r\n")).toBe(true);
    expect(chunked.sent.split("\r\n\r\n")[1]?.replaceAll(/(?:^|\r\n)[0-9a-f]+\r\n/g, "")).toContain("0123456");
  });

  it("returns the response or the reason for its absence, and never throws", async () => {
    expect((await sentTo(answer)).result).toMatchObject({ status: 200, text: "hello" });
    expect((await sentTo("")).result).toEqual({ failed: "the connection was closed" });
    expect((await sentTo("no HTTP at all")).result).toEqual({ failed: "the connection was closed" });
    expect((await sentTo(undefined, {}, 50)).result).toEqual({ failed: "no answer within 0.05 s", isTimeout: true });
    expect(await sendRaw(request("http://127.0.0.1:1/"), { timeoutMs: 1000 })).toEqual({
      failed: "nothing listens there",
      isGone: true,
    });
  });

  it("stops waiting when it is interrupted", async () => {
    expect(await sendRaw(request("http://127.0.0.1:1/"), { timeoutMs: 1000, signal: AbortSignal.abort() })).toEqual({
      failed: "interrupted",
    });
  });
});

function request(url: string, said: Partial<RawRequest> = {}): RawRequest {
  return { url: new URL(url), headers: [], body: new Uint8Array(), ...said };
}

/** Bytes that a server receives. The server answers with `text` and closes the connection, or never answers. */
async function sentTo(text: string | undefined, said: Partial<RawRequest> = {}, timeoutMs = 5000) {
  const chunks: Buffer[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      chunks.push(bytes);
      if (text !== undefined && isWhole(Buffer.concat(chunks).toString())) socket.end(text);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?a=b`;
  const result = await sendRaw(request(url, said), { timeoutMs });
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, "close");
  return { result, sent: Buffer.concat(chunks).toString() };
}

function isWhole(text: string): boolean {
  const [head = "", body] = text.split(/\r\n\r\n(.*)/s);
  if (body === undefined) return false;
  const length = /Content-Length: (\d+)/.exec(head)?.[1];
  return length === undefined ? text.endsWith("0\r\n\r\n") : body.length >= Number(length);
}
