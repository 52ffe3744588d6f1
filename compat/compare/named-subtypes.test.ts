import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { validatorOf } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { type Change, checkCompat } from "../index.ts";

const plain = { type: "object", properties: { kind: { type: "string" }, name: { type: "string" } } };
const lives = { type: "object", properties: { lives: { type: "integer" } } };
const roars = { type: "object", properties: { roars: { type: "string" } } };
const barks = { type: "object", properties: { barks: { type: "boolean" } } };
const mapping = { cat: refTo("Cat"), lion: refTo("Lion"), dog: refTo("Dog") };

interface Sent {
  readonly direction?: "request" | "response";
  readonly schema?: JsonObject;
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function ref(name: string): JsonObject {
  return { $ref: refTo(name) };
}

/** Subtypes of a pet, at two levels. */
function subtypes(of: { readonly mapping?: JsonObject; readonly cat?: JsonObject; readonly lion?: JsonObject } = {}) {
  const discriminator = { propertyName: "kind", ...(of.mapping && { mapping: of.mapping }) };
  return {
    Pet: { ...plain, discriminator },
    Cat: { allOf: [ref("Pet"), lives], ...of.cat },
    Dog: { allOf: [ref("Pet"), barks] },
    Lion: { allOf: [ref("Cat"), roars], ...of.lion },
  };
}

function contractOf(schemas: JsonObject, { direction = "request", schema = ref("Pet") }: Sent = {}) {
  const content = { "application/json": { schema } };
  const response = { "200": { description: "Fine", content } };
  const requestSchema =
    direction === "request" ? { requestBody: { required: true, content }, responses: {} } : { responses: response };
  return compileInMemory({ openapi: "3.0.3", paths: { "/pets": { post: requestSchema } }, components: { schemas } });
}

function changesOf(base: JsonObject, revision: JsonObject, sent?: Sent): readonly Change[] {
  return checkCompat([contractOf(base, sent)], [contractOf(revision, sent)]).changes;
}

describe("a breaking change of a subtype", () => {
  it.each<[string, JsonObject, JsonObject, Json, string]>([
    [
      "by a mapping",
      subtypes({ mapping }),
      subtypes({ mapping, cat: { required: ["lives"] } }),
      { kind: "cat" },
      "Cat",
    ],
    ["by its name", subtypes(), subtypes({ cat: { required: ["lives"] } }), { kind: "Cat" }, "Cat"],
    ["two levels below", subtypes(), subtypes({ lion: { required: ["roars"] } }), { kind: "Lion" }, "Lion"],
    [
      "that may be null, and has no mapping",
      subtypes({ cat: { nullable: true } }),
      subtypes({ cat: { nullable: true, required: ["lives"] } }),
      { kind: "Cat" },
      "Cat",
    ],
  ])("is proved by a request with its discriminator value: %s", (_, base, revision, value, name) => {
    const [change, another] = changesOf(base, revision);
    const validators = [base, revision].map((schemas) =>
      validatorOf(contractOf(schemas), refTo(name).slice(1), "request"),
    );

    expect(another).toBeUndefined();
    expect(change).toMatchObject({
      verdict: "breaking",
      rule: "request-property-became-required",
      witness: { shows: "refused", value, request: { body: value } },
    });
    expect(validators.map((validate) => validate(value).length > 0)).toEqual([false, true]);
  });

  it("is proved by a response with its discriminator value", () => {
    const [change] = changesOf(subtypes({ cat: { required: ["lives"] } }), subtypes(), { direction: "response" });

    expect(change).toMatchObject({ rule: "response-property-became-optional", witness: { value: { kind: "Cat" } } });
  });

  it("is proved by a value of a removed subtype", () => {
    const { Dog: _, ...others } = subtypes();
    const [change] = changesOf(subtypes(), others);

    expect(change).toMatchObject({
      rule: "union-branch-removed",
      witness: { shows: "gone", request: { body: { kind: "Dog" } } },
    });
  });
});

it("does not report null, because only objects have a discriminator value", () => {
  expect(changesOf(subtypes({ cat: { nullable: true } }), subtypes())).toEqual([]);
  expect(
    changesOf(subtypes({ mapping }), subtypes({ mapping, cat: { nullable: true } }), { direction: "response" }),
  ).toEqual([]);
});

describe("subtypes of a schema, and a union that lists them", () => {
  const shapes = [ref("Cat"), ref("Dog"), ref("Lion")];

  /** The same shapes in a union. Their common schema has no discriminator. */
  function listed(
    of: Parameters<typeof subtypes>[0] & { readonly keyword?: string; readonly others?: JsonObject } = {},
  ) {
    const { Pet, ...built } = JSON.parse(
      JSON.stringify(subtypes(of)).replaceAll("schemas/Pet", "schemas/Animal"),
    ) as ReturnType<typeof subtypes>;
    const { discriminator } = Pet;
    return { Animal: plain, ...built, Pet: { [of.keyword ?? "oneOf"]: shapes, discriminator }, ...of.others };
  }

  const tag = (value: string) => ({ type: "object", properties: { kind: { type: "string", enum: [value] } } });

  it.each<[string, JsonObject, JsonObject]>([
    ["by a mapping", subtypes({ mapping }), listed({ mapping })],
    ["by their names", subtypes(), listed()],
    ["in anyOf", subtypes(), listed({ keyword: "anyOf" })],
    ["of which one may be null", subtypes({ cat: { nullable: true } }), listed()],
    [
      "that list their values",
      subtypes({ mapping }),
      listed({ mapping, others: { Dog: { allOf: [ref("Animal"), barks, tag("dog")] } } }),
    ],
    [
      "with the one that they build on",
      subtypes({ mapping: { ...mapping, pet: refTo("Pet") } }),
      {
        ...listed({ mapping }),
        Pet: {
          oneOf: [...shapes, ref("Animal")],
          discriminator: { propertyName: "kind", mapping: { ...mapping, pet: refTo("Animal") } },
        },
      },
    ],
  ])("are equal: %s", (_, schemasWithSubtypes, union) => {
    for (const direction of ["request", "response"] as const) {
      expect(changesOf(schemasWithSubtypes, union, { direction })).toEqual([]);
      expect(changesOf(union, schemasWithSubtypes, { direction })).toEqual([]);
    }
  });

  it("are equal if another component has the union, and its branches still extend the schema", () => {
    const schema = { oneOf: shapes, discriminator: { propertyName: "kind", mapping } };
    const before = contractOf(subtypes({ mapping }));
    const after = contractOf(subtypes({ mapping }), { schema });

    expect(checkCompat([before], [after]).changes).toEqual([]);
    expect(checkCompat([after], [before]).changes).toEqual([]);
  });

  it("differ if one of the shapes differs", () => {
    const [change, another] = changesOf(subtypes(), listed({ cat: { required: ["lives"] } }));

    expect(another).toBeUndefined();
    expect(change).toMatchObject({
      rule: "request-property-became-required",
      verdict: "breaking",
      witness: { shows: "refused", value: { kind: "Cat" }, request: { body: { kind: "Cat" } } },
    });
    expect(change?.note).toBeUndefined();
  });

  it("differ if a discriminator value names the schema itself", () => {
    const itself = { ...mapping, pet: refTo("Pet") };

    expect(changesOf(subtypes({ mapping: itself }), listed({ mapping })).map(({ rule }) => rule)).toEqual([
      "discriminator-value-removed",
      "union-branch-removed",
    ]);
  });

  it("differ if only one accepts null", () => {
    const nullable = { nullable: true, allOf: [ref("Pet")] };
    const [before, after] = [contractOf(subtypes(), { schema: nullable }), contractOf(listed())];

    expect(checkCompat([before], [after]).changes).toMatchObject([{ rule: "null-removed", witness: { value: null } }]);
  });
});
