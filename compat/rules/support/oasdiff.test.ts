import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../contracts/index.ts";
import {
  jsonResponse,
  judgeDocuments,
  testContract,
  objectSchema,
} from "../../../test/support/compat/test-documents.ts";
import { checkCompat } from "../../index.ts";

const text = { type: "string" };
const fine = { responses: { "200": { description: "Fine" } } };

const at = (operation: JsonObject, more: JsonObject = {}): JsonObject => ({
  paths: { "/a": { post: { ...fine, ...operation } } },
  ...more,
});
const body = (schema: Json): JsonObject => ({ required: true, content: { "application/json": { schema } } });

/** Documents with a schema at each kind of place. */
const places: Readonly<Record<string, (schema: Json) => JsonObject>> = {
  request: (schema) => at({ requestBody: body(schema) }),
  response: (schema) => at(jsonResponse(schema)),
  query: (schema) => at({ parameters: [{ name: "q", in: "query", schema }] }),
  header: (schema) => at({ parameters: [{ name: "X-Q", in: "header", schema }] }),
  answerHeader: (schema) => at({ responses: { "200": { description: "Fine", headers: { "X-Q": { schema } } } } }),
  webhook: (schema) => ({ paths: {}, webhooks: { done: { post: { requestBody: body(schema), ...fine } } } }),
};

function idsOf(base: JsonObject, revision: JsonObject): (string | undefined)[] {
  return checkCompat([testContract(base)], [testContract(revision)]).changes.map(({ oasdiff }) => oasdiff);
}

