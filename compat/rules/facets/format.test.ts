import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { changesBetween } from "../../../test/support/compat/documents.ts";

/** Worst verdict on a schema in a request and in a response; undefined without a change. */
function verdictsOf(base: JsonObject, revision: JsonObject): readonly (string | undefined)[] {
  const document = (schema: JsonObject): JsonObject => {
    const content = { "application/json": { schema: { type: "object", properties: { p: schema } } } };
    const post = { requestBody: { content }, responses: { "200": { description: "Fine", content } } };
    return { paths: { "/a": { post } } };
  };
  const changes = changesBetween(document(base), document(revision));
  return ["request", "response"].map((direction) => changes.find((one) => one.direction === direction)?.verdict);
}

type Case = [JsonObject, JsonObject, (string | undefined)[]];

function pairsOf(...pairs: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  return pairs;
}

/** A wider schema in place of a narrower one, and the reverse. */
function orders(narrow: JsonObject, wide: JsonObject, widened = ["non-breaking", "breaking"]): Case[] {
  return [
    [narrow, wide, widened],
    [wide, narrow, ["breaking", "non-breaking"]],
  ];
}

describe("format", () => {
  it.each<[JsonObject, JsonObject]>([
    [{ type: "string" }, { format: "password" }],
    [{ type: "number" }, { format: "double" }],
    [{ type: "integer", minimum: 0, maximum: 100 }, { format: "int32" }],
    [{ type: "integer", minimum: 0, maximum: 100 }, { format: "int64" }],
    [{ type: "integer", enum: [1, 2] }, { format: "int32" }],
    [{ type: "string", enum: ["a@example.org"] }, { format: "email" }],
    [{ type: "integer" }, { format: "email" }],
  ])("that refuses no value of %j is no change: %j", (schema, more) => {
    expect(verdictsOf(schema, { ...schema, ...more })).toEqual([undefined, undefined]);
    expect(verdictsOf({ ...schema, ...more }, schema)).toEqual([undefined, undefined]);
  });

  it.each<Case>([
    [{ type: "integer" }, { type: "integer", format: "int32" }, ["breaking", "non-breaking"]],
    [
      { type: "integer", maximum: 3e9 },
      { type: "integer", maximum: 3e9, format: "int32" },
      ["breaking", "non-breaking"],
    ],
    [{ type: "string", enum: ["a"] }, { type: "string", enum: ["a"], format: "email" }, ["breaking", "non-breaking"]],
    [{ type: "string" }, { type: "string", format: "email" }, ["breaking", "non-breaking"]],
    [{ type: "string", format: "email" }, { type: "string" }, ["dangerous", "breaking"]],
    [{ type: "string", format: "password" }, { type: "string", format: "email" }, ["breaking", "non-breaking"]],
    [{ type: "string" }, { type: "string", format: "markdown" }, ["dangerous", "non-breaking"]],
    [{ type: "string", format: "markdown" }, { type: "string" }, ["dangerous", "dangerous"]],
    [{ type: "string", format: "email" }, { type: "string", format: "markdown" }, ["dangerous", "breaking"]],
    [{ type: "string", format: "sku" }, { type: "string", format: "isbn" }, ["breaking", "breaking"]],
    [{ type: "integer" }, { type: "number" }, ["non-breaking", "breaking"]],
    ...pairsOf(
      ["uri", "uri-reference"],
      ["uri", "iri"],
      ["uri", "iri-reference"],
      ["uri-reference", "iri-reference"],
      ["iri", "iri-reference"],
      ["email", "idn-email"],
      ["hostname", "idn-hostname"],
    ).flatMap(([narrow, wide]) => orders({ type: "string", format: narrow }, { type: "string", format: wide })),
    ...pairsOf(
      ["int8", "int16"],
      ["int16", "int64"],
      ["int32", "int64"],
      ["uint8", "int16"],
      ["uint32", "int64"],
      ["uint32", "uint64"],
    ).flatMap(([narrow, wide]) => orders({ type: "integer", format: narrow }, { type: "integer", format: wide })),
    ...orders({ type: "number", format: "float" }, { type: "number", format: "double" }, ["dangerous", "breaking"]),
    ...pairsOf(
      ["date", "date-time"],
      ["time", "date-time"],
      ["uuid", "uri"],
      ["ipv4", "ipv6"],
      ["email", "hostname"],
    ).map(([one, other]): Case => {
      return [{ type: "string", format: one }, { type: "string", format: other }, ["breaking", "breaking"]];
    }),
    [{ type: "string", format: "date" }, { type: "string", format: "iri" }, ["dangerous", "breaking"]],
    // Validators take an address as a host name.
    [{ type: "string", format: "ipv4" }, { type: "string", format: "hostname" }, ["dangerous", "breaking"]],
    [{ type: "integer", format: "int8" }, { type: "integer", format: "uint8" }, ["breaking", "breaking"]],
    [{ type: "integer", format: "int64" }, { type: "integer", format: "uint64" }, ["breaking", "breaking"]],
  ])("is judged by the values that it refuses: %j to %j", (base, revision, expected) => {
    expect(verdictsOf(base, revision)).toEqual(expected);
  });
});

