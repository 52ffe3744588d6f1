import { describe, expect, it } from "vitest";
import { readAnswers } from "./testing/fuzz/answers.ts";
import { fuzz } from "./testing/fuzz/fuzz.ts";
import type { Fault } from "./testing/fuzz/planted.ts";

// A few seconds of what `npm run fuzz` does for longer.

const seed = Number(process.env["CONCORD_SEED"] ?? 42);

describe("the mock under attack", () => {
  it("lives, answers as it should, and keeps nothing", { timeout: 120_000 }, async () => {
    expect(await fuzz({ seed, rounds: 1, requests: 100, isRaw: true })).toEqual([]);
  });
});

describe("who attacks it", () => {
  it.each<[string, Fault, string]>([
    ["ends", "dies", "the process ended"],
    ["fails", "fails", "it is answered 500"],
    ["keeps what it was sent", "grows", "the heap grows between equal rounds"],
    ["keeps connections", "holds", "connections are open though all clients are gone"],
    ["shows one organization what is another's", "leaks", "reads what is blue's"],
    ["lets a body change the prototype of all objects", "pollutes", "prototypes have polluted"],
    ["writes headers that it was sent", "splits", "a header was split"],
  ])("finds it where it %s", { timeout: 60_000 }, async (_, planted, finding) => {
    expect((await fuzz({ seed, rounds: 2, requests: 40, isRaw: false, planted })).join("\n")).toContain(finding);
  });
});

describe("readAnswers()", () => {
  const ok = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
  const read = (text: string) => readAnswers(Buffer.from(text, "latin1"), ["GET", "GET"]).map(({ body }) => body);

  it("reads whole answers, one after the other", () => {
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
  ])("throws where there is %s", (_, text) => {
    expect(() => read(text)).toThrow(Error);
  });
});
