import { describe, expect, it } from "vitest";
import { type Json, type JsonObject, loadContract } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type CompatReport, compatReports, entriesOf, judgeInTime } from "../index.ts";
import { fails } from "../changes/fails.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";

const scratch = createScratch();
const today = "2026-01-31";

function requestOf(schema: Json, more: JsonObject = {}, operation: JsonObject = {}): JsonObject {
  const requestBody = { content: { "application/json": { schema } } };
  const responses = { "200": { description: "Done" } };
  return { paths: { "/pets": { post: { requestBody, responses, ...operation } } }, ...more };
}

function between(base: JsonObject, revision: JsonObject): CompatReport {
  const both = [[compileInMemory(base)], [compileInMemory(revision)]] as const;
  return judgeInTime(checkOnPlatform(...both), both, { today });
}

const unresolved = requestOf({ $ref: "#/components/schemas/Gone" });
const node = { $dynamicAnchor: "node", type: "object", properties: { next: { $dynamicRef: "#node" } } };
const dynamic = requestOf({ $ref: "#/components/schemas/A" }, { components: { schemas: { A: node, B: { ...node } } } });
const text = { type: "string" };
const foreign = requestOf(text, { jsonSchemaDialect: "https://example.com/dialect" });
const misspelt = (most: number): JsonObject => requestOf({ ...text, maxlength: most });
const item = (more: JsonObject): JsonObject => {
  const { paths } = requestOf(text);
  return { paths: { "/pets": { ...((paths as JsonObject)["/pets"] as JsonObject), ...more } } };
};
const referring = { requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } } } };

