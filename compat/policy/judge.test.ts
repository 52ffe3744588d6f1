import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import {
  jsonResponse,
  documentAnswering,
  judgeDocuments,
  testContract,
  objectSchema,
  schemaReference,
  deprecatedSince,
} from "../../test/support/compat/test-documents.ts";
import { type Change, type TimePolicy, isBlocking, judgeInTime } from "../index.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";

const today = "2026-11-20";
const text = { type: "string" };
const fine = { description: "Fine" };
const isBroken = ({ verdict }: Change): boolean => verdict === "breaking";
const without = documentAnswering(objectSchema({ id: text }));

describe("judgeInTime()", () => {
  it("allows the removal of a part 12 months after its deprecation, and not a day sooner", () => {
    expect(first(withNote(deprecatedSince("2025-11-20")), without)).toMatchObject({
      verdict: "breaking",
      allowed: { section: "9.4", from: "2026-11-20" },
    });
    expect(first(withNote(deprecatedSince("2025-11-21")), without)).toMatchObject({
      verdict: "breaking",
      blocked: { section: "9.4", from: "2026-11-21" },
    });
  });

  it.each([["410"], ["404", "default"], []])(
    "counts an operation without success responses as removed, with 24 months of support: %j",
    (...left) => {
      const life = { "x-published": "2025-09-20", ...deprecatedSince("2025-10-20") };
      const keeping = (...statuses: string[]): JsonObject => ({
        paths: { "/a": { get: { ...life, responses: Object.fromEntries(statuses.map((one) => [one, fine])) } } },
      });
      const on = (day: string): readonly Change[] =>
        judgeDocuments(keeping("200", "301"), keeping(...left), { today: day }).changes.filter(isBroken);

      expect(on(today)).toMatchObject([200, 301].map(() => ({ blocked: { section: "9.3", from: "2027-09-20" } })));
      expect(on("2027-09-20")).toMatchObject([200, 301].map(() => ({ allowed: { section: "9.3" } })));
      expect(
        judgeDocuments(keeping("200", "301"), keeping("301", ...left), { today }).changes.filter(isBroken),
      ).toMatchObject([{ allowed: { section: "9.4" } }]);
    },
  );

  it("counts calendar months: the 29th of February ends on the 28th", () => {
    const of = (day: string): Change => first(withNote(deprecatedSince("2024-02-29")), without, { today: day });

    expect(of("2025-02-27").blocked?.from).toBe("2025-02-28");
    expect(of("2025-02-28").allowed?.from).toBe("2025-02-28");
  });

  it("blocks unannounced changes, with the reason", () => {
    expect(first(withNote({}), without).blocked).toEqual({
      period: "notice",
      section: "9.4",
      reason: "It was not announced: neither it nor what encloses it is deprecated in the base",
      ifAnnounced: "2027-11-20",
    });
    expect(first(withNote({ deprecated: true }), without).blocked).toEqual({
      period: "notice",
      section: "9.4",
      reason: "It is deprecated, but nothing says since when",
      ifAnnounced: "2027-11-20",
    });
  });

  it("does not accept a date that was never published as an announcement", () => {
    expect(first(withNote({ "x-deprecated": { date: "2024-01-01" } }), without).blocked).toEqual({
      period: "notice",
      section: "9.4",
      reason: "It has x-deprecated, but is not marked as deprecated: true beside it",
      ifAnnounced: "2027-11-20",
    });
  });

  it("does not accept a deprecation as the announcement of a new requirement", () => {
    const query = (more: JsonObject): JsonObject =>
      documentAnswering(text, {}, { parameters: [{ name: "q", in: "query", schema: text, ...more }] });
    const found = judgeDocuments(query(deprecatedSince("2024-01-01")), query({ required: true }), { today }).changes;

    expect(found.find(({ rule }) => rule === "request-parameter-became-required")?.blocked).toMatchObject({
      section: "9.4",
      reason: "It was not announced: a deprecation does not announce that the part becomes required",
    });
  });

  it("accepts the deprecation of a field as the announcement that it becomes optional", () => {
    const body = (...required: string[]): JsonObject =>
      documentAnswering({ ...objectSchema({ note: { ...text, ...deprecatedSince("2024-01-01") } }), required });

    expect(first(body("note"), body())).toMatchObject({
      rule: "response-property-became-optional",
      allowed: { section: "9.4", from: "2025-01-01" },
    });
  });

  it("names the place where a shared part was not announced", () => {
    const note = objectSchema({ note: text });
    const base = documentAnswering(
      objectSchema({
        p: { allOf: [schemaReference("Note")], ...deprecatedSince("2020-01-01") },
        q: schemaReference("Note"),
      }),
      {
        Note: note,
      },
    );
    const revision = documentAnswering(objectSchema({ p: schemaReference("Note"), q: schemaReference("Note") }), {
      Note: objectSchema({}),
    });
    const gone = judgeDocuments(base, revision, { today }).changes.find(
      ({ rule }) => rule === "response-property-removed",
    );

    expect(gone).toMatchObject({ path: "body.p.note" });
    expect(gone?.blocked?.reason).toBe(
      "It was not announced for body.q.note of GET /a: neither it nor what encloses it there is deprecated in the base",
    );
  });

  it("blocks a removal until the sunset", () => {
    const sunset = { "x-sunset": "2027-03-01T12:00:00Z" };

    expect(first(withNote(deprecatedSince("2024-01-01", sunset)), without).blocked).toMatchObject({
      from: "2027-03-01",
    });
    expect(first(withNote(deprecatedSince("2024-01-01", { "x-sunset": "soon" })), without).blocked).toEqual({
      period: "notice",
      section: "9.4",
      reason: "It is deprecated, but its x-sunset cannot be read",
      ifAnnounced: "2027-11-20",
    });
    expect(first(withNote(deprecatedSince("2024-01-01", { "x-sunset": today })), without)).toHaveProperty("allowed");
  });

  it("reads announcements from the base only", () => {
    const tighter = withNote({ ...deprecatedSince("2020-01-01"), type: "integer" });

    expect(first(withNote({}), tighter)).toHaveProperty("blocked");
  });

  it("judges breaking changes of stated parts only", () => {
    const base = objectSchema({ id: text, note: { ...text, "x-assumed": "not shown" } });
    const { changes } = judgeDocuments(
      documentAnswering(base, {}, { "x-spec": "4.1" }),
      documentAnswering(objectSchema({ id: text, more: text }), {}, { "x-spec": "4.1" }),
      { today },
    );

    expect(changes.map(({ verdict, basis }) => `${verdict} ${basis}`)).toContain("breaking assumed");
    expect(changes.filter(({ allowed, blocked, waived }) => allowed ?? blocked ?? waived)).toEqual([]);
  });
});