describe("a value that is never left out", () => {
  const withDefault = (value: number, required: readonly string[]): JsonObject => ({
    type: "object",
    required: [...required],
    properties: { p: { type: "integer", default: value } },
  });

  it("has a default without effect", () => {
    expect(verdictsOf(withDefault(1, []), withDefault(2, []))[0]).toBe("dangerous");
    expect(verdictsOf(withDefault(1, ["p"]), withDefault(2, ["p"]))[0]).toBe("non-breaking");
    expect(verdictsOf(withDefault(1, ["p"]), withDefault(2, []))[0]).toBe("non-breaking");
  });

  it.each([
    [true, "non-breaking"],
    [false, "dangerous"],
  ])("is a parameter of the base with required: %s", (required, verdict) => {
    const document = (more: JsonObject, limit: number): JsonObject => {
      const parameters = [{ name: "p", in: "query", schema: { type: "integer", default: limit }, ...more }];
      return { paths: { "/a": { get: { parameters, responses: {} } } } };
    };

    const changes = changesBetween(document({ required }, 1), document({}, 2));

    expect(changes.find(({ rule }) => rule === "default-changed")?.verdict).toBe(verdict);
  });
});

describe("a list of at most one item", () => {
  const document = (explode: boolean, maxItems: number): JsonObject => {
    const schema = { type: "array", maxItems, items: { type: "string" } };
    const get = { parameters: [{ name: "p", in: "query", explode, schema }], responses: {} };
    return { paths: { "/a": { get } } };
  };

  it("is written alike with and without explode", () => {
    expect(changesBetween(document(true, 1), document(false, 1))).toEqual([]);
    expect(changesBetween(document(true, 2), document(false, 2))).not.toEqual([]);
  });
});

describe("the security of a document", () => {
  const document = (security: readonly JsonObject[], own?: readonly JsonObject[]): JsonObject => {
    const get = { responses: {} };
    return {
      security: [...security],
      paths: { "/a": { get }, "/b": { get }, "/c": { get: own ? { ...get, security: [...own] } : get } },
      components: {
        securitySchemes: {
          token: { type: "http", scheme: "bearer" },
          key: { type: "apiKey", in: "header", name: "K" },
        },
      },
    };
  };

  it("is one change with all operations that it is for", () => {
    const [change, ...others] = changesBetween(document([{ token: [] }, { key: [] }]), document([{ token: [] }]));

    expect(others).toEqual([]);
    expect(change).toMatchObject({ rule: "security-narrowed", verdict: "breaking" });
    expect(change?.operations).toEqual(["GET /a", "GET /b", "GET /c"]);
  });

  it("is apart from the security of an operation", () => {
    const own = [{ token: [] }, { key: [] }];
    const changes = changesBetween(document(own, own), document([{ token: [] }], [{ key: [] }]));

    expect(changes.map(({ operations }) => operations)).toEqual([["GET /a", "GET /b"], ["GET /c"]]);
  });
});
