import { describe, expect, it } from "vitest";
import type { AffectedCall } from "./fault.ts";
import { rateLimit } from "./rate-limit.ts";

type Call = AffectedCall<{ readonly id: "rate-limit"; readonly seconds: number; readonly date: boolean }>;

const noon = Date.UTC(2026, 0, 5, 12, 0, 0, 300);
const refusalAt = (milliseconds: number, setting: { seconds: number; date?: boolean }) =>
  rateLimit.refuse?.({
    setting: { id: "rate-limit", date: false, ...setting },
    firstAt: noon,
    now: noon + milliseconds,
  } as Call);

describe("the fault rate-limit", () => {
  it("refuses calls with the remaining seconds, until the time is over", () => {
    expect(refusalAt(0, { seconds: 2 })).toMatchObject({ status: 429, headers: { "retry-after": "2" } });
    expect(refusalAt(1200, { seconds: 2 })?.headers).toEqual({ "retry-after": "1" });
    expect(refusalAt(1999, { seconds: 2 })?.headers).toEqual({ "retry-after": "1" });
    expect(refusalAt(2000, { seconds: 2 })).toBeUndefined();
  });

  it("names a date that is not before the end", () => {
    const { headers } = refusalAt(0, { seconds: 2, date: true }) ?? {};

    expect(headers).toEqual({ "retry-after": "Mon, 05 Jan 2026 12:00:03 GMT" });
    expect(
      refusalAt(Date.parse(headers?.["retry-after"] as string) - noon, { seconds: 2, date: true }),
    ).toBeUndefined();
  });
});
