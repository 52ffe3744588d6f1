import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import {
  jsonResponse,
  documentAnswering,
  judgeDocuments,
  testContract,
  objectSchema,
  schemaReference,
  deprecatedSince,
  jsonRequestBody,
} from "../../test/support/compat/test-documents.ts";
import type { Fault, Ledger, TimePolicy } from "../index.ts";
import { findUnreadableDates } from "./unreadable-dates.ts";

const today = "2026-11-20";
const text = { type: "string" };

describe("a revision that sets dates", () => {
  it.each([
    ["deprecates as of today", {}, deprecatedSince(today), []],
    ["deprecates in the past", {}, deprecatedSince("2026-11-19"), ["deprecation-backdated"]],
    ["deprecates without any date", {}, { deprecated: true }, []],
    [
      "puts a deprecation back",
      deprecatedSince("2026-06-01"),
      deprecatedSince("2026-05-31"),
      ["deprecation-backdated"],
    ],
    [
      "dates what was deprecated without a date",
      { deprecated: true },
      deprecatedSince("2025-01-01"),
      ["deprecation-backdated"],
    ],
    [
      "deprecates as of a day that nobody was shown",
      { "x-deprecated": { date: "2025-01-01" } },
      deprecatedSince("2025-01-01"),
      ["deprecation-backdated"],
    ],
    ["moves a deprecation on", deprecatedSince("2026-06-01"), deprecatedSince("2026-07-01"), []],
    ["keeps a deprecation", deprecatedSince("2026-06-01"), deprecatedSince("2026-06-01"), []],
    ["withdraws a deprecation", deprecatedSince("2026-06-01", { "x-sunset": "2028-01-01" }), {}, []],
    ["sets a sunset in 12 months", deprecatedSince(today), deprecatedSince(today, { "x-sunset": "2027-11-20" }), []],
    [
      "sets a sunset sooner",
      deprecatedSince(today),
      deprecatedSince(today, { "x-sunset": "2027-11-19" }),
      ["sunset-too-soon"],
    ],
    [
      "has a sunset sooner, as a date and time",
      {},
      { deprecated: true, "x-sunset": "2027-01-01T00:00:00Z" },
      ["sunset-too-soon"],
    ],
    ["brings a sunset forward", ends("2030-01-01"), ends("2027-01-01"), ["sunset-too-soon"]],
    ["brings a sunset forward to what is still late", ends("2030-01-01"), ends("2028-01-01"), []],
    ["keeps a sunset that is near", ends("2026-12-01"), ends("2026-12-01"), []],
    ["puts off a sunset that is near", ends("2026-12-01"), ends("2027-03-01"), []],
    ["takes out a sunset to come", ends("2027-03-01"), deprecatedSince("2026-01-01"), ["sunset-removed"]],
    ["takes out a sunset that has passed", ends("2026-03-01"), deprecatedSince("2026-01-01"), []],
    [
      "cannot be read",
      {},
      deprecatedSince("soon", { "x-sunset": { invalid: "object" } }),
      ["unreadable-date", "unreadable-date"],
    ],
    ["mends what could not be read", ends("soon"), ends("2029-01-01"), []],
    ["leaves what could not be read", ends("soon"), ends("soon"), []],
    ["has a sunset of what is not deprecated", {}, { "x-sunset": "2026-12-01" }, []],
  ])("%s", (_, before, after, codes) => {
    const found = faultsOf(withNote(before), withNote(after));

    expect(found.map(({ code }) => code)).toEqual(codes);
    for (const { section, at } of found) {
      expect(section).toBe("9.4");
      expect(at?.pointer).toMatch(/^\/paths\/~1a\/get\/.*\/properties\/note/);
    }
  });

  it.each([
    [
      "a field comes to refer",
      { p: schemaReference("Note"), q: text },
      { p: schemaReference("Note"), q: schemaReference("Note") },
      ["deprecation-backdated"],
    ],
    [
      "a new field refers",
      { p: schemaReference("Note") },
      { p: schemaReference("Note"), q: schemaReference("Note") },
      ["deprecation-backdated"],
    ],
    [
      "a field still refers",
      { p: schemaReference("Note"), q: schemaReference("Note") },
      { p: schemaReference("Note"), q: schemaReference("Note"), r: text },
      [],
    ],
    [
      "a field no longer refers",
      { p: schemaReference("Note"), q: schemaReference("Note") },
      { p: schemaReference("Note"), q: text },
      [],
    ],
  ])("has no earlier notice after %s to a part that was announced for other operations", (_, before, after, codes) => {
    const components = { Note: { ...text, ...deprecatedSince("2023-01-01") } };
    const [base, revision] = [before, after].map((members) =>
      documentAnswering(objectSchema(members as JsonObject), components),
    );
    const { faults } = judgeDocuments(base as JsonObject, revision as JsonObject, { today });

    expect(faults.map(({ code }) => code)).toEqual(codes);
  });

  it.each<[string, JsonObject, JsonObject, string[]]>([
    ["a new body", {}, jsonRequestBody(schemaReference("Note")), ["deprecation-backdated"]],
    [
      "a new media type",
      { requestBody: { content: { "text/plain": { schema: text } } } },
      jsonRequestBody(schemaReference("Note")),
      ["deprecation-backdated"],
    ],
    [
      "a new parameter",
      {},
      { parameters: [{ name: "q", in: "query", schema: schemaReference("Note") }] },
      ["deprecation-backdated"],
    ],
    [
      "a media type in the place of another",
      { requestBody: { content: { "text/plain": { schema: schemaReference("Note") } } } },
      jsonRequestBody(schemaReference("Note")),
      [],
    ],
    ["a body that was there", jsonRequestBody(schemaReference("Note")), jsonRequestBody(schemaReference("Note")), []],
  ])("has no earlier notice by its schema, which was announced for other operations: %s", (_, before, after, codes) => {
    const of = (operation: JsonObject): JsonObject => ({
      paths: {
        "/a": { get: jsonResponse(schemaReference("Note")), post: { responses: {}, ...operation } },
      },
      components: { schemas: { Note: { ...text, ...deprecatedSince("2023-01-01") } } },
    });

    expect(faultsOf(of(before), of(after)).map(({ code }) => code)).toEqual(codes);
  });

  it.each<[string, string | undefined, JsonObject, JsonObject, string[]]>([
    [
      "a year ahead, of a route of half a year",
      "2026-05-20",
      {},
      deprecatedSince(today, { "x-sunset": "2027-11-20" }),
      ["9.3"],
    ],
    ["a day before two years", "2026-05-20", {}, deprecatedSince(today, { "x-sunset": "2028-05-19" }), ["9.3"]],
    ["at the end of two years", "2026-05-20", {}, deprecatedSince(today, { "x-sunset": "2028-05-20" }), []],
    ["a year ahead, of an old route", "2020-01-01", {}, deprecatedSince(today, { "x-sunset": "2027-11-20" }), []],
    ["sooner, of an old route", "2020-01-01", {}, deprecatedSince(today, { "x-sunset": "2027-11-19" }), ["9.4"]],
    [
      "a year ahead, of a route without a date",
      undefined,
      {},
      deprecatedSince(today, { "x-sunset": "2027-11-20" }),
      [],
    ],
    ["a year ahead, without any date", undefined, {}, { deprecated: true, "x-sunset": "2027-11-20" }, []],
    [
      "soon after a deprecation to come",
      "2020-01-01",
      {},
      deprecatedSince("2027-06-01", { "x-sunset": "2028-05-31" }),
      ["9.4"],
    ],
    [
      "a year after a deprecation to come",
      "2020-01-01",
      {},
      deprecatedSince("2027-06-01", { "x-sunset": "2028-06-01" }),
      [],
    ],
    ["near, as it was", "2026-05-20", ends("2027-12-01"), ends("2027-12-01"), []],
    ["later than it was, and still near", "2026-05-20", ends("2027-12-01"), ends("2028-01-01"), []],
  ])("may not set a sunset before the first allowed day: %s", (_, published, before, after, sections) => {
    const of = (operation: JsonObject): JsonObject => ({
      ...(published !== undefined && { "x-published": published }),
      paths: { "/a": { get: { ...operation, ...jsonResponse(text) } } },
    });
    const found = faultsOf(of(before), of(after));

    expect(found.map(({ code, section }) => `${code} ${section}`)).toEqual(
      sections.map((section) => `sunset-too-soon ${section}`),
    );
  });

  it("applies the support period to operations only, reads the ledger, and reads the enclosing parts", () => {
    const soon = deprecatedSince(today, { "x-sunset": "2027-11-20" });
    const of = (own: JsonObject, inside: JsonObject): JsonObject => ({
      ...documentAnswering(objectSchema({ note: { ...text, ...inside } }), {}, own),
      "x-published": "2026-05-20",
      webhooks: { done: { post: { ...inside, responses: {} } } },
    });
    const shown: Ledger = {
      versions: [],
      apis: { orders: { title: "Orders", operations: { "GET /a": { published: "2026-03-01" } } } },
    };
    const later = deprecatedSince("2027-06-01", { "x-sunset": "2027-12-01" });

    expect(faultsOf(of({}, {}), of({}, soon))).toEqual([]);
    expect(faultsOf(documentAnswering(text), documentAnswering(text, {}, soon), { ledger: shown })).toMatchObject([
      {
        code: "sunset-too-soon",
        section: "9.3",
        message: expect.stringContaining(
          "sooner than it may go: write 2028-03-01 or a later day. Published on 2026-03-01, it is supported until",
        ),
      },
    ]);
    expect(faultsOf(withNote({}), withNote(later))).toMatchObject([{ code: "sunset-too-soon" }]);
    const old = deprecatedSince("2024-01-01");
    expect(faultsOf(of(old, {}), of(old, later))).toMatchObject([{ message: expect.stringMatching(/^"POST done"/) }]);
  });

  it("reports the location and the date", () => {
    expect(faultsOf(withNote({}), withNote(deprecatedSince("2026-01-01")))).toEqual([
      {
        code: "deprecation-backdated",
        section: "9.4",
        message: expect.stringMatching(/^response body\.note of "GET \/a": it is deprecated as of 2026-01-01, which/),
        at: expect.objectContaining({
          file: "orders.yaml",
          pointer: "/paths/~1a/get/responses/200/content/application~1json/schema/properties/note/x-deprecated",
        }),
      },
    ]);
  });

  it("judges operations, parameters, headers, webhooks, and added parts", () => {
    const old = deprecatedSince("2020-01-01");
    const document = (more: JsonObject): JsonObject => ({
      paths: {
        "/a": {
          get: {
            ...more,
            parameters: [{ name: "q", in: "query", schema: text, ...more }],
            responses: { "200": { description: "Fine", headers: { "X-Old": { schema: text, ...more } } } },
          },
        },
        ...("deprecated" in more && { "/new": { get: { ...more, ...jsonResponse(text) } } }),
      },
      webhooks: { done: { post: { ...more, requestBody: { content: { "application/json": { schema: text } } } } } },
    });

    expect(faultsOf(document({}), document(old)).map(({ message }) => message.split(": ", 1)[0])).toEqual([
      '"GET /a"',
      '"GET /new"',
      '"POST done"',
      'request query.q of "GET /a"',
      'response header.x-old of "GET /a"',
    ]);
    expect(faultsOf(document(old), document(old))).toEqual([]);
  });

  it("judges callbacks: their operation and their body", () => {
    const called = (own: JsonObject, inside: JsonObject): JsonObject =>
      calling({ ...own, ...sends({ ...text, ...inside }) });
    const none = called({}, {});
    const codes = (revision: JsonObject): string[] => faultsOf(none, revision).map(({ code }) => code);

    expect(faultsOf(none, called({}, deprecatedSince("2020-01-01"))).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^request body\.c of "POST \/a callback done \{\$request\.body#\/url\}": it is deprecated/),
    ]);
    expect(codes(called(deprecatedSince("2020-01-01"), {}))).toEqual(["deprecation-backdated"]);
    expect(codes(called({}, deprecatedSince(today, { "x-sunset": "2027-01-01" })))).toEqual(["sunset-too-soon"]);
    expect(codes(called({}, deprecatedSince("soon")))).toEqual(["unreadable-date"]);
  });

  it("ignores moved parts: renamed or inlined schemas, and parameters in another order", () => {
    const order = objectSchema({ note: { ...text, ...deprecatedSince("2020-01-01") } });
    const named = (name: string): JsonObject => documentAnswering(schemaReference(name), { [name]: order });
    const parameters = [
      { name: "a", in: "query", schema: text, ...deprecatedSince("2020-01-01") },
      { name: "b", in: "query", schema: text, ...deprecatedSince("2021-01-01") },
    ];
    const withParameters = (some: typeof parameters): JsonObject => documentAnswering(text, {}, { parameters: some });

    expect(faultsOf(named("Order"), named("Purchase"))).toEqual([]);
    expect(faultsOf(named("Order"), documentAnswering(order))).toEqual([]);
    const withTwoUses = (schema: JsonObject, list: JsonObject): JsonObject => ({
      paths: { "/a": { get: jsonResponse(schema) }, "/b": { get: jsonResponse({ type: "array", items: list }) } },
      components: { schemas: { Order: order } },
    });
    expect(
      faultsOf(withTwoUses(schemaReference("Order"), schemaReference("Order")), withTwoUses(order, order)),
    ).toEqual([]);
    expect(faultsOf(withParameters(parameters), withParameters(parameters.toReversed()))).toEqual([]);
    const another = { name: "c", in: "query", schema: text, ...deprecatedSince("2020-01-01") };
    expect(faultsOf(withParameters(parameters), withParameters([another, ...parameters]))).toHaveLength(1);
  });

  it("may repeat a date of the ledger or the changelog", () => {
    const announced = { date: "2025-03-01", api: "orders", operations: ["GET /a"], path: "body.note" };
    const of = (date: string, policy: Partial<TimePolicy>): string[] =>
      faultsOf(withNote({ deprecated: true }), withNote(deprecatedSince(date)), policy).map(({ code }) => code);

    expect(of("2025-03-01", { announcements: [announced] })).toEqual([]);
    expect(of("2025-02-01", { announcements: [announced] })).toEqual(["deprecation-backdated"]);
  });

  it.each([
    ["moves its publication back", "2025-01-01", "2024-01-01", ["published-backdated"]],
    ["moves its publication on", "2024-01-01", "2025-01-01", []],
    ["says that it was published long ago", undefined, "2020-01-01", ["published-backdated"]],
    ["says that it is published today", undefined, today, []],
    ["says so in a way that cannot be read", "2024-01-01", "long ago", ["unreadable-date"]],
    ["takes it out", "2024-01-01", undefined, []],
  ])("%s, for the whole document once", (_, before, after, codes) => {
    const of = (date: string | undefined): JsonObject => ({
      ...(date !== undefined && { "x-published": date }),
      paths: { "/a": { get: jsonResponse(text) }, "/b": { get: jsonResponse(text) } },
    });
    const found = faultsOf(of(before), of(after));

    expect(found.map(({ code }) => code)).toEqual(codes);
    for (const { section, at, message } of found) {
      expect([section, at?.pointer]).toEqual(["9.3", "/x-published"]);
      expect(message).toMatch(/^The API as a whole: /);
    }
  });
});

