import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { breachOf } from "../../test/support/contracts/law.ts";
import type { MediaType } from "../model/contract.ts";
import { readForm, writeForm } from "./form.ts";

const contract = compileInMemory({ components: { schemas: { Address: { properties: { zip: { type: "string" } } } } } });
const schema: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string" },
    age: { type: ["integer", "null"] },
    tags: { type: "array", items: { type: "string" } },
    sizes: { type: "array", items: { type: "number" } },
    points: {
      type: "array",
      items: {
        type: "object",
        properties: { x: { type: "integer" }, near: { type: "array", items: { type: "integer" } } },
      },
    },
    rows: { type: "array", items: { type: "array", items: { type: "string" } } },
    either: { anyOf: [{ type: "array", items: { type: "string", minLength: 1 } }, { const: "" }] },
    address: {
      type: "object",
      allOf: [
        { $ref: "#/components/schemas/Address" },
        { properties: { floors: { type: "array", items: { type: "integer" } } } },
      ],
    },
    labels: { type: "object", additionalProperties: { type: "string" } },
  },
};

/** Values that a form can represent. It cannot represent an empty list or object. */
const text = fc.string({ unit: "binary" }).map((value) => value.toWellFormed());
const values = fc.record(
  {
    name: text,
    age: fc.option(fc.integer()),
    tags: fc.array(text, { minLength: 1 }),
    sizes: fc.array(
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
      { minLength: 1 },
    ),
    points: fc.array(
      fc.record({ x: fc.integer(), near: fc.array(fc.integer(), { minLength: 1 }) }, { requiredKeys: [] }),
      { minLength: 1 },
    ),
    rows: fc.array(fc.array(text, { minLength: 1 }), { minLength: 1 }),
    either: fc.oneof(
      fc.constant(""),
      fc.array(
        text.filter((one) => one !== ""),
        { minLength: 1 },
      ),
    ),
    address: fc.record({ zip: text, floors: fc.array(fc.integer(), { minLength: 1 }) }),
    labels: fc.dictionary(
      text.filter((key) => !/[[\]]/.test(key)),
      text,
      { minKeys: 1 },
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Json>;

describe("writeForm()", () => {
  it("round-trips through readForm()", () => {
    expect(breachOf(formLaw(writeForm))).toBeUndefined();
  });

  it("violates its law when it joins lists or omits the name of the parent object", () => {
    expect(breachOf(formLaw((value) => writeForm(value).replace(/(sizes=[^&]*)&sizes=/, "$1,")))).toContain(
      "Counterexample",
    );
    expect(breachOf(formLaw((value) => writeForm(value).replace("address%5Bzip%5D", "zip")))).toContain(
      "Counterexample",
    );
  });

  it("repeats the name of a list and puts the name of a member in brackets", () => {
    expect(decodeURIComponent(writeForm({ tags: ["a", "b"], address: { zip: "1", floors: [1, 2] } }))).toBe(
      "tags=a&tags=b&address[zip]=1&address[floors]=1&address[floors]=2",
    );
    expect(decodeURIComponent(writeForm({ points: [{ x: 1, near: [2, 3] }, {}], rows: [["a"]] }))).toBe(
      "points[0][x]=1&points[0][near]=2&points[0][near]=3&points[1]={}&rows[0]=a",
    );
    expect(writeForm([])).toBe("");
    expect(writeForm({ a: "b c&d" })).toBe("a=b%20c%26d");
  });
});

describe("forms with encodings", () => {
  const encodings: MediaType["encodings"] = {
    tags: { style: "pipeDelimited", explode: false, allowReserved: false },
    sizes: { style: "form", explode: false, allowReserved: false },
    points: { contentType: "application/json", allowReserved: false },
    address: { style: "form", explode: true, allowReserved: false },
    labels: { style: "deepObject", explode: true, allowReserved: false },
    name: { style: "spaceDelimited", explode: false, allowReserved: false },
  };
  // A style can represent only scalars, and no text with its own separator.
  const plain = values.map((value) => {
    const { tags, address, ...rest } = value as JsonObject & { tags?: string[]; address?: JsonObject };
    const safe = tags?.map((tag) => `t${tag.replaceAll("|", "")}`);
    return { ...rest, ...(safe && { tags: safe }), ...(address && { address: { zip: address["zip"] ?? "" } }) };
  });

  it("round-trip", () => {
    const law = fc.property(plain, (value) => {
      expect(readForm(contract, schema, writeForm(value, encodings), encodings)).toEqual(value);
    });

    expect(breachOf(law)).toBeUndefined();
  });

  it.each<[string, Json]>([
    ["tags=a%7Cb", { tags: ["a", "b"] }],
    ["tags=a,b", { tags: ["a,b"] }],
    ["sizes=1%2C2", { sizes: [1, 2] }],
    ['points=[{"x":1}]', { points: [{ x: 1 }] }],
    ["zip=1&name=a", { address: { zip: "1" }, name: "a" }],
    ["labels[a]=1", { labels: { a: "1" } }],
    ["tags=a&tags=b", { tags: [["a"], ["b"]] }],
    ["tags[]=a", { tags: ["a"] }],
  ])("reads %s as %j", (body, value) => {
    expect(readForm(contract, schema, body, encodings)).toEqual(value);
  });
});

describe("readForm()", () => {
  it.each<[string, Json]>([
    ["", {}],
    ["name=1&age=1", { name: "1", age: 1 }],
    ["age=null", { age: null }],
    ["tags=a", { tags: ["a"] }],
    ["tags[]=a&tags[]=b", { tags: ["a", "b"] }],
    ["tags[1]=b&tags[0]=a&tags[]=c", { tags: ["a", "b", "c"] }],
    ["tags[7]=a", { tags: ["a"] }],
    ["tags[x]=a", { tags: { x: "a" } }],
    ["points[0][x]=1&points[1][x]=2&points[0][near][0]=3", { points: [{ x: 1, near: [3] }, { x: 2 }] }],
    ["points[][x]=1&points[][near]=3&points[][x]=2", { points: [{ x: 1, near: [3] }, { x: 2 }] }],
    ['points={"x":1}', { points: [{ x: 1 }] }],
    ["either=", { either: "" }],
    ["either=a", { either: ["a"] }],
    ["either[0]=a", { either: ["a"] }],
    ["address[zip]=1&address[floors]=2", { address: { zip: "1", floors: [2] } }],
    ["labels[a]=1&labels[b]=true", { labels: { a: "1", b: "true" } }],
    ["unknown=1&unknown=b", { unknown: [1, "b"] }],
    ["name=a&name=b", { name: ["a", "b"] }],
    ["name=a+b", { name: "a b" }],
    ["a[b][c]=1", { a: { b: { c: 1 } } }],
    ["a=1&a[b]=2", { a: { b: 2 } }],
  ])("reads %s as %j", (body, value) => {
    expect(readForm(contract, schema, body)).toEqual(value);
  });

  it("reads members named like properties of Object.prototype", () => {
    const value = readForm(contract, schema, "__proto__=a&labels[__proto__]=b&labels[constructor]=c") as JsonObject;

    expect(Object.entries(value)[0]).toEqual(["__proto__", "a"]);
    expect(Object.entries(value["labels"] as JsonObject)).toEqual([
      ["__proto__", "b"],
      ["constructor", "c"],
    ]);
  });

  it("reads a deeply nested name as one name", () => {
    const name = `a${"[b]".repeat(100_000)}`;

    expect(readForm(contract, schema, `${name}=1`)).toEqual({ [name]: 1 });
  });
});

function formLaw(write: (value: Json) => string): fc.IProperty<[Json]> {
  return fc.property(values, (value) => {
    expect(readForm(contract, schema, write(value))).toEqual(value);
  });
}
