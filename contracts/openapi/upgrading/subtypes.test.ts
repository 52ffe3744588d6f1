import { describe, expect, it } from "vitest";
import { expandSubtypes } from "../compile-generated.ts";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import { createValues } from "../../generate/index.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { valueAt } from "../../model/pointer.ts";
import { getAcceptor, validatorOf } from "../../schema/validator.ts";
import { locateSource } from "../../parsing/origins.ts";

const text: JsonObject = { type: "string" };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const pet = (discriminator: JsonObject, kind: JsonObject = text, required: string[] = ["kind"]): JsonObject => ({
  type: "object",
  required,
  properties: { name: text, kind },
  discriminator: { propertyName: "kind", ...discriminator },
});
const heir = (base: string, member: string, more: JsonObject = {}): JsonObject => ({
  allOf: [ref(base), { type: "object", required: [member], properties: { [member]: { type: "integer" }, ...more } }],
});
const family = (discriminator: JsonObject, kind?: JsonObject, required?: string[]): JsonObject => ({
  Pet: pet(discriminator, kind, required),
  Cat: heir("Pet", "lives"),
  Dog: heir("Pet", "barks"),
});
const byMapping = { mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" } };
const kinds = { type: "string", enum: ["cat", "dog"] };

function contractWith(schemas: JsonObject, others: Readonly<Record<string, Json>> = {}, openapi = "3.0.3") {
  return expandSubtypes(compileInMemory({ openapi, components: { schemas } }, others));
}

describe.each(["3.0.3", "3.1.0"])("a discriminator whose subtypes refer to its schema by allOf, in %s", (openapi) => {
  it.each<[string, JsonObject, string, string]>([
    ["without a mapping, by schema names", family({}), "Cat", "Dog"],
    ["by references", family(byMapping), "cat", "dog"],
    ["by names", family({ mapping: { cat: "Cat", dog: "Dog" } }), "cat", "dog"],
    ["with listed values", family(byMapping, kinds), "cat", "dog"],
    ["with a part of the mapping", family({ mapping: { cat: "Cat" } }), "cat", "Dog"],
    [
      "by the values that subtypes list",
      {
        Pet: pet({}),
        Cat: heir("Pet", "lives", { kind: { type: "string", enum: ["cat"] } }),
        Dog: heir("Pet", "barks", { kind: { type: "string", enum: ["dog"] } }),
      },
      "cat",
      "dog",
    ],
    [
      "through a subtype of a subtype",
      { ...family({}), Lynx: { allOf: [ref("Cat"), { type: "object" }] } },
      "Lynx",
      "Dog",
    ],
  ])("selects a subtype %s", (_, schemas, cat, dog) => {
    const contract = contractWith(schemas, {}, openapi);
    const accepts = getAcceptor(contract, "/components/schemas/Pet", "request");

    expect(contract.problems).toEqual([]);
    expect(accepts({ name: "Tom", kind: cat, lives: 9 })).toBe(true);
    expect(accepts({ name: "Tom", kind: cat, barks: 1 })).toBe(false);
    expect(accepts({ name: "Rex", kind: dog, barks: 1 })).toBe(true);
    expect(accepts({ name: "Rex", kind: dog, lives: 9 })).toBe(false);
  });

  it.each<[string, JsonObject, Json, boolean]>([
    ["an unlisted value", family(byMapping, kinds), { kind: "cow" }, false],
    ["a listed value without a subtype", family(byMapping, { enum: ["cat", "dog", "cow"] }), { kind: "cow" }, true],
    ["any value without a subtype, where none are listed", family(byMapping), { kind: "cow" }, true],
    ["no value, where it is optional", family(byMapping, kinds, []), { name: "Tom" }, true],
    ["no value, where it is required", family(byMapping, kinds), { name: "Tom" }, false],
    ["the default's subtype", family(byMapping, { ...kinds, default: "cat" }, []), { lives: 9 }, true],
    ["not the default's subtype", family(byMapping, { ...kinds, default: "cat" }, []), { lives: "x" }, false],
    [
      "the subtype of other values",
      family({ mapping: { cat: "Cat" }, defaultMapping: "#/components/schemas/Dog" }),
      { kind: "wolf", barks: 1 },
      true,
    ],
    ["in a list", { ...family(byMapping), List: { type: "array", items: ref("Pet") } }, [{ kind: "cat" }], false],
    [
      "in a member",
      { ...family(byMapping), Home: { type: "object", properties: { pet: ref("Pet") } } },
      { pet: { kind: "dog", barks: 1 } },
      true,
    ],
    ["a subtype alone", { ...family(byMapping, kinds), Own: ref("Cat") }, { kind: "cat", lives: 9 }, true],
  ])("reads %s", (_, schemas, value, expected) => {
    const outer = ["List", "Home", "Own", "Pet"].find((name) => name in schemas);
    const contract = contractWith(schemas, {}, openapi);

    expect(getAcceptor(contract, `/components/schemas/${outer}`, "request")(value)).toBe(expected);
  });
});

describe("withSubtypes()", () => {
  it("reads a mapping to another file", () => {
    const schemas = { Pet: pet({ mapping: { cat: "pets.json#/Cat" } }) };
    const members = { type: "object", required: ["lives"], properties: { lives: { type: "integer" } } };
    const others = {
      "/docs/pets.json": { Cat: { allOf: [{ $ref: "openapi.json#/components/schemas/Pet" }, members] } },
    };
    const accepts = getAcceptor(contractWith(schemas, others), "/components/schemas/Pet", "response");

    expect([accepts({ kind: "cat", lives: 9 }), accepts({ kind: "cat" })]).toEqual([true, false]);
  });

  it("changes nothing without subtypes, and nothing beside a written union", () => {
    const alone = { Pet: pet({ mapping: {} }) };
    const union = { ...family({}), Any: { oneOf: [ref("Cat")], discriminator: { propertyName: "kind" } } };

    expect(contractWith(alone).document["components"]).toEqual({ schemas: alone });
    expect(JSON.stringify(contractWith(union).document)).toContain(
      '"Any":{"oneOf":[{"$ref":"#/components/schemas/Cat"',
    );
  });

  it("keeps the lines of what it moves", () => {
    const contract = contractWith(family(byMapping));
    const { pointer } = locateSource(contract.origins, "/components/schemas/Pet/$defs/base/properties/name");

    expect(pointer).toBe("/components/schemas/Pet/properties/name");
  });

  it("lets values of every subtype be generated, and each fault be named at its member", () => {
    const contract = contractWith(family(byMapping, kinds));
    const pointer = "/components/schemas/Pet";
    const at = { file: contract.file, line: 1, pointer };
    const schema = { value: valueAt(contract.document, pointer) as JsonObject, pointer, at, basis: "stated" } as const;
    const value = createValues(contract, "response").sample(schema, { name: "a", label: "Pet" }) as JsonObject;
    const validate = validatorOf(contract, pointer, "response");

    expect(validate(value)).toEqual([]);
    expect(Object.keys(value)).toContain(value["kind"] === "cat" ? "lives" : "barks");
    expect(validate({ kind: "cat", lives: "nine" })).toMatchObject([{ pointer: "/lives" }]);
  });
});
