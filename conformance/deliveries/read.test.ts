import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolError } from "../../contracts/index.ts";
import { id, signedDelivery } from "../../test/support/deliveries/signed.ts";
import { containsDelivery, readDeliveries } from "./read.ts";

const headers = fc.array(
  fc.tuple(fc.stringMatching(/^[A-Za-z][\w-]{0,12}$/), fc.stringMatching(/^([!-~]([ -~]{0,20}[!-~])?)?$/)),
  { minLength: 1, maxLength: 5 },
);
const bodies = fc.uint8Array({ maxLength: 100 });

function httpOf(pairs: readonly (readonly [string, string])[], body: Uint8Array, end: string, first?: string): Buffer {
  const lines = [...(first === undefined ? [] : [first]), ...pairs.map(([name, value]) => `${name}: ${value}`), "", ""];
  return Buffer.concat([Buffer.from(lines.join(end), "latin1"), body]);
}

describe("readDeliveries()", () => {
  it("reads an HTTP request byte by byte, with LF or CRLF as line end", () => {
    const law = fc.property(headers, bodies, fc.constantFrom("\n", "\r\n"), fc.boolean(), (pairs, body, end, named) => {
      const written = pairs.filter(([name]) => name.toLowerCase() !== "content-length");
      fc.pre(written.length > 0);
      const [read] = readDeliveries(httpOf(written, body, end, named ? "POST /hooks HTTP/1.1" : undefined), "it");

      expect(read?.headers).toEqual(written);
      expect(Buffer.from(read?.body ?? [])).toEqual(Buffer.from(body));
      expect(read?.target).toBe(named ? "/hooks" : undefined);
    });
    fc.assert(law);
  });

  it("reads one JSON document, or one on each line", () => {
    const law = fc.property(headers, bodies, fc.integer({ min: 0, max: 4e12 }), (pairs, body, time) => {
      const record = {
        receivedAt: new Date(time).toISOString(),
        headers: pairs,
        body: Buffer.from(body).toString("base64"),
      };
      const [read] = readDeliveries(Buffer.from(JSON.stringify(record, undefined, 2)), "it");
      const lines = readDeliveries(Buffer.from(`${JSON.stringify(record)}\n${JSON.stringify(record)}\n`), "it");

      expect(read).toEqual({ headers: pairs, body: Buffer.from(body), receivedAt: time });
      expect(lines).toHaveLength(2);
    });
    fc.assert(law);
  });

  it("removes the newline that an editor added after the body, with a note", () => {
    const text = "content-length: 2\nwebhook-id: msg_1\n\n{}\n";
    const [read] = readDeliveries(Buffer.from(text), "it");

    expect(Buffer.from(read?.body ?? []).toString()).toBe("{}");
    expect(read?.notes).toEqual(["The file has 1 byte more than Content-Length says: they are left out"]);
  });

  it("reports a body that is shorter than Content-Length", () => {
    expect(readDeliveries(Buffer.from("content-length: 9\n\n{}"), "it")[0]?.notes?.[0]).toMatch("7 bytes less");
  });

  it("reads each attempt of the mock's delivery log", () => {
    const event = { id: "evt_1", name: "entity.created" };
    const attempt = { time: "2026-03-01T09:30:00Z", headers: { "webhook-id": id, "webhook-timestamp": "1" } };
    const log = {
      count: 1,
      deliveries: [{ id: "dlv_1", message: id, event, attempts: [attempt, attempt, { time: "…" }] }],
    };
    const read = readDeliveries(Buffer.from(JSON.stringify(log)), "it");

    expect(read.map(({ name }) => name)).toEqual(["dlv_1, attempt 1", "dlv_1, attempt 2"]);
    expect(read[0]).toMatchObject({
      body: Buffer.from(JSON.stringify(event)),
      receivedAt: Date.UTC(2026, 2, 1, 9, 30),
    });
  });

  it("reads a vector with its keys, time and tolerance", () => {
    const vector = { name: "v", headers: [["webhook-id", id]], body: "", secret: "s", publicKey: "p", now: 3 };

    expect(readDeliveries(Buffer.from(JSON.stringify([{ ...vector, toleranceSeconds: 5 }])), "it")).toEqual([
      {
        name: "v",
        headers: [["webhook-id", id]],
        body: Buffer.from(""),
        secret: "s",
        publicKey: "p",
        receivedAt: 3000,
        toleranceSeconds: 5,
      },
    ]);
  });

  it("reads a request in the format of cloud functions", () => {
    const request = { headers: { "webhook-id": id, b: ["1", "2"] }, body: "{}", isBase64Encoded: false };

    expect(readDeliveries(Buffer.from(JSON.stringify(request)), "it")).toEqual([
      {
        headers: [
          ["webhook-id", id],
          ["b", "1"],
          ["b", "2"],
        ],
        body: Buffer.from("{}"),
      },
    ]);
  });

  it.each([
    ["", "it is empty"],
    ["POST / HTTP/1.1\n\n{}", "it has no headers"],
    ["hello there", "line 1 is not a header"],
    ["POST / HTTP/1.1\nwebhook-id: msg_1\nhello there\n\n", "line 3 is not a header"],
    ["[]", "it has no deliveries"],
    ["[1]", "it is not an object"],
    ['{"headers":"x"}', "it has no headers"],
    ['{"headers":{},"body":{"a":1}}', "its body was parsed"],
    ['{"headers":{},"body":"{}"}', "its body is not in base64"],
  ])("refuses %j", (text, reason) => {
    expect(() => readDeliveries(Buffer.from(text), "it")).toThrow(ToolError);
    expect(() => readDeliveries(Buffer.from(text), "it")).toThrow(`Cannot read a delivery from "it": ${reason}`);
  });
});

describe("containsDelivery()", () => {
  it("distinguishes a delivery from a body", () => {
    const { headers: pairs, body } = signedDelivery('{"name":"entity.created"}');

    expect(containsDelivery(httpOf(pairs, body, "\n"))).toBe(true);
    expect(containsDelivery(body)).toBe(false);
    expect(containsDelivery(Buffer.from("plain text"))).toBe(false);
    expect(containsDelivery(Buffer.from('{"headers":{"a":"b"},"body":""}'))).toBe(false);
  });
});
