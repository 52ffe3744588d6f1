import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Contract, type Json, type JsonObject, loadContract, loadContracts } from "../contracts/index.ts";
import { compileInMemory } from "../testing/contracts/in-memory.ts";
import { type Change, checkCompat } from "./index.ts";

const scratch = mkdtempSync(join(tmpdir(), "compat-check-"));
afterAll(() => rmSync(scratch, { recursive: true }));
let written = 0;

describe("checkCompat()", () => {
  it("finds nothing between a contract and itself, cycles and all", async () => {
    const cyclic = {
      Node: { type: "object", properties: { next: ref("Node"), any: { oneOf: [ref("Node"), ref("Leaf")] } } },
      Leaf: { allOf: [ref("Node"), { properties: { leaf: { type: "string" } } }] },
    };

    expect(await changesOf(answering(ref("Node"), cyclic), answering(ref("Node"), cyclic))).toEqual([]);
  });

  it("names the API and its files that it fails on, with what failed", () => {
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
      checkCompat([failing, ...others.slice(1)], [{ ...contract, api: "beta" }, ...others]);

    expect(compare).toThrow('Cannot compare the API "beta" (/docs/openapi.json, /docs/openapi.json): planted');
    expect(compare).toThrow(expect.objectContaining({ cause: new TypeError("planted") }) as Error);
  });

  it.each<[string, (values: readonly Json[]) => [JsonObject, JsonObject]]>([
    ["are listed", (values) => [{}, { enum: values }]],
    ["are no longer listed", (values) => [{ enum: values }, {}]],
    ["are added", (values) => [{ enum: [0] }, { enum: [0, ...values] }]],
    ["stand in a condition", (values) => [{}, { not: { enum: values } }]],
    ["are removed", (values) => [{ enum: [0, ...values] }, { enum: [0] }]],
  ])("names a change the same in whatever order values stand that %s", async (_, sides) => {
    const values = ["a", "a b", 2, 10];
    const idsOf = async (ordered: readonly Json[]) => {
      const [base, revision] = sides(ordered).map((schema) => ({ paths: { "/a": { get: answer(schema) } } }));
      return (await changesOf(base as JsonObject, revision as JsonObject)).map(({ id }) => id);
    };

    expect(await idsOf(values.toReversed())).toEqual(await idsOf(values));
  });

  it("names the keyword of a condition that changed, in whatever order members stand", async () => {
    const [before, after] = [
      { if: { type: "string", maxLength: 2 }, then: { const: "a" } },
      { if: { maxLength: 2, type: "string" }, then: { const: "b" } },
    ].map((schema) => ({ paths: { "/a": { get: answer(schema) } } }));
    const [change] = await changesOf(before as JsonObject, after as JsonObject);

    expect(change).toMatchObject({ before: { then: { const: "a" } }, after: { then: { const: "b" } } });
  });

  it("reports one cause once, with every operation it reaches, nearest first", async () => {
    const paths = {
      "/a": { get: answer({ type: "object", properties: { deep: { type: "array", items: ref("Thing") } } }) },
      "/b": { get: answer(ref("Thing")), put: { ...taking(ref("Thing")), ...answer(ref("Thing")) } },
    };
    const changes = await changesOf(
      { paths, components: { schemas: { Thing: object("id", "note") } } },
      { paths, components: { schemas: { Thing: object("id") } } },
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
      revision: { pointer: "/components/schemas/Thing" },
    });
  });

  it("terminates on cycles that change, and shows the shortest way", async () => {
    const cyclic = (...names: string[]): JsonObject => ({
      Node: { type: "object", properties: { ...object(...names).properties, next: ref("Node") } },
    });
    const [change, ...others] = await changesOf(
      answering({ type: "array", items: ref("Node") }, cyclic("id", "odd name")),
      answering({ type: "array", items: ref("Node") }, cyclic("id")),
    );

    expect(change).toMatchObject({ rule: "response-property-removed", path: 'body[]["odd name"]' });
    expect(others).toEqual([]);
  });

  it("shows a value in the shape that it is about, wherever that stands among the others", async () => {
    const shape = (kind: string, maxLength: number): JsonObject => ({
      type: "object",
      properties: { kind: { enum: [kind] }, [kind === "b" ? "name" : kind]: { type: "string", maxLength } },
    });
    for (const others of [["a"], ["a", "c"]]) {
      for (const at of [0, 1]) {
        const asked = (maxLength: number): JsonObject => ({
          paths: {
            "/a": {
              post: {
                ...taking({ anyOf: others.map((kind) => shape(kind, 9)).toSpliced(at, 0, shape("b", maxLength)) }),
                responses: {},
              },
            },
          },
        });
        const [change] = await changesOf(asked(9), asked(5));

        expect(change).toMatchObject({ rule: "max-length-decreased", verdict: "breaking" });
        expect(change?.witness?.request?.body).toMatchObject({ kind: "b", name: expect.stringMatching(/^.{6,9}$/) });
      }
    }
  });

  it("tells the file and line of both sides", async () => {
    const { changes } = checkCompat(...(await fixtures()));
    const lineOf = (rule: string): unknown[] => {
      const change = changes.find((one) => one.rule === rule) as Change;
      return [change.base?.line, change.revision?.line];
    };

    expect(lineOf("response-property-removed")).toEqual([57, 55]);
    expect(lineOf("request-parameter-removed")).toEqual([8, 5]);
    expect(lineOf("operation-removed")).toEqual([39, 3]);
  });

  it("gives the same bytes from run to run, the worst first", async () => {
    const [base, revision] = await fixtures();
    const [again, once] = await fixtures();
    const report = checkCompat(base, revision);

    expect(JSON.stringify(checkCompat(again, once))).toBe(JSON.stringify(report));
    expect(report.verdict).toBe("breaking");
    expect(report.changes.map(({ verdict }) => verdict)).toEqual([
      ...Array<string>(5).fill("breaking"),
      "dangerous",
      ...Array<string>(5).fill("non-breaking"),
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

  it("keeps an id when the members of what changed are in another order", async () => {
    const [before, after] = [
      answering({ not: { type: "object", minProperties: 1 } }),
      answering({ not: { minProperties: 1, type: "object" } }),
    ];
    const idsOf = async (base: JsonObject): Promise<string[]> =>
      (await changesOf(base, answering({ not: { type: "array" } }))).map(({ id }) => id);

    expect(await idsOf(after)).toEqual(await idsOf(before));
    expect(await idsOf(before)).not.toEqual([]);
  });

  it("takes a webhook's payload for what the provider sends", async () => {
    const webhooks = (schema: Json): JsonObject => ({ webhooks: { placed: { post: taking(schema) } } });
    const required = { ...object("id", "total"), required: ["total"] };

    expect(await changesOf(webhooks(object("id")), webhooks(required))).toMatchObject([
      { rule: "response-property-added", direction: "webhook", operation: "POST placed", verdict: "non-breaking" },
    ]);
    expect(await changesOf(webhooks(required), webhooks(object("id")))).toMatchObject([
      { rule: "response-property-removed", direction: "webhook", verdict: "breaking" },
    ]);
  });

  it("lets the base's marker decide what a change rests on", async () => {
    const assumed = (schema: JsonObject): JsonObject => ({ ...schema, "x-assumed": "Not shown" });
    const paths = (schema: Json): JsonObject => ({ paths: { "/a": { get: { "x-spec": "4.1", ...answer(schema) } } } });

    expect(await changesOf(paths(object("a", "b")), paths(assumed(object("a"))))).toMatchObject([
      { rule: "stated-became-assumed", basis: "stated" },
      { rule: "response-property-removed", basis: "stated" },
    ]);
    expect(await changesOf(paths(assumed(object("a", "b"))), paths(object("a")))).toMatchObject([
      { rule: "response-property-removed", basis: "assumed" },
      { rule: "assumed-became-stated" },
    ]);
  });

  it.each([
    ["it has one", { operationId: "read" }, 'Operation "GET /a-b" was removed; "GET /a/b" has its operationId'],
    ["none is written, and one would be made up for both", {}, 'Operation "GET /a-b" was removed'],
  ])("tells where an operation went by its operationId: %s", async (_, id, message) => {
    const get = { ...id, ...answer(object("id")) };
    const changes = await changesOf({ paths: { "/a-b": { get } } }, { paths: { "/a/b": { get } } });

    expect(changes.find(({ rule }) => rule === "operation-removed")?.message).toBe(message);
  });

  it("pairs APIs by name, and reports one that is gone operation by operation", async () => {
    const [orders] = await fixtures();
    const pets = { ...(await contractOf({ paths: { "/pets": { get: { responses: {} } } } })), api: "pets" };
    const report = checkCompat([...orders, pets], orders);

    expect(report.changes).toMatchObject([{ rule: "operation-removed", api: "pets", revision: null }]);
    expect(report.changes[0]?.base).not.toBeNull();
  });
});

describe("effective schemas", () => {
  const plain = { ...object("a", "b"), required: ["a"] };
  const refactored: Record<string, readonly [JsonObject, JsonObject]> = {
    "moved into a component": [answering(plain), answering(ref("X"), { X: plain })],
    "in a component of another name": [answering(ref("X"), { X: plain }), answering(ref("Y"), { Y: plain })],
    "split into allOf": [
      answering(plain),
      answering({ allOf: [ref("X"), object("b")] }, { X: { ...object("a"), required: ["a"] } }),
    ],
    "told apart by a union": [
      answering({ ...object("kind"), oneOf: [object("a"), object("b")] }),
      answering({ oneOf: [object("b", "kind"), object("a", "kind")] }),
    ],
    "deprecated behind a reference, beside a list": [
      answering({ properties: { a: { type: "string", deprecated: true } } }),
      answering({ properties: { a: ref("X") } }, { X: { deprecated: true, allOf: [{ type: "string" }] } }),
    ],
    "wrapped in a union of one": [answering(plain), answering({ anyOf: [{ allOf: [plain] }] })],
    "with branches in another order": [
      answering({ oneOf: [marked("cat", "claws"), marked("dog", "bark")] }),
      answering({ oneOf: [marked("dog", "bark"), marked("cat", "claws")] }),
    ],
    "with an example and a title": [answering(plain), answering({ ...plain, title: "Plain", examples: [{ a: "1" }] })],
  };

  it.each(Object.entries(refactored))("are the same %s", async (_, [base, revision]) => {
    expect(await changesOf(base, revision)).toEqual([]);
    expect(await changesOf(revision, base)).toEqual([]);
  });

  it("keep the branches of a union apart", async () => {
    const base = answering({ oneOf: [marked("cat", "claws"), marked("dog", "bark")] });
    const revision = answering({ oneOf: [marked("fox", "den"), marked("dog"), marked("cat", "claws")] });

    expect(await changesOf(base, revision)).toMatchObject([
      { rule: "response-property-removed", path: "body.bark" },
      { rule: "union-branch-added", path: "body" },
    ]);
  });

  it("pair a schema with the branch that it became", async () => {
    const schemas = { Cat: object("claws"), Dog: object("bark") };

    expect(
      await changesOf(answering(ref("Cat"), schemas), answering({ oneOf: [ref("Dog"), ref("Cat")] }, schemas)),
    ).toMatchObject([{ rule: "union-branch-added", message: 'The body can have the shape "Dog" now' }]);
  });

  it("compare one item by what is said of all", async () => {
    const list = { type: "array", items: { type: "string" } };
    const changes = await changesOf(answering(list), answering({ ...list, prefixItems: [{ type: "integer" }] }));

    expect(changes).toMatchObject([{ rule: "type-changed", path: "body[0]" }]);
  });

  it("are proved in the shape that changed, whatever else changes beside them", async () => {
    const sending = (narrowed: JsonObject, label: JsonObject, kinds: boolean) => {
      const [a, b] = kinds ? [marked("a", "id"), marked("b", "name")] : [object("id"), object("name")];
      const name = { type: "string", ...narrowed };
      const shapes = [a, { ...b, properties: { ...(b["properties"] as JsonObject), name } }];
      const required = kinds ? { required: ["kind"] } : {};
      const c = { anyOf: shapes.map((shape) => ({ ...shape, ...required })) };
      const body = { type: "object", required: ["label"], properties: { label: { type: "string", ...label }, c } };
      return { paths: { "/a": { post: { ...taking(body), responses: {} } } } };
    };
    const told = async (label: JsonObject, kinds: boolean) => {
      const changes = await changesOf(sending({}, {}, kinds), sending({ not: { enum: ["x"] } }, label, kinds));
      return changes.find(({ rule }) => rule === "not-added");
    };

    for (const label of [{}, { pattern: "b$" }]) {
      expect(await told(label, true)).toMatchObject({
        verdict: "breaking",
        witness: { request: { body: { c: { kind: "b", name: "x" } } } },
      });
      expect(await told(label, false)).toMatchObject({ verdict: "dangerous" });
    }
  });

  it("survive nulls within nulls", async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`N${index}`, { oneOf: [{ type: "null" }, ref(`N${index + 1}`)] }]),
    );
    const changes = await changesOf(
      answering(ref("N0"), { ...schemas, N40: { type: "string" } }),
      answering(ref("N0"), { ...schemas, N40: { type: "integer" } }),
    );

    expect(changes.map(({ rule }) => rule)).toEqual(["type-changed"]);
  });

  it("compare what builds on a schema beside a union that lists no shapes", async () => {
    const anyOf = [{ required: ["x"] }, { required: ["y"] }];
    const Pet = { ...object("kind"), required: ["kind"], discriminator: { propertyName: "kind" } };
    const sending = (own: boolean, name: JsonObject) => ({
      paths: { "/a": { post: { ...taking(own ? { ...ref("Pet"), anyOf } : ref("Pet")), responses: {} } } },
      components: {
        schemas: {
          Pet: own ? Pet : { ...Pet, anyOf },
          Cat: { allOf: [ref("Pet"), { type: "object", properties: { name: { type: "string", ...name } } }] },
        },
      },
    });

    for (const own of [true, false])
      expect(await changesOf(sending(own, {}), sending(own, { maxLength: 3 }))).toMatchObject([
        { rule: "max-length-decreased", path: "body.name", verdict: "breaking" },
      ]);
  });

  it("may be what another shape already sent, if that names all of it", async () => {
    const sent = (names: readonly string[], other: JsonObject): JsonObject =>
      answering({ anyOf: [{ ...object("id", "name"), required: names }, other] });
    const told = async (other: JsonObject): Promise<readonly string[]> => {
      const changes = await changesOf(sent(["name"], other), sent([], other));
      return changes.map(({ verdict }) => verdict);
    };

    expect(await told({ ...object("id", "name", "more") })).toEqual(["dangerous"]);
    expect(await told({ ...object("more"), required: ["more"] })).toEqual(["breaking"]);
  });

  it("survive a part that is a list of its own kind", async () => {
    const sending = (encoding: JsonObject) => {
      const schema = { type: "object", properties: { list: ref("List") } };
      const post = { requestBody: { content: { "multipart/form-data": { schema, encoding } } }, responses: {} };
      return { paths: { "/a": { post } }, components: { schemas: { List: { type: "array", items: ref("List") } } } };
    };
    const headers = { "X-Kind": { required: true, schema: { type: "string" } } };

    expect(await changesOf(sending({}), sending({ list: { headers } }))).toMatchObject([{ rule: "part-header-added" }]);
  });

  it("survive unions that multiply", async () => {
    const union = { oneOf: Array.from({ length: 12 }, (_, index) => object(`p${index}`)) };
    const many = { allOf: Array.from({ length: 12 }, () => union) };

    expect((await changesOf(answering(many), answering({ ...many, title: "Many" }))).length).toBeLessThan(500);
  });
});

async function changesOf(base: JsonObject, revision: JsonObject): Promise<readonly Change[]> {
  return checkCompat([await contractOf(base)], [await contractOf(revision)]).changes;
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

function answering(schema: Json, schemas: JsonObject = {}): JsonObject {
  return { paths: { "/a": { get: answer(schema) } }, components: { schemas } };
}

function answer(schema: Json): JsonObject {
  return { responses: { "200": { description: "Fine", content: { "application/json": { schema } } } } };
}

function taking(schema: Json): JsonObject {
  return { requestBody: { content: { "application/json": { schema } } } };
}

function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function object(...names: readonly string[]): { readonly type: string; readonly properties: JsonObject } {
  return { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) };
}

function marked(kind: string, ...names: readonly string[]): JsonObject {
  return { type: "object", properties: { kind: { const: kind }, ...object(...names)["properties"] } };
}