describe("a part that was not read", () => {
  it.each([
    [
      "that several schemas have",
      { ...node },
      /on each way that leads to it; write a \$ref to the one that is meant\./,
    ],
    [
      "that no schema has",
      { type: "object", properties: node.properties },
      /"#node": no schema has this anchor; write a \$ref to the schema that is meant\./,
    ],
  ])("has a message with the correct reference, for a dynamic reference to an anchor %s", (_, schema, expected) => {
    const parts = requestOf({ $ref: "#/components/schemas/A" }, { components: { schemas: { A: schema, B: schema } } });

    expect(between(parts, parts).faults.map(({ message }) => message)).toEqual([expect.stringMatching(expected)]);
  });

  it.each<[string, JsonObject, JsonObject, string]>([
    ["a reference that leads nowhere on both sides", unresolved, unresolved, "unresolved-ref"],
    ["a dynamic reference", dynamic, dynamic, "dynamic-ref"],
    ["a dialect", foreign, foreign, "unknown-dialect"],
    [
      "a $schema",
      requestOf({ ...text, $schema: "urn:a" }),
      requestOf({ ...text, $schema: "urn:a" }),
      "unknown-dialect",
    ],
    ["a misspelt keyword", misspelt(10), misspelt(5), "unknown-keyword"],
    [
      "a keyword of another draft",
      requestOf({ dependencies: { a: ["b"] } }),
      requestOf({ dependencies: { a: ["c"] } }),
      "unknown-keyword",
    ],
    [
      "a keyword with a value it cannot have",
      requestOf({ ...text, maxLength: "10" }),
      requestOf({ ...text, maxLength: "5" }),
      "invalid-keyword",
    ],
    [
      "items as a list",
      requestOf({ type: "array", items: [text, text] }, { openapi: "3.0.3" }),
      requestOf({ type: "array", items: [text, { type: "integer" }] }, { openapi: "3.0.3" }),
      "invalid-keyword",
    ],
    [
      "a method",
      item({ query: { responses: {} } }),
      item({ query: { responses: {}, summary: "A" } }),
      "unknown-member",
    ],
    ["a method with references", item({ query: referring }), item({ query: referring }), "unknown-member"],
    [
      "more operations",
      item({ additionalOperations: { COPY: {} } }),
      item({ additionalOperations: {} }),
      "unknown-member",
    ],
    [
      "a status",
      requestOf(text, {}, { responses: { OK: { description: "a" } } }),
      requestOf(text, {}, { responses: { OK: { description: "b" } } }),
      "invalid-status",
    ],
    [
      "a place of parameters",
      requestOf(text, {}, { parameters: [{ name: "q", in: "querystring", required: false }] }),
      requestOf(text, {}, { parameters: [{ name: "q", in: "querystring", required: true }] }),
      "invalid-parameter",
    ],
    [
      "a path without a slash",
      { paths: { pets: { get: { summary: "a" } } } },
      { paths: { pets: { get: { summary: "b" } } } },
      "invalid-path",
    ],
    [
      "a parameter that is written as in 2.0",
      requestOf(text, {}, { parameters: [{ name: "q", in: "query", type: "string" }] }),
      requestOf(text, {}, { parameters: [{ name: "q", in: "query", type: "integer" }] }),
      "unknown-member",
    ],
    [
      "a security scheme",
      requestOf(text, {}, { security: [{ Gone: [] }] }),
      requestOf(text, {}, { security: [{ Gone: [] }] }),
      "unknown-security-scheme",
    ],
    [
      "components that nothing uses",
      { paths: {}, components: { schemas: { A: text } } },
      { paths: {}, components: { schemas: { A: node } } },
      "nothing-compared",
    ],
  ])("is a fault, at least dangerous, and fails the check: %s", (_, base, revision, code) => {
    const report = between(base, revision);

    expect(report.faults.map((fault) => fault.code)).toEqual([code]);
    expect(report.verdict).toBe("dangerous");
    expect(fails(report, "breaking")).toBe(true);
  });

  it("is named in every format", () => {
    const report = between(unresolved, unresolved);
    const [fault] = report.faults;

    expect(fault?.message).toContain('Cannot resolve "#/components/schemas/Gone"');
    for (const [kind, render] of Object.entries(compatReports))
      expect([kind, render(report)]).toEqual([kind, expect.stringContaining("components/schemas/Gone")]);
    expect(compatReports["text"]?.(report)).not.toContain("No changes");
    expect(entriesOf(report, { date: today })).toMatchObject([
      { compatibility: "dangerous", message: fault?.message, rule: "unresolved-ref" },
    ]);
  });

  it.each([
    ["a misspelt keyword", misspelt(10)],
    ["a method", item({ query: { responses: {} } })],
  ])("is only a note if both sides have the same text without references: %s", (_, document) => {
    const report = between(document, document);

    expect(report).toMatchObject({ verdict: "non-breaking", faults: [], notes: [{ verdict: "non-breaking" }] });
    for (const [kind, render] of Object.entries(compatReports))
      expect([kind, render(report)]).toEqual([kind, expect.stringContaining("It is the same on both sides")]);
  });

  it("is only a note if the base alone has it, so that a correction passes", () => {
    const report = between(unresolved, requestOf(text));

    expect(report.faults).toEqual([]);
    expect(report.notes).toMatchObject([{ code: "unresolved-ref", verdict: "dangerous" }]);
    expect(
      ["breaking", "dangerous", "any", "none"].map((on) => fails({ ...report, changes: [] }, on as "any")),
    ).toEqual([false, true, true, false]);
    expect(compatReports["text"]?.({ ...report, changes: [] })).not.toContain("No changes");
  });

  it("is one change and no fault if the base was readable", () => {
    const sound = requestOf({ $ref: "#/components/schemas/A" }, { components: { schemas: { A: text } } });
    const { changes, faults } = between(sound, requestOf({ $ref: "#/components/schemas/A" }));

    expect(changes.map(({ rule }) => rule)).toEqual(["became-unreadable"]);
    expect(faults).toEqual([]);
  });

  it("is reported once with all its places, without parts that nothing uses", () => {
    const missing = { $ref: "#/components/schemas/Gone" };
    const many = requestOf(
      { properties: { a: missing, b: missing } },
      { components: { schemas: { Unused: { items: missing } } } },
    );
    const [fault, ...others] = between(many, many).faults;

    expect(others).toEqual([]);
    expect(fault?.places).toHaveLength(1);
  });

  it.each([
    ["a name that only describes", requestOf({ ...text, unit: "m", enumNames: ["a"], "x-max": 5 })],
    ["a description of a path", item({ description: "Pets" })],
    [
      "a dialect that is the same",
      requestOf(text, { jsonSchemaDialect: "https://spec.openapis.org/oas/3.1/dialect/base" }),
    ],
    ["an older draft", requestOf({ ...text, $schema: "http://json-schema.org/draft-07/schema#" })],
    ["an empty API", { paths: {} }],
    [
      "a closed object of 3.0",
      { openapi: "3.0.3", ...requestOf({ properties: { nullable: text }, additionalProperties: false }) },
    ],
  ])("is not reported for %s", (_, document) => {
    const { faults, notes } = between(document, document);

    expect([faults, notes]).toEqual([[], []]);
  });

  it.each<[string, JsonObject, string, string]>([
    ["3.1", { type: "string", nullable: true }, "nullable-in-3.1", "allows null"],
    ["3.0", { const: "a" }, "newer-keyword", 'OpenAPI 3.0 has no "const"; it is read as in 3.1'],
    ["3.0", { type: ["string", "null"] }, "newer-keyword", "OpenAPI 3.0 has no list of types"],
    ["3.0", { type: "number", exclusiveMinimum: 1 }, "newer-keyword", 'no number as "exclusiveMinimum"'],
    ["3.0", { $ref: "#/components/schemas/A", maxLength: 3 }, "ignored-sibling", 'ignores "maxLength" beside a $ref'],
    ["3.1", { type: "number", minimum: 1, exclusiveMinimum: true }, "invalid-keyword", "true is not a value"],
    ["3.0", { type: "array", items: [text, text] }, "invalid-keyword", 'Cannot use "items": ['],
    ["3.1", { type: "array", items: [text, text] }, "invalid-keyword", 'Cannot use "items": ['],
    ["3.0", { type: "array", items: true }, "newer-keyword", 'no schema true or false in "items"'],
    ["3.0", { properties: { a: false } }, "newer-keyword", 'no schema true or false in "properties"'],
    ["3.0", { allOf: [true] }, "newer-keyword", 'no schema true or false in "allOf"'],
  ])("is a note with the interpretation, in each format: %s %j", async (version, schema, code, message) => {
    const parts = { openapi: `${version}.0`, ...requestOf(schema, { components: { schemas: { A: text } } }) };
    const both = [[await scratch.load(parts)], [await scratch.load(parts)]] as const;
    const report = checkOnPlatform(...both);

    expect(report).toMatchObject({ verdict: "non-breaking", faults: [], notes: [{ code, verdict: "non-breaking" }] });
    expect(report.notes?.[0]?.message).toContain(message);
    for (const render of Object.values(compatReports)) expect(render(report)).toContain(code);
  });

  it("is a fault for repeated keys, and for undefined types of GraphQL", async () => {
    const paths = "paths:\n  /a: { get: {} }\n  /a: { put: {} }\n";
    const yaml = scratch.write({ "twice.yaml": `openapi: 3.1.0\ninfo: { title: A, version: '1' }\n${paths}` });
    const sdl = scratch.write({ "schema.graphql": "type Query { a: Gone }\n" });
    for (const [file, code] of [
      [yaml, "repeated-key"],
      [sdl, "invalid-schema"],
    ] as const) {
      const both = [[await loadContract(file)], [await loadContract(file)]] as const;

      expect(checkOnPlatform(...both).faults.map((fault) => fault.code)).toEqual([code]);
    }
  });
});
