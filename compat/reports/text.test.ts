import { describe, expect, it } from "vitest";
import { sampleReport, removedChange, reportWithText } from "../../test/support/compat/sample-report.ts";
import { type Change, renderText } from "../index.ts";

describe("renderText()", () => {
  it("has values, proof and outcome of each change", () => {
    expect(renderText(sampleReport)).toMatchInlineSnapshot(`
      "Profile: platform
      fault  The sunset of "GET /v1/orders" is 3 months away, not 12 [sunset-too-soon, §9.4]
             at specs/revision.yaml:3

      fault  The waiver of 0123456789ab has ended [waiver-stale, §9.4]

      Orders
        POST /v1/orders
          breaking      request body.quantity: The maximum went down [type-changed, §9.5, 1123456789ab]
                        why: Consumers may read every property the base contract promised.
                        10 -> 5
                        affects: clients that send requests to POST /v1/orders, PUT /v1/orders/0, PUT /v1/orders/1 and 898 more
                        cause: the edit of "Order" (schemas): 2 changes in 901 operations
                        against: version v1.1.0
                        proof: accepted by the base, refused by the revision: POST /v1/orders?token=*** -H 'authorization: Bearer ***' -H 'content-type: application/json' -d '{"quantity":6,"note":"it'\\''s"}', with 6 at body.quantity
                        blocked: §9.4, announced 3 months ago, not 12; allowed from 2026-10-01
                        what to do: It is announced: make the change on 2026-10-01 or later.
                        base base.yaml:10, revision specs/revision.yaml:8
        GET /v1/orders
          breaking      response body.note: Property "note" was removed [response-property-removed, §9.5, 0123456789ab]
                        why: Consumers may read every property the base contract promised.
                        affects: clients that read responses of GET /v1/orders
                        base base.yaml:10, revision specs/revision.yaml:8
          breaking      response body.note: Property "note" was removed [response-property-removed, §9.5, assumed, 4123456789ab]
                        affects: clients that read responses of GET /v1/orders
                        assumed: the specification does not state this part, so it is only listed
                        base base.yaml:10, revision specs/revision.yaml:8
          breaking      response body.note: Property "note" was removed [response-property-removed, §9.5, 5123456789ab]
                        affects: clients that read responses of GET /v1/orders
                        proof: part of the base, not of the revision: GET /v1/orders
                        waived: for security, by Ann, until 2026-12-31
                        base base.yaml:10, revision specs/revision.yaml:8
          dangerous     response 404 body.note: Property "note" was removed [response-property-removed, §9.5, 3123456789ab]
                        affects: clients that read responses of GET /v1/orders
                        note: No value shows the difference
                        proof: the revision may answer it, the base may not: GET /v1/orders answered with "a" at body.note
                        base base.yaml:10, revision specs/revision.yaml:8
          non-breaking  response body.note: Property "total" was added [response-property-removed, §9.2, 2123456789ab]
                        base base.yaml:10, revision specs/revision.yaml:8

      Billing
        GET /v1/orders
          breaking      response body.note: Property "note" was removed [response-property-removed, §9.5, 6123456789ab]
                        affects: clients that read responses of GET /v1/orders
                        allowed: §9.4, announced 14 months ago; since 2026-01-01
                        base (none), revision (none)

      How to announce or waive a change
        To waive the notice (§9.4: for security or regulation), add to compat/waivers.yaml, or the file of --waivers
      # POST /v1/orders: The maximum went down
      - change: "1123456789ab"
        reason: security # or regulation
        by: <who decides>
        expires: <last day, YYYY-MM-DD>

      5 breaking (2 blocking, 1 allowed, 1 waived, 1 assumed), 1 dangerous, 1 non-breaking, 2 faults
      "
    `);
  });

  it("has the values before and after if the message does not", () => {
    const lineOf = (change: Partial<Change>): string | undefined =>
      / {18}(.* -> .*)/.exec(renderText({ ...sampleReport, changes: [{ ...removedChange, ...change }] }))?.[1];

    expect(lineOf({ message: "The maximum is lower", before: 10, after: 1 })).toBe("10 -> 1");
    expect(lineOf({ message: "The maximum is 10 now", before: 1, after: 10 })).toBe("1 -> 10");
    expect(lineOf({ message: "Another pattern", before: ["a b"], after: ["c", "d"] })).toBe('"a b" -> ["c","d"]');
    expect(lineOf({ message: "A maximum was added", after: 5 })).toBe("(none) -> 5");
    expect(lineOf({ message: "It was added", after: { required: false } })).toBe("(none) -> optional");
    expect(lineOf({ message: "Type changed from integer to number", before: ["integer"], after: ["number"] })).toBe(
      undefined,
    );
    expect(lineOf({ message: 'Parameter "a b" is called "c" now', before: "a b", after: "c" })).toBe(undefined);
  });

  it("lists the requested levels, and counts all changes", () => {
    const text = renderText(sampleReport, { only: ["dangerous", "blocking"] });

    expect(idsIn(text)).toEqual(["1123456789ab", "0123456789ab", "3123456789ab"]);
    expect(text).toMatch(/5 breaking \(.*\), 1 dangerous, 1 non-breaking, 2 faults\n4 of them not listed\n$/);
    expect(idsIn(renderText(sampleReport, { only: ["breaking"] })).length).toBe(5);
  });

  it("shortens the list of non-breaking changes only if there are worse ones", () => {
    const harmless = idsOf(20).map((id): Change => ({ ...removedChange, id, verdict: "non-breaking" }));
    const mixed = { verdict: "breaking", changes: [removedChange, ...harmless], faults: [] } as const;
    const calm = { verdict: "non-breaking", changes: harmless, faults: [] } as const;

    expect(idsIn(renderText(mixed)).length).toBe(1 + 5);
    expect(renderText(mixed)).toContain("and 15 more non-breaking");
    expect(idsIn(renderText(mixed, { only: ["non-breaking"] })).length).toBe(20);
    expect(idsIn(renderText(calm)).length).toBe(20);
  });

  it("lists blocking changes first", () => {
    const listed = { ...removedChange, id: "aaaaaaaaaaaa", api: "A", basis: "assumed" } as const;

    expect(idsIn(renderText({ verdict: "breaking", changes: [listed, removedChange], faults: [] }))).toEqual([
      removedChange.id,
      listed.id,
    ]);
  });

  it("contains no CI commands", () => {
    const lines = renderText(reportWithText("::error::x ##[group]")).split("\n");

    expect(lines.filter((line) => line.trimStart().startsWith("::") || line.includes("##["))).toEqual([]);
  });

  it("shortens long texts of a document", () => {
    const lines = renderText(reportWithText("x".repeat(100_000))).split("\n");

    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(1000);
  });
});

function idsIn(text: string): string[] {
  return [...text.matchAll(/, ([0-9a-f]{12})\]$/gm)].map(([, id]) => id as string);
}

function idsOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index).padStart(12, "0"));
}
