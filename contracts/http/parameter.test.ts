import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { breachOf } from "../../test/support/contracts/law.ts";
import type { Contract, Operation, Parameter } from "../model/contract.ts";
import { type Pairs, createParameterReader, writeParameterPairs, writeParameterText } from "./parameter.ts";
import { decodeSegment, percentEncode, readQuery, writeQuery } from "./query.ts";

const scalars = {
  string: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  nothing: { type: ["integer", "null"] },
} as const;
const array: JsonSchema = { type: "array", items: { type: "integer" } };
const texts: JsonSchema = { type: ["array", "null"], items: { type: "string" } };
const record: JsonSchema = {
  type: "object",
  properties: { r: { type: "integer" }, g: { type: "string" }, point: { type: "number" } },
  additionalProperties: { type: "boolean" },
};
const map: JsonSchema = { type: "object", additionalProperties: { type: "string" } };

/** Every style that OpenAPI allows for a parameter, with the shapes of values that it can represent. */
const styles: readonly { readonly in: Parameter["in"]; readonly style: string; readonly shapes: readonly string[] }[] =
  [
    { in: "path", style: "simple", shapes: ["scalar", "array", "object"] },
    { in: "path", style: "label", shapes: ["scalar", "array", "object"] },
    { in: "path", style: "matrix", shapes: ["scalar", "array", "object"] },
    { in: "header", style: "simple", shapes: ["scalar", "array", "object"] },
    { in: "cookie", style: "form", shapes: ["scalar", "array", "object"] },
    { in: "query", style: "form", shapes: ["scalar", "array", "object"] },
    { in: "query", style: "spaceDelimited", shapes: ["array", "object"] },
    { in: "query", style: "pipeDelimited", shapes: ["array", "object"] },
    { in: "query", style: "deepObject", shapes: ["object"] },
  ];
const serializations = styles.flatMap((serialization) =>
  [true, false].map((explode) => ({ ...serialization, explode })),
);

describe("writeParameterText() and writeParameterPairs(), read by createParameterReader()", () => {
  const integers = fc.integer();
  const decimals = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0));
  const text = fc.oneof(
    fc.string({ unit: "binary", minLength: 1 }),
    fc.constantFrom("null", "true", "1", ".", ";p=", "a,b", "a=b", "[1]"),
  );

  describe.each(serializations)("in the $in as $style, explode $explode", (serialization) => {
    it("round-trips every value that the style can carry", () => {
      const laws: [JsonSchema, fc.Arbitrary<Json>][] = [];
      if (serialization.shapes.includes("scalar")) {
        laws.push([scalars.string, text], [scalars.integer, integers], [scalars.number, decimals]);
        laws.push([scalars.boolean, fc.boolean()], [scalars.nothing, fc.option(integers)]);
      }
      if (serialization.shapes.includes("array"))
        laws.push([array, fc.array(integers, { minLength: 1 })], [texts, fc.array(text, { minLength: 1 })]);
      if (serialization.shapes.includes("object")) {
        const values = fc.record({ r: integers, g: text, point: decimals }, { requiredKeys: ["r"] });
        laws.push([record, values]);
        // Without the parameter's name, members of a map look like other parameters.
        if (!(serialization.in === "query" && serialization.style !== "deepObject" && serialization.explode)) {
          laws.push([map, fc.dictionary(fc.string({ minLength: 1 }), text, { minKeys: 1 }) as fc.Arbitrary<Json>]);
        }
      }

      for (const [schema, values] of laws) expect(breachOf(wireLaw(serialization, schema, values))).toBeUndefined();
    });
  });

  it("round-trips every value of a parameter with a media type", () => {
    for (const place of ["query", "path", "header", "cookie"] as const) {
      const content = { in: place, style: "", explode: false, mediaType: "application/json" };

      expect(
        breachOf(
          wireLaw(
            content,
            true,
            fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json),
          ),
        ),
      ).toBeUndefined();
    }
  });

  it("violates its law with a wrong separator, or when text is read as a number", () => {
    const wrongReader =
      (change: (text: string) => string): typeof writeParameterText =>
      (parameter, value) =>
        change(writeParameterText(parameter, value));
    const serialization = { in: "path", style: "label", explode: true } as const;

    expect(
      breachOf(
        wireLaw(
          serialization,
          array,
          fc.array(integers, { minLength: 2 }),
          wrongReader((written) => written.replaceAll(".", ",")),
        ),
      ),
    ).toContain("Counterexample");
    expect(
      breachOf(
        wireLaw(
          serialization,
          scalars.string,
          text,
          wrongReader((written) => written.slice(1)),
        ),
      ),
    ).toContain("Counterexample");
  });
});