describe("an x-published that is added", () => {
  const dated = (published?: string, paths: JsonObject = { "/a": { get: jsonResponse(text) } }): JsonObject => ({
    ...(published !== undefined && { "x-published": published }),
    paths,
  });
  const record: Ledger = {
    versions: [],
    apis: { orders: { title: "Orders", operations: { "GET /a": { published: "2023-05-01" } } } },
  };

  it.each([
    ["what the ledger knows", "2023-05-01", []],
    ["a later day", "2023-06-01", []],
    ["an earlier day", "2023-04-30", ["published-backdated"]],
  ])("may be %s", (_, day, codes) => {
    expect(faultsOf(dated(), dated(day), { ledger: record }).map(({ code }) => code)).toEqual(codes);
  });

  it("is not added by a new operation that inherits it", () => {
    const more = { "/a": { get: jsonResponse(text) }, "/b": { get: jsonResponse(text) } };
    const own = { ...more, "/b": { get: { "x-published": "2020-01-01", ...jsonResponse(text) } } };

    expect(faultsOf(dated("2020-01-01"), dated("2020-01-01", more))).toEqual([]);
    expect(faultsOf(dated("2020-01-01"), dated("2020-01-01", own))).toMatchObject([
      { at: { pointer: "/paths/~1b/get/x-published" }, message: expect.stringMatching(/^"GET \/b": a new date/) },
    ]);
    const path = { ...more, "/b": { "x-published": "2020-01-01", ...more["/b"] } };
    expect(faultsOf(dated("2026-01-01"), dated("2026-01-01", path))).toMatchObject([
      { at: { pointer: "/paths/~1b/x-published" }, message: expect.stringMatching(/^"\/b": a new date/) },
    ]);
  });
});

