import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Json,
  type JsonObject,
  type JsonSchema,
  type Parameter,
  createTransfer,
  acceptedByAll,
  readForm,
  writeForm,
} from "../../contracts/index.ts";
import { changesBetween, compiledContract } from "../../test/support/compat/documents.ts";

const text: JsonSchema = { type: "string" };
const done = { "204": { description: "Done" } };

function documentWith(parameter: JsonObject): JsonObject {
  const { in: place } = parameter;
  const operation = { parameters: [{ name: "q", ...parameter }], responses: done };
  return {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { [place === "path" ? "/a/{q}" : "/a"]: { get: operation } },
  };
}

function documentOf(type: string, body: JsonSchema): JsonObject {
  return documentWithBody({ [type]: { schema: body } });
}

function documentWithBody(content: JsonObject): JsonObject {
  return {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/a": { post: { requestBody: { required: true, content }, responses: done } } },
  };
}

const scalars = [text, { type: "integer" }, { type: "boolean" }, { enum: [1, 2] }, { enum: ["1", "true"] }] as const;
const lists = scalars.map((items) => ({ type: "array", items }));
const schema = fc.constantFrom<JsonSchema>(...scalars, ...lists, ...lists.map((list) => ({ ...list, maxItems: 1 })));
const place = fc.constantFrom(
  { in: "query" },
  { in: "query", explode: false },
  { in: "path", required: true },
  { in: "header" },
  { in: "cookie", explode: false },
);

describe("a value that a parameter no longer accepts", () => {
  it("survives writing and reading by the base, and is refused by the revision", () => {
    let shown = 0;
    fc.assert(
      fc.property(place, schema, schema, (location, one, other) => {
        const documents = [one, other].map((each) => documentWith({ ...location, schema: each }));
        const [base, revision] = documents as [JsonObject, JsonObject];
        for (const { verdict, witness, path } of changesBetween(base, revision)) {
          if (verdict !== "breaking" || witness?.value === undefined || path.includes("[")) continue;
          shown += 1;

          expect([readValue(base, base, witness.value), readValue(base, revision, witness.value)]).toEqual([
            "taken",
            witness.shows === "gone" ? "taken" : "refused",
          ]);
        }
      }),
      { numRuns: 150 },
    );

    expect(shown).toBeGreaterThan(20);
  });
});

describe("a value that a form field no longer accepts", () => {
  it.each(["application/x-www-form-urlencoded", "multipart/form-data"])(
    "is read back unchanged by the base, and refused by the revision: %s",
    (type) => {
      let shown = 0;
      fc.assert(
        fc.property(schema, schema, (one, other) => {
          const documents = [one, other].map((each) => documentOf(type, { properties: { q: each } }));
          const [base, revision] = documents as [JsonObject, JsonObject];
          for (const { verdict, witness, path } of changesBetween(base, revision)) {
            if (verdict !== "breaking" || witness?.value === undefined || path.includes("[")) continue;
            shown += 1;

            expect(witness.request?.headers).toEqual({ "content-type": type });
            expect(documents.map((each) => acceptsForm(each, { q: witness.value as Json }))).toEqual([true, false]);
          }
        }),
        { numRuns: 100 },
      );

      expect(shown).toBeGreaterThan(20);
    },
  );

  it("does not exist if an integer became a string", () => {
    const documentFor = (type: string): JsonObject[] =>
      ["integer", "string"].map((each) => documentOf(type, { properties: { q: { type: each } } }));
    const witnessOf = (type: string): unknown =>
      changesBetween(...(documentFor(type) as [JsonObject, JsonObject]))[0]?.witness;

    expect(witnessOf("application/x-www-form-urlencoded")).toBeUndefined();
    expect(witnessOf("multipart/form-data")).toBeUndefined();
    expect(witnessOf("application/json")).toMatchObject({ shows: "refused" });
  });

  it("is reported once, with the proof of another media type", () => {
    const documentFor = (type: string): JsonObject => {
      const media = { schema: { $ref: "#/components/schemas/A" } };
      const body = documentWithBody({ "application/x-www-form-urlencoded": media, "application/json": media });
      return { ...body, components: { schemas: { A: { properties: { q: { type } } } } } };
    };
    const [change, another] = changesBetween(documentFor("integer"), documentFor("string"));

    expect(change?.witness?.request?.headers).toEqual({ "content-type": "application/json" });
    expect(another).toBeUndefined();
  });
});

describe("a body of text", () => {
  it("is parsed by the types of its schema", () => {
    const [base, revision] = ["integer", "string"].map((type) => documentOf("text/plain", { type })) as [
      JsonObject,
      JsonObject,
    ];

    expect(changesBetween(base, revision)[0]?.witness).toBeUndefined();
    expect(changesBetween(revision, base)[0]?.witness).toMatchObject({ shows: "refused" });
  });
});

describe("null as a parameter", () => {
  it("is not sent: no parameter change is proved by it", () => {
    fc.assert(
      fc.property(place, schema, fc.boolean(), (location, one, isAdded) => {
        const types = [{ anyOf: [one, { type: "null" }] }, one];
        const [base, revision] = (isAdded ? types.toReversed() : types).map((each) =>
          documentWith({ ...location, schema: each }),
        ) as [JsonObject, JsonObject];

        for (const { witness, note, verdict } of changesBetween(base, revision)) {
          expect(witness?.value).toBeUndefined();
          if (verdict === "breaking" && !witness) expect(note).toMatch(/^Null has no form of its own in text/);
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** Value that one document reads from the text of another. */
function readValue(writing: JsonObject, reading: JsonObject, value: Json): "taken" | "refused" | "nothing" {
  const [written, read] = [writing, reading].map(
    (document) => compiledContract(document).operations[0]?.parameters[0],
  ) as [Parameter, Parameter];
  const contract = compiledContract(reading);
  const arrived = createTransfer(contract, read)(value, written);
  if (!arrived) return "nothing";
  const isTaken = !arrived.isRepeated && acceptedByAll(contract, [read.schema.value], "request", arrived.value);
  return isTaken ? "taken" : "refused";
}

/** Checks that the body of a document accepts a value written as a form. */
function acceptsForm(document: JsonObject, value: Json): boolean {
  const contract = compiledContract(document);
  const form = contract.operations[0]?.body?.content[0]?.schema?.value ?? true;
  return acceptedByAll(contract, [form], "request", readForm(contract, form, writeForm(value))) === true;
}