describe("writeParameterText()", () => {
  // The examples of OpenAPI 3.1, 4.8.12.4.
  it.each<[string, boolean, Json, string]>([
    ["simple", false, "blue", "blue"],
    ["simple", false, ["blue", "black"], "blue,black"],
    ["simple", false, { R: 100, G: 200 }, "R,100,G,200"],
    ["simple", true, { R: 100, G: 200 }, "R=100,G=200"],
    ["label", false, "blue", ".blue"],
    ["label", false, ["blue", "black"], ".blue,black"],
    ["label", true, ["blue", "black"], ".blue.black"],
    ["label", false, { R: 100, G: 200 }, ".R,100,G,200"],
    ["label", true, { R: 100, G: 200 }, ".R=100.G=200"],
    ["matrix", false, "blue", ";color=blue"],
    ["matrix", false, ["blue", "black"], ";color=blue,black"],
    ["matrix", true, ["blue", "black"], ";color=blue;color=black"],
    ["matrix", false, { R: 100, G: 200 }, ";color=R,100,G,200"],
    ["matrix", true, { R: 100, G: 200 }, ";R=100;G=200"],
  ])("as %s, explode %j, writes %j as %s", (style, explode, value, text) => {
    expect(writeParameterText(parameterOf({ in: "path", style, explode }, true, "color").parameter, value)).toBe(text);
  });
});

describe("writeParameterPairs()", () => {
  it.each<[string, boolean, Json, string]>([
    ["form", true, "blue", "color=blue"],
    ["form", true, ["blue", "black"], "color=blue&color=black"],
    ["form", false, ["blue", "black"], "color=blue,black"],
    ["form", true, { R: 100, G: 200 }, "R=100&G=200"],
    ["form", false, { R: 100, G: 200 }, "color=R,100,G,200"],
    ["spaceDelimited", false, ["blue", "black"], "color=blue black"],
    ["pipeDelimited", false, ["blue", "black"], "color=blue|black"],
    ["pipeDelimited", false, { R: 100, G: 200 }, "color=R|100|G|200"],
    ["deepObject", true, { R: 100, G: 200 }, "color[R]=100&color[G]=200"],
  ])("as %s, explode %j, writes %j as %s", (style, explode, value, text) => {
    const { parameter } = parameterOf({ in: "query", style, explode }, true, "color");

    expect(
      writeParameterPairs(parameter, value)
        .map((pair) => pair.join("="))
        .join("&"),
    ).toBe(text);
  });
});

