import { createServer } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { lostMessages } from "../support/replicas/deliveries.ts";
import { lostNotices, wrongRegisters, wrongResponses } from "../support/replicas/invariants.ts";
import type { RegisterCall } from "../support/replicas/linearizable.ts";
import { type Sent, send } from "../support/replicas/send.ts";

const answered = (line: string, status: number, headers: Sent["headers"] = {}): Sent => ({
  line,
  start: 0,
  end: 1,
  status,
  headers,
  text: "{}",
  lost: undefined,
});
const lost = (reason: string): Sent => ({
  ...answered("GET /v1/registers/r1", 0),
  status: undefined,
  lost: reason,
});
const problem = { "content-type": "application/problem+json", "retry-after": "1" };

describe("wrongResponses()", () => {
  it.each([
    ["a read", answered("GET /v1/registers/r1", 200)],
    ["a change of a version that is gone", answered("PUT /v1/registers/r1", 412)],
    ["a database that is away", answered("POST /v1/notices", 503, problem)],
    ["a database without space", answered("POST /v1/notices", 507, problem)],
  ])("accepts %s", (_name, sent) => {
    expect(wrongResponses([sent])).toEqual([]);
  });

  it.each([
    ["an error of the mock", answered("POST /v1/notices", 500)],
    ["an acknowledged notice that is gone", answered("GET /v1/notices/n1", 404)],
    ["503 without Retry-After", answered("POST /v1/notices", 503, { "content-type": problem["content-type"] })],
    ["503 without a problem document", answered("POST /v1/notices", 503, { ...problem, "content-type": "text/html" })],
    ["a request that hangs", lost("timeout")],
    ["a lost connection", lost("ECONNRESET")],
  ])("finds %s", (_name, sent) => {
    expect(wrongResponses([sent])).toHaveLength(1);
  });

  it("allows lost connections of a killed replica, but no request that hangs", () => {
    expect(wrongResponses([lost("ECONNRESET")], { lostConnections: true })).toEqual([]);
    expect(wrongResponses([lost("timeout")], { lostConnections: true })).toHaveLength(1);
  });
});

describe("wrongRegisters()", () => {
  it("finds a value that was acknowledged and is gone", () => {
    const call = { outcome: "done", expected: undefined } as const;
    const calls: RegisterCall[] = [
      { ...call, kind: "write", start: 0, end: 1, value: 1 },
      { ...call, kind: "write", start: 2, end: 3, value: 2 },
      { ...call, kind: "read", start: 4, end: 5, value: 1 },
    ];

    expect(wrongRegisters({ registers: new Map([["r1", calls.slice(0, 2)]]) })).toEqual([]);
    expect(wrongRegisters({ registers: new Map([["r1", calls]]) })).toEqual([
      "The 3 calls on register r1 are not linearizable",
    ]);
  });
});

describe("lostMessages()", () => {
  const message = { method: "POST", url: "/", headers: {}, body: Buffer.from('{"payload":{"id":"notice_1"}}') };

  it("finds a notice without a message, and accepts two messages of one", async () => {
    const received = [message, message];

    expect(await lostMessages({ received }, { notices: new Map([["notice_1", "one"]]) }, 0)).toEqual([]);
    expect(await lostMessages({ received }, { notices: new Map([["notice_2", "two"]]) }, 0)).toHaveLength(1);
  });
});

describe("lostNotices()", () => {
  const server = createServer(({ url }, response) => {
    response.statusCode = url === "/v1/notices/n1" ? 200 : 404;
    response.end('{"text":"one"}');
  }).listen(0, "127.0.0.1");
  afterAll(() => server.close());
  const port = () => (server.address() as { readonly port: number }).port;

  it("finds a notice that is gone, and one with another content", async () => {
    expect(await lostNotices(port(), { notices: new Map([["n1", "one"]]) })).toEqual([]);
    expect(await lostNotices(port(), { notices: new Map([["n1", "two"]]) })).toHaveLength(1);
    expect(await lostNotices(port(), { notices: new Map([["n2", "two"]]) })).toHaveLength(1);
  });

  it("reads over a connection that can be refused", async () => {
    expect(await send(1, "GET /")).toMatchObject({ status: undefined, lost: "ECONNREFUSED" });
  });
});