describe("the announcement of an enclosing part", () => {
  const order = objectSchema({ id: text, note: text });
  const shorter = objectSchema({ id: text });

  it("counts for the part: operation, schema, property with a reference", () => {
    expect(
      first(documentAnswering(order, {}, deprecatedSince("2025-01-01")), documentAnswering(shorter)),
    ).toHaveProperty("allowed");
    expect(
      first(
        documentAnswering(schemaReference("Order"), { Order: { ...order, ...deprecatedSince("2025-01-01") } }),
        documentAnswering(schemaReference("Order"), { Order: shorter }),
      ),
    ).toHaveProperty("allowed");
    expect(
      first(
        documentAnswering(objectSchema({ order: { ...schemaReference("Order"), ...deprecatedSince("2025-01-01") } }), {
          Order: order,
        }),
        documentAnswering(objectSchema({ order: schemaReference("Order") }), { Order: shorter }),
      ),
    ).toHaveProperty("allowed");
  });

  it("counts for the target of a reference and for branches of allOf", () => {
    const old = { Old: { type: "object", ...deprecatedSince("2025-01-01") } };
    expect(
      first(
        documentAnswering(objectSchema({ old: schemaReference("Old") }), old),
        documentAnswering(objectSchema({}), old),
      ),
    ).toHaveProperty("allowed");
    const wrapped = { allOf: [text, deprecatedSince("2025-01-01")] };
    expect(
      first(documentAnswering(objectSchema({ note: wrapped })), documentAnswering(objectSchema({}))),
    ).toHaveProperty("allowed");
  });

  it("counts only if every path to the part was announced; the latest decides", () => {
    const paths = (one: JsonObject, other: JsonObject): JsonObject => ({
      "/a": { get: { ...one, ...jsonResponse(schemaReference("Order")) } },
      "/b": { get: { ...other, ...jsonResponse(schemaReference("Order")) } },
    });
    const of = (one: JsonObject, other: JsonObject): Change =>
      first(
        { paths: paths(one, other), components: { schemas: { Order: order } } },
        { paths: paths({}, {}), components: { schemas: { Order: shorter } } },
      );

    expect(of(deprecatedSince("2025-01-01"), {})).toHaveProperty("blocked");
    expect(of(deprecatedSince("2025-01-01"), deprecatedSince("2026-01-01")).blocked?.from).toBe("2027-01-01");
    expect(of(deprecatedSince("2025-01-01"), deprecatedSince("2025-03-01")).allowed?.from).toBe("2026-03-01");
  });

  it("separates requests from responses", () => {
    const schemas = (inner: Json): JsonObject => ({ Order: inner as JsonObject });
    const both = (inner: Json, body: JsonObject): JsonObject => ({
      paths: {
        "/a": {
          post: {
            requestBody: {
              content: {
                "application/json": { schema: objectSchema({ order: { ...schemaReference("Order"), ...body } }) },
              },
            },
            ...jsonResponse(schemaReference("Order")),
          },
        },
      },
      components: { schemas: schemas(inner) },
    });
    const { changes } = judgeDocuments(both(order, deprecatedSince("2025-01-01")), both(shorter, {}), { today });
    const of = (direction: string): Change | undefined => changes.find((one) => one.direction === direction);

    expect(of("response")).toHaveProperty("blocked");
    expect(of("request")).toHaveProperty("allowed");
  });

  it("terminates on cycles", () => {
    const node = (more: JsonObject): JsonObject => ({ Node: objectSchema({ ...more, next: schemaReference("Node") }) });

    expect(
      first(
        documentAnswering(schemaReference("Node"), node({ a: { ...text, ...deprecatedSince("2025-01-01") } })),
        documentAnswering(schemaReference("Node"), node({})),
      ),
    ).toHaveProperty("allowed");
  });
});

