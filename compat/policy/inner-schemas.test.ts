import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import {
  jsonResponse,
  judgeDocuments,
  objectSchema,
  schemaReference,
  deprecatedSince,
  jsonRequestBody,
} from "../../test/support/compat/test-documents.ts";
import type { Sources } from "../index.ts";

const today = "2026-11-20";
const text = { type: "string" };
const whole = objectSchema({ id: text });
const old = { ...whole, ...deprecatedSince("2025-01-01") };
const oldText = { ...text, ...deprecatedSince("2025-01-01") };
const late = { ...whole, ...deprecatedSince("2026-06-01") };
const components = {
  schemas: { Old: old, Whole: whole },
  requestBodies: { Body: { content: { "application/json": { schema: schemaReference("Old") } } } },
};

describe("removal of a part whose schema was deprecated", () => {
  it.each<[string, JsonObject, JsonObject]>([
    ["a request body", jsonRequestBody(old), {}],
    ["a request body of a component", jsonRequestBody(schemaReference("Old")), {}],
    [
      "a request body beside whose component it stands",
      jsonRequestBody({ ...schemaReference("Whole"), ...deprecatedSince("2025-01-01") }),
      {},
    ],
    ["a request body that is a component", { requestBody: { $ref: "#/components/requestBodies/Body" } }, {}],
    ["a request body of several media types", bodies({ json: old, xml: schemaReference("Old") }), {}],
    ["a media type of a request", bodies({ json: old, xml: whole }), bodies({ xml: whole })],
    ["the type of a request body", jsonRequestBody(old), jsonRequestBody({ type: "array" })],
    ["a response body", jsonResponse(old), { responses: { "200": { description: "Fine" } } }],
    ["the type of a response body", jsonResponse(old), jsonResponse({ type: "array" })],
    ["a parameter", query({ schema: oldText }), query()],
    ["a parameter in JSON", query({ content: { "application/json": { schema: old } } }), query()],
    ["a header", header(oldText), header()],
  ])("is announced: %s", (_, base, revision) => {
    expect(timing(base, revision)).toMatchObject({ allowed: { section: "9.4", from: "2026-01-01" } });
  });

  it.each<[string, JsonObject, JsonObject, string | undefined, string]>([
    [
      "whose notice goes on",
      jsonRequestBody(late),
      {},
      "2027-06-01",
      "Deprecated on 2026-06-01, its 12 months of notice end",
    ],
    [
      "with a media type whose notice goes on",
      bodies({ json: old, xml: late }),
      {},
      "2027-06-01",
      "Deprecated on 2026",
    ],
    [
      "without a day",
      jsonRequestBody({ ...whole, deprecated: true }),
      {},
      undefined,
      "It is deprecated, but nothing says",
    ],
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
      jsonRequestBody(objectSchema({ id: old })),
      {},
      undefined,
      "It was not announced: neither it nor what",
    ],
    [
      "that is demanded",
      jsonRequestBody(old),
      { requestBody: { required: true, content: { "application/json": { schema: old } } } },
      undefined,
      "It was not announced",
    ],
  ])("is not announced for a body %s", (_, base, revision, from, reason) => {
    const { blocked } = timing(base, revision);

    expect([blocked?.from, blocked?.reason]).toEqual([from, expect.stringContaining(reason)]);
  });

  it("is announced by a changelog entry of the schema", () => {
    const base = jsonRequestBody({ ...whole, deprecated: true });
    const told = { date: "2025-01-01", api: "orders", operations: ["POST /a"], path: "body" };

    expect(timing(base, {}, { announcements: [told] })).toMatchObject({ allowed: { from: "2026-01-01" } });
    expect(timing(jsonRequestBody(old), {}, { announcements: [] }).blocked?.reason).toMatch(
      "the changelog did not announce it",
    );
  });
});

/** Judgement of the breaking change between two POST operations. */
function timing(base: JsonObject, revision: JsonObject, sources: Sources = {}) {
  const of = (operation: JsonObject): JsonObject => ({
    paths: { "/a": { post: { responses: { "204": { description: "Done" } }, ...operation } } },
    components,
  });
  const breaking = judgeDocuments(of(base), of(revision), { today, ...sources }).changes.filter(
    ({ verdict }) => verdict === "breaking",
  );
  expect(breaking).toHaveLength(1);
  return { allowed: breaking[0]?.allowed, blocked: breaking[0]?.blocked };
}

function bodies(schemas: Readonly<Record<string, JsonObject>>): JsonObject {
  const content = Object.entries(schemas).map(([type, schema]) => [`application/${type}`, { schema }]);
  return { requestBody: { content: Object.fromEntries(content) } };
}

function query(members?: JsonObject): JsonObject {
  return { parameters: members ? [{ name: "q", in: "query", ...members }] : [] };
}

function header(schema?: JsonObject): JsonObject {
  return { responses: { "204": { description: "Done", headers: schema ? { "X-Old": { schema } } : {} } } };
}