describe("an x-published that is removed", () => {
  it("must not expose an earlier inherited date", () => {
    const own = (more: JsonObject): JsonObject => ({
      "x-published": "2020-01-01",
      paths: { "/a": { get: { ...more, ...jsonResponse(text) } } },
    });

    expect(faultsOf(own({ "x-published": "2026-06-01" }), own({}))).toMatchObject([
      { code: "published-backdated", message: expect.stringContaining("moved back from 2026-06-01 to 2020-01-01") },
    ]);
    expect(faultsOf(own({ "x-published": "2019-06-01" }), own({}))).toEqual([]);
  });
});

describe("findUnreadableDates()", () => {
  it("reports each location once, with advice", () => {
    const odd = { deprecated: true, "x-deprecated": { date: "soon" } };
    const document = documentAnswering(
      objectSchema({ note: { ...text, ...odd }, id: { ...text, ...deprecatedSince("2026-01-31") } }),
    );

    expect(findUnreadableDates(testContract({ ...document, "x-published": "long ago" }))).toMatchObject([
      { message: expect.stringContaining("x-published cannot be read"), at: { pointer: "/x-published" } },
      {
        message: "The date of x-deprecated cannot be read, and is ignored: write a day such as 2026-01-31",
        at: { file: "orders.yaml", pointer: expect.stringMatching(/note\/x-deprecated$/) },
      },
    ]);
    expect(
      findUnreadableDates(
        testContract(documentAnswering(objectSchema({ id: { ...text, ...deprecatedSince("2026-01-31") } }))),
      ),
    ).toEqual([]);
  });
});

function faultsOf(base: JsonObject, revision: JsonObject, policy: Partial<TimePolicy> = {}): readonly Fault[] {
  return judgeDocuments(base, revision, { today, ...policy }).faults;
}

function calling(callback: JsonObject): JsonObject {
  return {
    paths: {
      "/a": { post: { ...jsonResponse(text), callbacks: { done: { "{$request.body#/url}": { post: callback } } } } },
    },
  };
}

function sends(field: JsonObject): JsonObject {
  return { requestBody: { content: { "application/json": { schema: objectSchema({ c: field }) } } }, responses: {} };
}

function withNote(more: JsonObject): JsonObject {
  return documentAnswering(objectSchema({ id: text, note: { ...text, ...more } }));
}

function ends(sunset: string): JsonObject {
  return deprecatedSince("2026-01-01", { "x-sunset": sunset });
}