describe("the removal of an operation", () => {
  it("also waits for two years of support (§9.3)", () => {
    expect(removal({ "x-published": "2025-01-01", ...deprecatedSince("2025-02-01") }).blocked).toMatchObject({
      section: "9.3",
      from: "2027-01-01",
    });
    expect(removal({ "x-published": "2024-11-20", ...deprecatedSince("2025-02-01") }).allowed).toMatchObject({
      section: "9.3",
      from: "2026-11-20",
    });
    expect(
      removal({ "x-published": { date: "2020-01-01", "x-assumed": "?" }, ...deprecatedSince("2025-02-01") }).allowed,
    ).toMatchObject({
      section: "9.4",
      from: "2026-02-01",
    });
  });

  it("is not announced by its age", () => {
    expect(removal({ "x-published": "2020-01-01" }).blocked).toMatchObject({ section: "9.4" });
    expect(removal({ "x-published": "2026-01-01" }).blocked).toMatchObject({ section: "9.3" });
    expect(removal({}).blocked).toMatchObject({ section: "9.3", reason: expect.stringContaining("Nothing says") });
  });

  it("uses the day of the deprecation as the day of publication, which was no later", () => {
    expect(removal(deprecatedSince("2025-06-01")).blocked).toMatchObject({ section: "9.3", from: "2027-06-01" });
    expect(removal(deprecatedSince("2024-06-01")).allowed).toMatchObject({ section: "9.3", from: "2026-06-01" });
  });

  function removal(operation: JsonObject): Change {
    const paths = { "/a": { get: { ...operation, ...jsonResponse(text) } }, "/b": { get: jsonResponse(text) } };
    return first({ paths }, { paths: { "/b": paths["/b"] } });
  }
});

describe("a changelog", () => {
  const told = { date: "2025-03-01", api: "orders", operations: ["GET /a"], path: "body.note" };
  const of = (more: JsonObject, announcements: TimePolicy["announcements"] = [told]): Change =>
    first(withNote(more), without, { today, announcements: announcements ?? [] });

  it("must contain the deprecation, and the later of both days counts", () => {
    expect(of(deprecatedSince("2025-01-01")).allowed?.from).toBe("2026-03-01");
    expect(of(deprecatedSince("2025-06-01")).allowed?.from).toBe("2026-06-01");
    expect(of(deprecatedSince("2025-01-01")).allowed?.reason).toMatch(/^Announced by the changelog on 2025-03-01, /);
    expect(of(deprecatedSince("2025-06-01")).allowed?.reason).toMatch(/^Deprecated on 2025-06-01, /);
    expect(of(deprecatedSince("2025-01-01"), []).blocked?.reason).toBe(
      "It is deprecated, but the changelog did not announce it",
    );
    expect(of(deprecatedSince("2025-01-01"), [{ ...told, path: "body.id" }])).toHaveProperty("blocked");
    expect(of(deprecatedSince("2025-01-01"), [{ ...told, api: "other" }])).toHaveProperty("blocked");
    expect(of(deprecatedSince("2025-01-01"), [{ ...told, direction: "request" }])).toHaveProperty("blocked");
  });

  it("dates undated deprecations, and its sunset applies", () => {
    expect(of({ deprecated: true }).allowed?.from).toBe("2026-03-01");
    expect(of({ deprecated: true }, [{ ...told, sunset: "2027-01-01" }]).blocked?.from).toBe("2027-01-01");
    expect(of({})).toHaveProperty("blocked");
  });

  it("may use other names of path parameters and another order of operations", () => {
    const at = (name: string, inner: JsonObject): JsonObject => ({
      paths: { [`/a/{${name}}`]: { get: jsonResponse(objectSchema(inner)) } },
    });
    const announcements = [{ ...told, operations: ["GET /gone", "GET /a/{key}"] }];

    expect(
      first(at("id", { note: { ...text, deprecated: true } }), at("id", {}), { today, announcements }),
    ).toHaveProperty("allowed");
  });
});

