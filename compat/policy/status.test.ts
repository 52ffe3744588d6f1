import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import {
  jsonResponse,
  documentAnswering,
  testContract,
  objectSchema,
  schemaReference,
  deprecatedSince,
} from "../../test/support/compat/test-documents.ts";
import type { Ledger } from "../index.ts";
import { statusOnPlatform } from "../../test/support/compat/on-platform.ts";

const text = { type: "string" };
const contract = testContract({
  "x-published": "2025-05-01",
  paths: {
    "/a": {
      get: { ...deprecatedSince("2025-06-01"), ...jsonResponse(schemaReference("Order")) },
      put: {
        requestBody: { content: { "application/json": { schema: schemaReference("Order") } } },
        ...jsonResponse(text),
      },
    },
    "/b": { get: { parameters: [{ name: "q", in: "query", schema: text, deprecated: true }], ...jsonResponse(text) } },
  },
  webhooks: { done: { post: { ...deprecatedSince("2026-11-01"), responses: {} } } },
  components: {
    schemas: {
      Order: objectSchema({
        note: { ...text, ...deprecatedSince("2025-01-01", { "x-sunset": "2026-11-30" }) },
        old: { ...text, ...deprecatedSince("2025-01-01", { "x-sunset": "2026-11-10" }) },
      }),
    },
  },
});

it("statusOnPlatform() lists each deprecated part once, sorted by its end", () => {
  expect(statusOnPlatform([contract], "2026-11-20")).toMatchObject([
    { path: "body.old", sunset: "2026-11-10", daysLeft: -10, removable: "2026-11-10" },
    {
      operation: "GET /a",
      path: "body.note",
      direction: "response",
      daysLeft: 10,
      removable: "2026-11-30",
      section: "9.4",
    },
    {
      operation: "GET /a",
      path: "",
      direction: "operation",
      deprecated: "2025-06-01",
      removable: "2027-05-01",
      section: "9.3",
    },
    { operation: "POST done", path: "", removable: "2027-11-01", section: "9.4" },
    { operation: "GET /b", path: "query.q", reason: "It is deprecated, but nothing says since when" },
  ]);
});

it("statusOnPlatform() reads dates from a ledger", () => {
  const fields = { "request query.q": { deprecated: "2025-01-01" } };
  const ledger: Ledger = { versions: [], apis: { orders: { title: "Orders", operations: { "GET /b": { fields } } } } };

  expect(statusOnPlatform([contract], "2026-11-20", { ledger })[0]).toMatchObject({
    path: "query.q",
    deprecated: "2025-01-01",
    removable: "2026-01-01",
  });
});

it("statusOnPlatform() uses the date of an enclosing part if that is earlier", () => {
  const parameter = {
    name: "q",
    in: "query",
    schema: text,
    ...deprecatedSince("2026-06-01", { "x-sunset": "2028-01-01" }),
  };
  const get = { ...deprecatedSince("2024-01-01"), parameters: [parameter], ...jsonResponse(text) };
  const [, part] = statusOnPlatform([testContract({ paths: { "/a": { get } } })], "2026-11-20");

  expect(part).toMatchObject({ path: "query.q", deprecated: "2026-06-01", sunset: "2028-01-01" });
  expect(part?.removable).toBe("2025-01-01");
});

it("statusOnPlatform() lists parts of callbacks", () => {
  const schema = objectSchema({ c: { ...text, ...deprecatedSince("2025-06-01") } });
  const sent = { requestBody: { content: { "application/json": { schema } } }, responses: {} };
  const post = { ...jsonResponse(text), callbacks: { done: { "{$request.body#/url}": { post: sent } } } };

  expect(statusOnPlatform([testContract({ paths: { "/a": { post } } })], "2026-11-20")).toMatchObject([
    { operation: "POST /a callback done {$request.body#/url}", path: "body.c", removable: "2026-06-01" },
  ]);
});

describe("statusOnPlatform() of components that build on one with a discriminator", () => {
  const tag = { discriminator: { propertyName: "kind" }, required: ["kind"], ...objectSchema({ kind: text }) };
  const heir = (...own: JsonObject[]): JsonObject => ({ allOf: [schemaReference("Pet"), ...own] });
  const cat = heir(objectSchema({ claws: { ...text, ...deprecatedSince("2025-06-01") } }));
  const of = (schema: JsonObject): unknown[] =>
    statusOnPlatform([testContract(documentAnswering(schema, { Pet: tag, Cat: cat, Dog: heir() }))], "2026-11-20").map(
      ({ direction, path }) => `${direction} ${path}`,
    );

  it.each([
    ["as it is", schemaReference("Pet"), ["response body.claws"]],
    ["inside others", objectSchema({ pet: schemaReference("Pet") }), ["response body.pet.claws"]],
    ["as what something builds on", { allOf: [schemaReference("Pet")] }, ["response body.claws"]],
    ["as no heir but another", schemaReference("Dog"), []],
  ])("lists their properties if the component is used %s", (_, schema, expected) => {
    expect(of(schema)).toEqual(expected);
  });
});
