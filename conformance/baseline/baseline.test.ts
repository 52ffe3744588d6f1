import { describe, expect, it } from "vitest";
import type { Failure, Report } from "../findings/report.ts";
import { applyBaseline } from "./apply-baseline.ts";
import type { BaselineEntry } from "./baseline.ts";
import { readBaseline } from "./read-baseline.ts";
import { baselineText, updateBaseline } from "./update-baseline.ts";

const today = "2026-03-01";
const options = { file: "known.yaml", today, isWhole: true };
const place = { api: "shop", operation: "GET /items" };
const request = { method: "GET", url: "http://127.0.0.1/items", headers: {}, body: null };
const failure = (id: string, cause = `shop shape ${id}`, check = "body-conforms"): Failure =>
  ({
    ...place,
    id,
    cause,
    check,
    message: `Message ${id}`,
    request,
    response: { status: 200 },
  }) as Failure;
const reportOf = (failures: readonly Failure[], more: Partial<Report> = {}): Report =>
  ({
    failures,
    operations: [place],
    outcomes: [{ ...place, succeeded: true }],
    endedBy: null,
    ...more,
  }) as unknown as Report;
const entry = (finding: string, expires = "2026-03-01"): BaselineEntry => ({
  finding,
  ...place,
  reason: "Ticket 7",
  expires,
});

describe("applyBaseline()", () => {
  it("separates known, expired and new failures", () => {
    const report = reportOf([failure("a"), failure("b"), failure("c")]);
    const { baseline, failures } = applyBaseline(report, [entry("a"), entry("b", "2026-02-28")], options);

    expect(failures).toHaveLength(3);
    expect(baseline.known).toEqual([{ finding: "a", reason: "Ticket 7", expires: "2026-03-01" }]);
    expect(baseline.expired.map(({ finding }) => finding)).toEqual(["b"]);
  });

  it("accepts all findings of a cause, unless a finding has an entry of its own", () => {
    const report = reportOf([failure("a", "shop shape x"), failure("b", "shop shape x"), failure("c", "shop shape y")]);
    const cause = { cause: "shop shape x", reason: "Ticket 8", expires: "2026-04-01" };
    const { baseline } = applyBaseline(report, [cause, entry("b", "2026-02-01")], options);

    expect(baseline.known.map(({ finding }) => finding)).toEqual(["a"]);
    expect(baseline.expired.map(({ finding }) => finding)).toEqual(["b"]);
    expect(baseline.gone).toEqual([]);
  });

  it("never accepts that an operation refused all credentials, because it was not tested", () => {
    const report = reportOf([failure("a", "shop refused", "credentials-accepted")]);

    expect(applyBaseline(report, [entry("a")], options).baseline.known).toEqual([]);
  });

  it.each<[string, Partial<Report>, boolean]>([
    ["of an operation without a successful request", { outcomes: [{ ...place, succeeded: false }] } as never, true],
    ["of an operation that the run did not have", { operations: [], outcomes: [] }, true],
    ["of an operation with an unexpected error", { errors: [{ ...place, message: "", stack: null }] }, true],
    ["if the run ended early", { endedBy: "time" }, true],
    ["if the run had one property only", {}, false],
  ])("lists an absent entry as not tested %s", (_, more, isWhole) => {
    const { baseline } = applyBaseline(reportOf([], more), [entry("a")], { ...options, isWhole });

    expect([baseline.gone, baseline.untested]).toEqual([[], [entry("a")]]);
  });

  it("lists an absent entry as gone if its operation was tested", () => {
    expect(applyBaseline(reportOf([]), [entry("a")], options).baseline.gone).toEqual([entry("a")]);
  });
});

describe("updateBaseline()", () => {
  it("adds new failures, removes entries that are gone, and keeps the others", () => {
    const entries = [entry("a"), entry("gone"), entry("old", "2026-01-01"), { ...entry("u"), operation: "GET /other" }];
    const refused = failure("r", "shop refused", "credentials-accepted");
    const report = applyBaseline(reportOf([failure("a"), failure("old"), failure("new"), refused]), entries, options);

    expect(updateBaseline(entries, report, { today })).toEqual([
      entries[0],
      entries[2],
      entries[3],
      {
        cause: "shop shape new",
        ...place,
        check: "body-conforms",
        headline: "Message new",
        reason: "Found on 2026-03-01, not examined yet",
        expires: "2026-05-30",
      },
    ]);
  });

  it("adds one entry for a cause, and one for each kind of its consequences", () => {
    const accepted = (member: string): Failure =>
      failure(member, `shop accepting /items body > body/${member} > body/${member}`, "invalid-input-refused");
    const members = ["a", "b", "c", "d"].map(accepted);
    const report = applyBaseline(reportOf(members), [], options);
    const entries = updateBaseline([], report, { today });

    expect(entries).toMatchObject([
      {
        cause: "shop accepting /items body",
        headline: expect.stringMatching(/^GET \/items: Message a\. Expected: The target refuses/) as string,
      },
    ]);
    // Another seed finds fewer members, which have narrower causes.
    const { baseline } = applyBaseline(reportOf([accepted("f")]), entries, options);
    expect([baseline.known.length, baseline.gone]).toEqual([1, []]);
  });

  it.each(["known.yaml", "known.json"])("writes entries that can be read again to %s", async (name) => {
    const entries = [{ ...entry("012345678901"), headline: 'It has "/a": #1, expected\ttext' }];
    const text = await baselineText(entries, name);

    expect(await readBaseline({ name, text })).toEqual(entries);
  });
});

describe("readBaseline()", () => {
  it("accepts an empty file", async () => {
    expect(await readBaseline({ name: "a.yaml", text: "" })).toEqual([]);
  });

  it.each([
    ["a: 1", "it is not a list of entries"],
    ["- 1", "entry 1 has no fields"],
    ['- {finding: "1", reasons: a, expires: 2026-01-01}', 'an entry has no field "reasons"; the nearest is "reason"'],
    ["- {finding: 384039114045, reason: a, expires: 2026-01-01}", "finding is not a text: put it in quotes"],
    ["- {reason: a, expires: 2026-01-01}", "an entry needs either finding or cause"],
    ["- {finding: a, cause: b, reason: a, expires: 2026-01-01}", "an entry needs either finding or cause"],
    ["- {finding: a, expires: 2026-01-01}", "an entry has no reason"],
    ["- {finding: a, reason: a}", "an entry has no expires"],
    ["- {finding: a, reason: a, expires: 2026-02-30}", "expires is not a day"],
    [
      "- {finding: a, reason: a, expires: 2026-02-01}\n- {finding: a, reason: b, expires: 2026-02-01}",
      'the finding "a" has two entries',
    ],
  ])("rejects %s", async (text, reason) => {
    await expect(readBaseline({ name: "a.yaml", text })).rejects.toThrow(reason);
  });
});