describe("earlier versions", () => {
  const withLimit = (maximum: number): JsonObject =>
    documentAnswering(objectSchema({ id: text, ...(maximum > 1 && { old: text }) }));

  it("reveal breaks in several harmless steps, each change once, against the newest broken version", () => {
    const versions = [version("v1", "2025-06-01", withLimit(2)), version("v2", "2025-09-01", withLimit(2))];
    const report = judgedWith(withLimit(1), withLimit(1), versions);

    expect(report.changes).toMatchObject([
      { rule: "response-property-removed", against: "v2", verdict: "breaking", blocked: { section: "9.4" } },
    ]);
    expect(report.verdict).toBe("breaking");
  });

  it("count while they are supported, and add no repeated and no non-breaking changes", () => {
    expect(judgedWith(withLimit(1), withLimit(1), [version("v1", "2024-11-20", withLimit(2))]).changes).toEqual([]);
    expect(judgedWith(withLimit(1), withLimit(1), [version("v1", "2024-11-21", withLimit(2))]).changes).toHaveLength(1);
    expect(judgedWith(withLimit(2), withLimit(2), [version("v1", "2025-11-21", withLimit(1))]).changes).toEqual([]);
    const [change, ...others] = judgedWith(withLimit(2), withLimit(1), [
      version("v1", "2025-11-21", withLimit(2)),
    ]).changes;
    expect(change).not.toHaveProperty("against");
    expect(others).toEqual([]);
  });

  it("still state parts that the base only assumes", () => {
    const assumed = documentAnswering(objectSchema({ id: text, old: { ...text, "x-assumed": "Not shown" } }));
    const { changes } = judgedWith(assumed, withLimit(1), [version("v1", "2025-11-21", withLimit(2))]);

    expect(changes.map((change) => [change.basis, change.against, isBlocking(change)])).toEqual([
      ["stated", "v1", true],
    ]);
  });

  it("have announcements of their own", () => {
    const announced = documentAnswering(objectSchema({ id: text, old: { ...text, ...deprecatedSince("2025-01-01") } }));
    const versions = [version("v1", "2024-12-01", withLimit(2)), version("v2", "2025-01-01", announced)];

    expect(judgedWith(withLimit(1), withLimit(1), versions).changes).toMatchObject([
      { against: "v2", allowed: { from: "2026-01-01" } },
    ]);
  });

  it("block a later removal until their support ends, because it can no longer be announced", () => {
    const of = (earlier: JsonObject): Change["blocked"] =>
      judgedWith(withLimit(1), withLimit(1), [version("v1", "2025-06-01", earlier)]).changes[0]?.blocked;
    const noted = (date: string, more: JsonObject = {}): JsonObject =>
      documentAnswering(objectSchema({ id: text, old: { ...text, ...deprecatedSince(date, more) } }));

    expect(of(withLimit(2))).toEqual({
      period: "notice",
      section: "9.4",
      reason:
        "It was not announced: neither it nor what encloses it is deprecated in the base; v1, published on 2025-06-01, is supported until 2027-06-01 (§9.3)",
      from: "2027-06-01",
    });
    expect(of(noted("2026-01-01"))).toMatchObject({ from: "2027-01-01" });
    expect(of(noted("2025-01-01", { "x-sunset": "2029-01-01" }))).toMatchObject({ from: "2027-06-01" });
  });

  function judgedWith(base: JsonObject, revision: JsonObject, earlier: TimePolicy["earlier"]) {
    return judgeDocuments(base, revision, { today, earlier: earlier ?? [] });
  }

  function version(name: string, date: string, document: JsonObject) {
    return { name, date, contracts: [testContract(document)] };
  }
});

it("distinguishes contracts of one folder", () => {
  const both = [
    [testContract(withNote(deprecatedSince("2025-01-01"))), { ...testContract(without, "other.yaml"), api: "other" }],
    [testContract(without), { ...testContract(without, "other.yaml"), api: "other" }],
  ] as const;

  expect(judgeInTime(checkOnPlatform(...both), both, { today }).changes).toMatchObject([
    { allowed: { section: "9.4" } },
  ]);
});

function first(base: JsonObject, revision: JsonObject, policy: TimePolicy = { today }): Change {
  return judgeDocuments(base, revision, policy).changes.find(({ verdict }) => verdict === "breaking") as Change;
}

function withNote(more: JsonObject): JsonObject {
  return documentAnswering(objectSchema({ id: text, note: { ...text, ...more } }));
}
