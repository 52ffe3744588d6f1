import { describe, expect, it } from "vitest";
import { readAnswers } from "./support/fuzz/answers.ts";
import { fuzz } from "./support/fuzz/fuzz.ts";

// A short run of `npm run fuzz`.

const seed = Number(process.env["CONCORD_SEED"] ?? 42);

describe("the mock under attack", () => {
  it("survives, responds correctly, and leaks nothing", async () => {
    expect(await fuzz({ seed, rounds: 1, requests: 40, isRaw: true })).toEqual([]);
  });
});

describe("the attacks", () => {
  it.each([
    ["ends", "dies", "the process ended"],
    ["lets a request change what all objects inherit", "pollutes", "prototypes have polluted"],
    ["keeps connections", "holds", "connections are open though all clients are gone"],
  ] as const)("detect a mock that %s", async (_, planted, finding) => {
    const findings = await fuzz({ seed, rounds: 0, requests: 40, isRaw: false, planted: [planted] });
    expect(findings.join("\n")).toContain(finding);
  });

  it("detect the other planted faults", async () => {
    const planted = ["fails", "grows", "leaks", "splits"] as const;
    const findings = (await fuzz({ seed, rounds: 2, requests: 40, isRaw: false, planted })).join("\n");

    expect(findings).toContain("it is answered 500");
    expect(findings).toContain("the heap grows between equal rounds");
    expect(findings).toContain("reads what is red's");
    expect(findings).toContain("a header was split");
  });
});

describe("readAnswers()", () => {
  const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
  const read = (text: string) => readAnswers(Buffer.from(text, "latin1"), ["GET", "GET"]).map(({ body }) => body);

  it("reads complete responses in sequence", () => {
    expect(read(`HTTP/1.1 100 Continue\r\n\r\n${ok}${ok.slice(0, -1)}`)).toEqual(["{}"]);
    expect(read(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n${ok}`)).toEqual([
      "{}",
      "{}",
    ]);
  });

  it.each([
    ["no status", ok.replace("200", "2000")],
    ["no length", ok.replace("length", "width")],
    ["two lengths", ok.replace("\r\n\r\n", "\r\ncontent-length: 2\r\n\r\n")],
    ["a line break in a header", ok.replace(": 2", ": 2\n")],
    ["more than was announced", `${ok}{}\r\n\r\n`],
  ])("throws an error for %s", (_, text) => {
    expect(() => read(text)).toThrow(Error);
  });
});
