import { describe, expect, it } from "vitest";
import { secondsAhead } from "./clock.ts";
import type { RawResult } from "../target/raw/raw-client.ts";
import { retryAfterMs } from "./sending.ts";

const now = Date.UTC(2026, 2, 1, 9, 30);
const resultWith = (headers: Readonly<Record<string, string>>): RawResult => ({ status: 429, headers, text: "" });
const dateAfter = (seconds: number): string => new Date(now + seconds * 1000).toUTCString();

describe("retryAfterMs()", () => {
  it.each([
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "3" }, 3000],
    [{ "retry-after": "3600" }, 10_000],
    [{ "retry-after": dateAfter(2) }, 2000],
    [{ "retry-after": dateAfter(-2) }, 0],
    [{ "retry-after": dateAfter(62), date: dateAfter(60) }, 2000],
    [{ "retry-after": "soon" }, 1000],
    [{}, 1000],
  ])("of %j is %i", (headers, milliseconds) => {
    expect(retryAfterMs(resultWith(headers), now)).toBe(milliseconds);
  });
});

describe("secondsAhead()", () => {
  it.each([
    [{ date: dateAfter(0) }, 0],
    [{ date: dateAfter(-1) }, 0],
    [{ date: dateAfter(90) }, 90],
    [{ date: dateAfter(-301) }, -301],
    [{ date: "noon" }, 0],
    [{}, 0],
  ])("of %j is %i", (headers, seconds) => {
    expect(secondsAhead(resultWith(headers), now)).toBe(seconds);
  });
});
