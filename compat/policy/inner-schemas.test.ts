import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { answer, judged, object, ref, since, taking } from "../../test/support/compat/timed.ts";
import type { Sources } from "../index.ts";

const today = "2026-11-20";
const text = { type: "string" };
const whole = object({ id: text });
const old = { ...whole, ...since("2025-01-01") };
const oldText = { ...text, ...since("2025-01-01") };
const late = { ...whole, ...since("2026-06-01") };
const components = {
  schemas: { Old: old, Whole: whole },
  requestBodies: { Body: { content: { "application/json": { schema: ref("Old") } } } },
};

describe("what goes with its schema, which was deprecated", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["a request body", taking(old), {}],
    ["a request body of a component", taking(ref("Old")), {}],
    ["a request body beside whose component it stands", taking({ ...ref("Whole"), ...since("2025-01-01") }), {}],
    ["a request body that is a component", { requestBody: { $ref: "#/components/requestBodies/Body" } }, {}],
    ["a request body of several media types", bodies({ json: old, xml: ref("Old") }), {}],
    ["a media type of a request", bodies({ json: old, xml: whole }), bodies({ xml: whole })],
    ["the type of a request body", taking(old), taking({ type: "array" })],
    ["a response body", answer(old), { responses: { "200": { description: "Fine" } } }],
    ["the type of a response body", answer(old), answer({ type: "array" })],
    ["a parameter", query({ schema: oldText }), query()],
    ["a parameter in JSON", query({ content: { "application/json": { schema: old } } }), query()],
    ["a header", header(oldText), header()],
  ])("is announced: %s", (_, base, revision) => {
    expect(timing(base, revision)).toMatchObject({ allowed: { section: "9.4", from: "2026-01-01" } });
  });

  it.each<[string, JsonObject, JsonObject, string | undefined, string]>([
    ["whose notice goes on", taking(late), {}, "2027-06-01", "Deprecated on 2026-06-01, its 12 months of notice end"],
    [
      "with a media type whose notice goes on",
      bodies({ json: old, xml: late }),
      {},
      "2027-06-01",
      "Deprecated on 2026",
    ],
    ["without a day", taking({ ...whole, deprecated: true }), {}, undefined, "It is deprecated, but nothing says"],
    [
      "with another media type",
      bodies({ json: old, xml: whole }),
      {},
      undefined,
      "It was not announced: not each of its media types is deprecated",
    ],
    [
      "with a media type of no schema",
      { requestBody: { content: { "application/json": { schema: old }, "text/plain": {} } } },
      {},
      undefined,
      "It was not announced: not each of its media types is deprecated",
    ],
    [
      "of which only a field is",
      taking(object({ id: old })),
      {},
      undefined,
      "It was not announced: neither it nor what",
    ],
    [
      "that is demanded",
      taking(old),
      { requestBody: { required: true, content: { "application/json": { schema: old } } } },
      undefined,
      "It was not announced",
    ],
  ])("is not announced where that is a body %s", (_, base, revision, from, reason) => {
    const { blocked } = timing(base, revision);

    expect([blocked?.from, blocked?.reason]).toEqual([from, expect.stringContaining(reason)]);
  });

  it("is announced by a changelog that told of it", () => {
    const base = taking({ ...whole, deprecated: true });
    const told = { date: "2025-01-01", api: "orders", operations: ["POST /a"], path: "body" };

    expect(timing(base, {}, { announcements: [told] })).toMatchObject({ allowed: { from: "2026-01-01" } });
    expect(timing(taking(old), {}, { announcements: [] }).blocked?.reason).toMatch("the changelog did not announce it");
  });
});

/** The time of what breaks from one POST to another. */
function timing(base: JsonObject, revision: JsonObject, sources: Sources = {}) {
  const of = (operation: JsonObject): JsonObject => ({
    paths: { "/a": { post: { responses: { "204": { description: "Done" } }, ...operation } } },
    components,
  });
  const breaking = judged(of(base), of(revision), { today, ...sources }).changes.filter(
    ({ verdict }) => verdict === "breaking",
  );
  expect(breaking).toHaveLength(1);
  return { allowed: breaking[0]?.allowed, blocked: breaking[0]?.blocked };
}

function bodies(schemas: Readonly<Record<string, JsonObject>>): JsonObject {
  const content = Object.entries(schemas).map(([type, schema]) => [`application/${type}`, { schema }]);
  return { requestBody: { content: Object.fromEntries(content) } };
}

function query(said?: JsonObject): JsonObject {
  return { parameters: said ? [{ name: "q", in: "query", ...said }] : [] };
}

function header(schema?: JsonObject): JsonObject {
  return { responses: { "204": { description: "Done", headers: schema ? { "X-Old": { schema } } : {} } } };
}