describe("the id of oasdiff", () => {
  const [one, other] = [objectSchema({ a: text }), { ...objectSchema({ a: text }), required: ["a"] }];
  const listed = { ...text, enum: ["x"] };
  const choice = (keyword: string, ...schemas: Json[]): JsonObject => ({ [keyword]: schemas });
  const [b, c] = [
    { ...objectSchema({ b: text }), required: ["b"] },
    { ...objectSchema({ c: text }), required: ["c"] },
  ];
  const list = { type: "array" };
  const items = { ...list, prefixItems: [text] };
  const map = { allOf: [objectSchema({ a: text })] };
  const [hidden, secret] = [
    { ...text, readOnly: true },
    { ...text, writeOnly: true },
  ];

  it.each<[place: string, base: Json, revision: Json, id: string | undefined]>([
    // The place of the schema decides the id.
    ["request", one, other, "request-property-became-required"],
    ["query", one, other, undefined],
    ["header", one, other, "request-header-property-became-required"],
    ["webhook", other, one, "request-property-became-optional"],
    ["webhook", objectSchema({}), one, "new-optional-request-property"],
    ["webhook", one, objectSchema({}), "request-property-removed"],
    ["response", one, objectSchema({}), "response-optional-property-removed"],
    ["response", other, objectSchema({}), "response-required-property-removed"],
    ["answerHeader", other, one, undefined],
    [
      "query",
      { ...list, items: { ...list, maxItems: 2 } },
      { ...list, items: { ...list, maxItems: 3 } },
      "request-parameter-max-items-increased",
    ],
    // The keyword that changed decides the id.
    ["request", choice("anyOf", b), choice("anyOf", b, c), "request-body-any-of-added"],
    ["request", choice("oneOf", b), choice("oneOf", b, c), "request-body-one-of-added"],
    ["response", choice("anyOf", b, c), choice("anyOf", b), "response-body-any-of-removed"],
    ["request", text, choice("oneOf", text, { type: "integer" }), "request-body-list-of-types-widened"],
    ["response", choice("oneOf", text, { type: "integer" }), text, "response-body-list-of-types-narrowed"],
    ["request", text, { type: ["string", "integer"] }, "request-body-type-generalized"],
    ["response", text, {}, "response-body-type-changed"],
    ["query", { type: "integer" }, text, "request-parameter-type-generalized"],
    [
      "request",
      objectSchema({ a: { ...text, pattern: "^a" } }),
      objectSchema({ a: { ...text, pattern: ".*" } }),
      "request-property-pattern-removed",
    ],
    ["query", { ...text, pattern: "^a" }, { ...text, pattern: ".*" }, "request-parameter-pattern-removed"],
    [
      "response",
      { ...text, contentEncoding: "base64" },
      { ...text, contentEncoding: "base32" },
      "response-body-content-encoding-changed",
    ],
    ["request", text, { ...text, contentMediaType: "text/csv" }, "request-body-content-media-type-changed"],
    ["request", listed, text, "request-body-enum-value-removed"],
    ["request", text, { ...text, minLength: 2 }, "request-body-min-length-increased"],
    [
      "request",
      { type: "number", maximum: 5 },
      { type: "number", exclusiveMaximum: 5 },
      "request-body-exclusive-max-set",
    ],
    // Only one side has the keyword.
    ["request", list, items, "request-body-prefix-items-added"],
    ["response", items, list, "response-body-prefix-items-removed"],
    ["request", list, { ...list, unevaluatedItems: text }, "request-body-unevaluated-items-added"],
    ["request", map, { ...map, unevaluatedProperties: text }, "request-body-unevaluated-properties-added"],
    // A property becomes read-only or write-only, or no longer is.
    ["request", one, objectSchema({ a: hidden }), "request-optional-property-became-read-only"],
    ["request", objectSchema({ a: hidden }), one, "request-optional-property-became-not-read-only"],
    [
      "request",
      { ...objectSchema({ a: hidden }), required: ["a"] },
      other,
      "request-required-property-became-not-read-only",
    ],
    [
      "response",
      other,
      { ...objectSchema({ a: secret }), required: ["a"] },
      "response-required-property-became-write-only",
    ],
    ["response", objectSchema({ a: secret }), one, "response-optional-property-became-not-write-only"],
    [
      "request",
      one,
      { ...objectSchema({ a: { ...text, default: "x" } }), required: ["a"] },
      "request-property-became-required-with-default",
    ],
  ])("depends on the place and the edit, in a %s: %j -> %j", (place, base, revision, id) => {
    const document = places[place] as (schema: Json) => JsonObject;

    expect(idsOf(document(base), document(revision))).toContain(id);
  });

  const q = { name: "q", in: "query", schema: text };
  const [key, bearer] = [
    { type: "apiKey", in: "header", name: "X-Key" },
    { type: "http", scheme: "bearer" },
  ];
  const kept = { "/b": { get: fine } };
  const secured = (security: Json): JsonObject =>
    at({}, { security, components: { securitySchemes: { key, bearer } } });
  const flow = (urls: JsonObject): JsonObject =>
    at(
      {},
      {
        security: [{ o: [] }],
        components: {
          securitySchemes: { o: { type: "oauth2", flows: { authorizationCode: { scopes: {}, ...urls } } } },
        },
      },
    );
  const urls = { authorizationUrl: "https://a.example/authorize", tokenUrl: "https://a.example/token" };
  const sends = (type: string): JsonObject =>
    at({ responses: { "200": { description: "Fine", content: { [type]: { schema: text } } } } });

  it.each<[what: string, base: JsonObject, revision: JsonObject, id: string]>([
    ["a path", { paths: { "/a": { get: fine }, ...kept } }, { paths: kept }, "api-path-removed-without-deprecation"],
    ["one method", { paths: { "/a": { get: fine, post: fine } } }, at({}), "api-removed-without-deprecation"],
    [
      "a parameter of all methods",
      at({}),
      { paths: { "/a": { parameters: [q], post: fine } } },
      "new-optional-request-default-parameter-to-existing-path",
    ],
    [
      "a more specific media type",
      sends("application/json"),
      sends("application/problem+json"),
      "response-media-type-name-specialized",
    ],
    [
      "a schema for a media type that had none",
      at({ responses: { "200": { description: "Fine", content: { "application/json": {} } } } }),
      at(jsonResponse(text)),
      "response-body-media-type-schema-added",
    ],
    [
      "a further alternative credential",
      secured([{ key: [] }]),
      secured([{ key: [] }, { bearer: [] }]),
      "api-global-security-added",
    ],
    [
      "the removal of an alternative credential",
      secured([{ key: [] }, { bearer: [] }]),
      secured([{ key: [] }]),
      "api-global-security-removed",
    ],
    ["a further required credential", secured([]), secured([{ key: [] }]), "api-global-security-added"],
    [
      "the token URL of a flow",
      flow(urls),
      flow({ ...urls, tokenUrl: "https://b.example" }),
      "api-security-component-oauth-token-url-changed",
    ],
    [
      "the authorization URL of a flow",
      flow(urls),
      flow({ ...urls, authorizationUrl: "https://b.example" }),
      "api-security-component-oauth-url-changed",
    ],
  ])("exists for %s", (_, base, revision, id) => {
    expect(idsOf(base, revision)).toContain(id);
  });

  it.each<[end: JsonObject, today: string, ending: string]>([
    [{ deprecated: true }, "2026-06-01", "with-deprecation"],
    [{ deprecated: true, "x-sunset": "2027-01-01" }, "2026-06-01", "before-sunset"],
    [{ deprecated: true, "x-sunset": "2026-01-01" }, "2026-06-01", "with-deprecation"],
    [{ deprecated: true, "x-sunset": "2026-06-01" }, "2026-06-01", "with-deprecation"],
  ])("depends on the sunset: removal of a part with %j on %s", (end, today, ending) => {
    const base = {
      paths: { "/a": { get: { ...fine, ...end } }, "/b": { get: { ...fine, parameters: [{ ...q, ...end }] } } },
    };
    const { changes } = judgeDocuments(base, { paths: kept }, { today });

    expect(changes.map(({ oasdiff }) => oasdiff)).toEqual([
      `api-path-removed-${ending}`,
      `request-parameter-removed-${ending}`,
    ]);
  });
});
