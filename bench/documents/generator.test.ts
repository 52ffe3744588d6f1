import { describe, expect, it } from "vitest";
import { readResult, scriptOf } from "./generator.ts";

const output = `Running 1s test @ http://127.0.0.1:4010
  1 threads and 32 connections
  Latency Distribution
     50%    1.40ms
     99%  812.00us
  20123 requests in 1.00s, 5.71MB read
Requests/sec:  20100.50
Transfer/sec:      5.71MB
`;

describe("readResult()", () => {
  it("reads the number of responses and their latency", () => {
    expect(readResult(4010, output)).toEqual({ answered: 20_123, perSecond: 20_100.5, p99Ms: 0.812 });
  });

  it.each([
    ["us", 0.0015],
    ["ms", 1.5],
    ["s", 1500],
  ])("reads a latency in %s", (unit, p99Ms) => {
    expect(readResult(4010, output.replace("812.00us", `1.50${unit}`)).p99Ms).toBeCloseTo(p99Ms, 6);
  });

  it("fails for refusals, which may be fast, and for broken connections", () => {
    expect(() => readResult(4010, `${output}  Non-2xx or 3xx responses: 3\n`)).toThrow("Non-2xx or 3xx responses: 3");
    expect(() => readResult(4010, `${output}  Socket errors: connect 0, read 2\n`)).toThrow("Socket errors");
    expect(() => readResult(4010, "  0 requests in 1.00s")).toThrow("no response");
  });
});

describe("scriptOf()", () => {
  it("writes bodies byte by byte, so that quotes, lines and other alphabets stay as they are", () => {
    const script = scriptOf([{ method: "POST", url: "/a", headers: { "content-type": "text/plain" }, body: '"é\n\\' }]);
    expect(script).toContain(
      String.raw`wrk.format("POST", "/a", { ["content-type"] = "text/plain" }, "\034\195\169\010\092")`,
    );
  });
});