describe("createParameterReader()", () => {
  const read = (schema: JsonSchema, pairs: Pairs, serialization: Partial<StyleCase> = {}): Json | undefined => {
    const { contract, parameter } = parameterOf(
      { in: "query", style: "form", explode: true, ...serialization },
      schema,
    );
    return createParameterReader(contract, parameter).fromPairs(pairs);
  };

  it("distinguishes a parameter that was not sent from an empty one", () => {
    const none: Pairs = [["other", "1"]];

    expect([scalars.string, array, record].map((schema) => read(schema, none))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(read(record, none, { style: "deepObject" })).toBeUndefined();
    expect(read(record, none, { explode: false })).toBeUndefined();
    expect(read(scalars.string, [["p", ""]])).toBe("");
    expect(read(array, [["p", ""]], { explode: false })).toEqual([]);
    expect(read(record, [["p", ""]], { explode: false })).toEqual({});
  });

  it.each<[Parameter["in"], string, boolean, JsonSchema, "once" | "often"]>([
    ["query", "form", true, scalars.string, "once"],
    ["query", "form", true, { enum: ["a"] }, "once"],
    ["query", "form", true, scalars.nothing, "once"],
    ["query", "form", false, array, "once"],
    ["query", "form", true, array, "often"],
    ["query", "form", true, texts, "often"],
    ["query", "form", true, { type: ["string", "array"] }, "often"],
    ["query", "deepObject", true, record, "often"],
    ["query", "form", true, record, "often"],
    ["query", "form", false, record, "once"],
    ["query", "form", true, true, "often"],
  ])("allows a %s parameter (%s, explode %j, schema %j) %s in a query", (place, style, explode, schema, times) => {
    const { contract, parameter } = parameterOf({ in: place, style, explode }, schema);

    expect(createParameterReader(contract, parameter).times).toBe(times);
  });

  it("reads the last of repeated values when the parameter occurs once", () => {
    expect(
      read(scalars.integer, [
        ["p", "1"],
        ["p", "2"],
      ]),
    ).toBe(2);
  });

  it("keeps invalid text for validation to reject", () => {
    expect(read(scalars.integer, [["p", "many"]])).toBe("many");
    expect(
      read(array, [
        ["p", "1"],
        ["p", "x"],
      ]),
    ).toEqual([1, "x"]);
    expect(read(true, [["p", "{"]], { mediaType: "application/json" })).toBe("{");
  });

  it("reads only the members of an object", () => {
    expect(
      read(record, [
        ["r", "1"],
        ["other", "x"],
      ]),
    ).toEqual({ r: 1 });
    expect(
      read(
        record,
        [
          ["p[r]", "1"],
          ["p[z]", "true"],
          ["q[r]", "2"],
          ["p", "3"],
        ],
        { style: "deepObject" },
      ),
    ).toEqual({ r: 1, z: true });
  });

  it("does not read a member of an object as the parameter, or a dot as a separator", () => {
    const { contract, parameter } = parameterOf({ in: "path", style: "matrix", explode: true }, record, "point");

    expect(createParameterReader(contract, parameter).fromText(";point=1.5;r=2")).toEqual({ point: 1.5, r: 2 });
  });

  it("reads members named like properties of Object.prototype", () => {
    const value = read(
      map,
      [
        ["p[__proto__]", "a"],
        ["p[constructor]", "b"],
      ],
      { style: "deepObject" },
    );

    expect(Object.entries(value as JsonObject)).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
    ]);
  });
});

interface StyleCase {
  readonly in: Parameter["in"];
  readonly style: string;
  readonly explode: boolean;
  readonly mediaType?: string;
}

function parameterOf(
  serialization: StyleCase,
  schema: JsonSchema,
  name = "p",
): { contract: Contract; parameter: Parameter } {
  const contract = compileInMemory({
    paths: {
      [serialization.in === "path" ? `/{${name}}` : "/"]: {
        get: { parameters: [{ name, in: serialization.in, required: true, schema }] },
      },
    },
  });
  const [operation] = contract.operations as [Operation];
  return { contract, parameter: { ...(operation.parameters[0] as Parameter), ...serialization } };
}

/** Law: a value that is written, encoded for its location, decoded and read stays the same. */
function wireLaw(
  serialization: StyleCase,
  schema: JsonSchema,
  values: fc.Arbitrary<Json>,
  write = writeParameterText,
): fc.IProperty<[Json]> {
  const { contract, parameter } = parameterOf(serialization, schema);
  const { fromPairs, fromText } = createParameterReader(contract, parameter);
  return fc.property(
    values.filter((value) => canCarry(serialization, value)),
    (value) => {
      const read =
        serialization.in === "query"
          ? fromPairs(readQuery(writeQuery(writeParameterPairs(parameter, value))))
          : fromText(decodeSegment(percentEncode(write(parameter, value))) as string);

      expect(read).toEqual(value);
    },
  );
}

/** Checks that text contains no separator of its style and no lone surrogate. */
function canCarry({ in: place, style, explode, mediaType }: StyleCase, value: Json): boolean {
  if (mediaType !== undefined) return true;
  const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
  const parts = isRecord ? Object.entries(value).flat() : [value].flat();
  const separators: Readonly<Record<string, string>> = {
    label: ".",
    matrix: ";",
    spaceDelimited: " ",
    pipeDelimited: "|",
  };
  const isWhole = typeof value !== "object" || value === null || (place === "query" && explode);
  const receivedPairs = isWhole
    ? []
    : [
        explode
          ? (separators[style] ?? ",")
          : style === "label" || style === "matrix"
            ? ","
            : (separators[style] ?? ","),
      ];
  if (isRecord && explode && place !== "query") receivedPairs.push("=");
  if (isRecord && style === "deepObject") receivedPairs.push("]", "[");
  return parts.every((part) => {
    const text = String(part);
    return text.isWellFormed() && text !== "" && !receivedPairs.some((mark) => text.includes(mark));
  });
}
