import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { platformOf } from "../../test/support/mock/ask.ts";
import { type Listening, listen } from "../index.ts";

let server: Listening;
beforeAll(async () => {
  server = await listen(await platformOf("library"));
});
afterAll(() => server.close());

describe("malformed bytes, and requests that node:http does not pass on", () => {
  it.each([
    ["GARBAGE\r\n\r\n", 400, "The request cannot be read"],
    ["FROB /books HTTP/1.1\r\nhost: x\r\n\r\n", 501, 'HTTP has no method "FROB"'],
    ["get /books HTTP/1.1\r\nhost: x\r\n\r\n", 501, "written in capitals, as in GET"],
    ["GET /books HTTP/1.1\r\n\r\n", 400, "has no Host"],
    ["GET /books HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\nconnection: close\r\n\r\n", 417, "100-continue"],
    ["FR(B /books HTTP/1.1\r\nhost: x\r\n\r\n", 400, "The request cannot be read"],
    ["GET /books HTTP/1.1\r\nhost x\r\n\r\n", 400, "The request cannot be read"],
    ["CONNECT books.example:443 HTTP/1.1\r\nhost: x\r\n\r\n", 501, 'cannot connect to "books.example:443"'],
    [`GET /books HTTP/1.1\r\nhost: x\r\nx-long: ${"x".repeat(20_000)}\r\n\r\n`, 431, "longer than 16384 bytes"],
  ])("is refused with a problem document: %#", async (text, status, words) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
    socket.end(text);
    await once(socket, "close");

    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.toLowerCase()).toContain("concord-basis: assumed");
    expect(JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1))).toMatchObject({
      status,
      detail: expect.stringContaining(words),
    });
  });
});
