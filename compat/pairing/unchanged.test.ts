import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { createUnchanged } from "./unchanged.ts";

const schemas = {
  Order: { type: "object", properties: { buyer: { $ref: "#/components/schemas/Person" }, note: { type: "string" } } },
  Person: { type: "object", properties: { friend: { $ref: "#/components/schemas/Person" } } },
  Pair: { properties: { other: { $ref: "#/components/schemas/Partner" } } },
  Partner: {
    properties: { pair: { $ref: "#/components/schemas/Pair" }, order: { $ref: "#/components/schemas/Order" } },
  },
  Animal: { type: "object", discriminator: { propertyName: "kind" }, properties: { kind: { type: "string" } } },
  Cat: { allOf: [{ $ref: "#/components/schemas/Animal" }, { properties: { lives: { type: "integer" } } }] },
};

function contractOf(changed: JsonObject = {}) {
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: {},
    components: { schemas: { ...schemas, ...changed } },
  };
  return compileInMemory(JSON.parse(JSON.stringify(document)) as JsonObject);
}

/** Names of the schemas that are unchanged after some schemas were edited. */
function unchangedWhere(changed: JsonObject): string[] {
  const unchanged = createUnchanged({ base: contractOf(), revision: contractOf(changed) });
  const partNamed = (name: string) => ({ pointer: `/components/schemas/${name}`, basis: "stated" as const });
  return Object.keys(schemas).filter((name) => unchanged(partNamed(name), partNamed(name)));
}

describe("createUnchanged()", () => {
  it("finds no difference in a document that was read twice", () => {
    expect(unchangedWhere({})).toEqual(Object.keys(schemas));
  });

  it("ignores the order of members", () => {
    const { type, properties } = schemas.Order;
    const { buyer, note } = properties;

    expect(unchangedWhere({ Order: { properties: { note, buyer }, type } })).toEqual(Object.keys(schemas));
  });

  it("finds a changed part and everything that refers to it, even through a circle", () => {
    const { properties } = schemas.Order;

    expect(unchangedWhere({ Order: { type: "object", properties, minProperties: 1 } })).toEqual([
      "Person",
      "Animal",
      "Cat",
    ]);
    expect(unchangedWhere({ Pair: { ...schemas.Pair, title: "Two" } })).toEqual(["Order", "Person", "Animal", "Cat"]);
  });

  it("finds removed members, and added members with names of Object.prototype", () => {
    expect(unchangedWhere({ Animal: { type: "object" } })).not.toContain("Animal");
    expect(unchangedWhere({ Person: { ...schemas.Person, constructor: {} } })).not.toContain("Order");
  });

  it("finds a schema whose subtypes changed, although it does not refer to them", () => {
    const cat = { allOf: [{ $ref: "#/components/schemas/Animal" }, { properties: { lives: { type: "number" } } }] };

    expect(unchangedWhere({ Cat: cat })).toEqual(["Order", "Person", "Pair", "Partner"]);
    expect(unchangedWhere({ Dog: cat })).toEqual(["Order", "Person", "Pair", "Partner"]);
  });

  it("follows discriminator mappings", () => {
    const mapping = { sea: "#/components/schemas/Order" };
    const animal = { ...schemas.Animal, discriminator: { propertyName: "kind", mapping } };
    const order = { ...schemas.Order, minProperties: 1 };
    const [base, revision] = [contractOf({ Animal: animal }), contractOf({ Animal: animal, Order: order })];
    const place = { pointer: "/components/schemas/Animal", basis: "stated" as const };

    expect(createUnchanged({ base, revision: base })(place, place)).toBe(true);
    expect(createUnchanged({ base, revision })(place, place)).toBe(false);
  });

  it("finds a changed basis", () => {
    const unchanged = createUnchanged({ base: contractOf(), revision: contractOf() });
    const pointer = "/components/schemas/Order";

    expect(unchanged({ pointer, basis: "stated" }, { pointer, basis: "assumed" })).toBe(false);
  });
});
