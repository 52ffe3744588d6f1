import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Contract, type Json, type JsonObject, loadContract, loadContracts } from "../../contracts/index.ts";
import {
  jsonResponse,
  documentAnswering,
  schemaReference,
  jsonRequestBody,
  objectWithTexts,
} from "../../test/support/compat/test-documents.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Change } from "../index.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";

const scratch = mkdtempSync(join(tmpdir(), "compat-check-"));
afterAll(() => rmSync(scratch, { recursive: true }));
let written = 0;

describe("checkOnPlatform()", () => {
  it("finds no change between a contract and itself, even with cycles", async () => {
    const cyclic = {
      Node: {
        type: "object",
        properties: {
          next: schemaReference("Node"),
          any: { oneOf: [schemaReference("Node"), schemaReference("Leaf")] },
        },
      },
      Leaf: { allOf: [schemaReference("Node"), { properties: { leaf: { type: "string" } } }] },
    };

    expect(
      await changesOf(
        documentAnswering(schemaReference("Node"), cyclic),
        documentAnswering(schemaReference("Node"), cyclic),
      ),
    ).toEqual([]);
  });

  it("adds the API and its files to an error, and keeps the cause", () => {
    const contract = compileInMemory({ info: { title: "Beta", version: "1" }, paths: {} });
    const failing: Contract = {
      ...contract,
      api: "beta",
      get operations(): never {
        throw new TypeError("planted");
      },
    };
    const others = [0, 1].map(() => compileInMemory({ paths: {} }));
    const compare = (): unknown =>
      checkOnPlatform([failing, ...others.slice(1)], [{ ...contract, api: "beta" }, ...others]);

    expect(compare).toThrow('Cannot compare the API "beta" (/docs/openapi.json, /docs/openapi.json): planted');
    expect(compare).toThrow(expect.objectContaining({ cause: new TypeError("planted") }) as Error);
  });

  it.each<[string, (values: readonly Json[]) => [JsonObject, JsonObject]]>([
    ["are listed", (values) => [{}, { enum: values }]],
    ["are no longer listed", (values) => [{ enum: values }, {}]],
    ["are added", (values) => [{ enum: [0] }, { enum: [0, ...values] }]],
    ["stand in a condition", (values) => [{}, { not: { enum: values } }]],
    ["are removed", (values) => [{ enum: [0, ...values] }, { enum: [0] }]],
  ])("gives a change the same id in any order of values that %s", async (_, sides) => {
    const values = ["a", "a b", 2, 10];
    const idsOf = async (ordered: readonly Json[]) => {
      const [base, revision] = sides(ordered).map((schema) => ({ paths: { "/a": { get: jsonResponse(schema) } } }));
      return (await changesOf(base as JsonObject, revision as JsonObject)).map(({ id }) => id);
    };

    expect(await idsOf(values.toReversed())).toEqual(await idsOf(values));
  });

  it("names the changed keyword of a condition, in any order of members", async () => {
    const [before, after] = [
      { if: { type: "string", maxLength: 2 }, then: { const: "a" } },
      { if: { maxLength: 2, type: "string" }, then: { const: "b" } },
    ].map((schema) => ({ paths: { "/a": { get: jsonResponse(schema) } } }));
    const [change] = await changesOf(before as JsonObject, after as JsonObject);

    expect(change).toMatchObject({ before: { then: { const: "a" } }, after: { then: { const: "b" } } });
  });

  it("reports an edit once, with all affected operations, the nearest first", async () => {
    const paths = {
      "/a": {
        get: jsonResponse({ type: "object", properties: { deep: { type: "array", items: schemaReference("Thing") } } }),
      },
      "/b": {
        get: jsonResponse(schemaReference("Thing")),
        put: { ...jsonRequestBody(schemaReference("Thing")), ...jsonResponse(schemaReference("Thing")) },
      },
    };
    const changes = await changesOf(
      { paths, components: { schemas: { Thing: objectWithTexts("id", "note") } } },
      { paths, components: { schemas: { Thing: objectWithTexts("id") } } },
    );

    expect(changes).toHaveLength(2);
    expect(changes[1]).toMatchObject({ rule: "request-property-removed", operations: ["PUT /b"] });
    expect(changes[0]).toMatchObject({
      rule: "response-property-removed",
      direction: "response",
      operation: "GET /b",
      operations: ["GET /a", "GET /b", "PUT /b"],
      path: "body.note",
      base: { pointer: "/components/schemas/Thing/properties/note" },
      revision: { pointer: "/components/schemas/Thing/properties" },
    });
  });

  it("terminates on changed cycles, and reports the shortest path", async () => {
    const cyclic = (...names: string[]): JsonObject => ({
      Node: { type: "object", properties: { ...objectWithTexts(...names).properties, next: schemaReference("Node") } },
    });
    const [change, ...others] = await changesOf(
      documentAnswering({ type: "array", items: schemaReference("Node") }, cyclic("id", "odd name")),
      documentAnswering({ type: "array", items: schemaReference("Node") }, cyclic("id")),
    );

    expect(change).toMatchObject({ rule: "response-property-removed", path: 'body[]["odd name"]' });
    expect(others).toEqual([]);
  });

  it("has a proof with the changed shape, at any position in the union", async () => {
    const shape = (kind: string, maxLength: number): JsonObject => ({
      type: "object",
      properties: { kind: { enum: [kind] }, [kind === "b" ? "name" : kind]: { type: "string", maxLength } },
    });
    for (const others of [["a"], ["a", "c"]]) {
      for (const position of [0, 1]) {
        const requestOf = (maxLength: number): JsonObject => ({
          paths: {
            "/a": {
              post: {
                ...jsonRequestBody({
                  anyOf: others.map((kind) => shape(kind, 9)).toSpliced(position, 0, shape("b", maxLength)),
                }),
                responses: {},
              },
            },
          },
        });
        const [change] = await changesOf(requestOf(9), requestOf(5));

        expect(change).toMatchObject({ rule: "max-length-decreased", verdict: "breaking" });
        expect(change?.witness?.request?.body).toMatchObject({ kind: "b", name: expect.stringMatching(/^.{6,9}$/) });
      }
    }
  });

  it("has the file and line of both sides", async () => {
    const { changes } = checkOnPlatform(...(await fixtures()));
    const lineOf = (rule: string): unknown[] => {
      const change = changes.find((one) => one.rule === rule) as Change;
      return [change.base?.line, change.revision?.line];
    };

    expect(lineOf("response-property-removed")).toEqual([57, 56]);
    expect(lineOf("request-parameter-removed")).toEqual([8, 6]);
    expect(lineOf("operation-removed")).toEqual([39, 3]);
  });

  it("has the same result in each run, the worst change first", async () => {
    const [base, revision] = await fixtures();
    const [again, once] = await fixtures();
    const report = checkOnPlatform(base, revision);

    expect(JSON.stringify(checkOnPlatform(again, once))).toBe(JSON.stringify(report));
    expect(report.verdict).toBe("breaking");
    expect(report.changes.map(({ verdict }) => verdict)).toEqual([
      ...Array<string>(5).fill("breaking"),
      ...Array<string>(6).fill("non-breaking"),
    ]);
  });

  it("keeps an id when the file, the line, a description or the order of parameters changes", async () => {
    const limit = { name: "limit", in: "query", schema: { type: "integer" } };
    const paths = (...parameters: Json[]): JsonObject => ({ paths: { "/a": { get: { parameters, responses: {} } } } });
    const [before] = await changesOf(paths(limit), paths({ ...limit, schema: { type: "string" } }));
    const sort = { name: "sort", in: "query", description: "How", schema: {} };
    const after = await changesOf(paths(limit), paths(sort, { ...limit, schema: { type: "string" } }));

    expect(after.map(({ id, rule }) => [id, rule])).toContainEqual([before?.id, "type-changed"]);
  });

  it("keeps an id when the members of the changed part are in another order", async () => {
    const [before, after] = [
      documentAnswering({ not: { type: "object", minProperties: 1 } }),
      documentAnswering({ not: { minProperties: 1, type: "object" } }),
    ];
    const idsOf = async (base: JsonObject): Promise<string[]> =>
      (await changesOf(base, documentAnswering({ not: { type: "array" } }))).map(({ id }) => id);

    expect(await idsOf(after)).toEqual(await idsOf(before));
    expect(await idsOf(before)).not.toEqual([]);
  });

  it("treats the payload of a webhook as sent by the provider", async () => {
    const webhooks = (schema: Json): JsonObject => ({ webhooks: { placed: { post: jsonRequestBody(schema) } } });
    const required = { ...objectWithTexts("id", "total"), required: ["total"] };

    expect(await changesOf(webhooks(objectWithTexts("id")), webhooks(required))).toMatchObject([
      { rule: "response-property-added", direction: "webhook", operation: "POST placed", verdict: "non-breaking" },
    ]);
    expect(await changesOf(webhooks(required), webhooks(objectWithTexts("id")))).toMatchObject([
      { rule: "response-property-removed", direction: "webhook", verdict: "breaking" },
    ]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["query parameter", {}, { parameters: [{ name: "q", in: "query", required: true, schema: true }] }],
    ["body", {}, { requestBody: { required: true, content: { "application/json": { schema: true } } } }],
    ["property", jsonRequestBody({ type: "object" }), jsonRequestBody({ ...objectWithTexts("a"), required: ["a"] })],
  ])("applies one clause to all new requirements of a request: a %s", async (_, before, after) => {
    const paths = (more: JsonObject): JsonObject => ({ paths: { "/a": { post: { ...more, ...jsonResponse(true) } } } });

    expect(await changesOf(paths(before), paths(after))).toMatchObject([{ verdict: "breaking", section: "9.5" }]);
  });

  it("takes the basis of a change from the marker in the base", async () => {
    const assumed = (schema: JsonObject): JsonObject => ({ ...schema, "x-assumed": "Not shown" });
    const paths = (schema: Json): JsonObject => ({
      paths: { "/a": { get: { "x-spec": "4.1", ...jsonResponse(schema) } } },
    });

    expect(await changesOf(paths(objectWithTexts("a", "b")), paths(assumed(objectWithTexts("a"))))).toMatchObject([
      { rule: "stated-became-assumed", basis: "stated" },
      { rule: "response-property-removed", basis: "stated" },
    ]);
    expect(await changesOf(paths(assumed(objectWithTexts("a", "b"))), paths(objectWithTexts("a")))).toMatchObject([
      { rule: "response-property-removed", basis: "assumed" },
      { rule: "assumed-became-stated" },
    ]);
  });

  it.each([
    ["it has one", { operationId: "read" }, 'Operation "GET /a-b" was removed; "GET /a/b" has its operationId'],
    ["none is written, and one would be made up for both", {}, 'Operation "GET /a-b" was removed'],
  ])("finds a moved operation by its operationId: %s", async (_, id, message) => {
    const get = { ...id, ...jsonResponse(objectWithTexts("id")) };
    const changes = await changesOf({ paths: { "/a-b": { get } } }, { paths: { "/a/b": { get } } });

    expect(changes.find(({ rule }) => rule === "operation-removed")?.message).toBe(message);
  });

  it("pairs APIs by name, and reports each operation of a removed API", async () => {
    const [orders] = await fixtures();
    const pets = { ...(await contractOf({ paths: { "/pets": { get: { responses: {} } } } })), api: "pets" };
    const report = checkOnPlatform([...orders, pets], orders);

    expect(report.changes).toMatchObject([{ rule: "operation-removed", api: "pets", revision: null }]);
    expect(report.changes[0]?.base).not.toBeNull();
  });
});

async function changesOf(base: JsonObject, revision: JsonObject): Promise<readonly Change[]> {
  return checkOnPlatform([await contractOf(base)], [await contractOf(revision)]).changes;
}

async function contractOf(document: JsonObject): Promise<Contract> {
  const file = join(scratch, `${written++}.json`);
  writeFileSync(file, JSON.stringify({ openapi: "3.1.0", info: { title: "Test", version: "1" }, ...document }));
  return loadContract(file);
}

async function fixtures(): Promise<[Contract[], Contract[]]> {
  return [
    await loadContracts(["fixtures/changelog/base.yaml"]),
    await loadContracts(["fixtures/changelog/revision.yaml"]),
  ];
}
