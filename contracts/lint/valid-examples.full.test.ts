import { describe, expect, it } from "vitest";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import type { Json, JsonObject } from "../index.ts";
import { lintContract } from "./lint.ts";

const scratch = createScratch();

const tea: JsonObject = {
  type: "object",
  required: ["id", "name", "pin"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string" },
    pin: { type: "string", writeOnly: true },
    grams: { type: "integer" },
  },
};
const ofTea = { $ref: "#/components/schemas/Tea" };
const pot: JsonObject = {
  type: "object",
  required: ["tea", "others"],
  properties: { tea: ofTea, others: { type: "array", items: ofTea } },
};
const special: JsonObject = {
  allOf: [ofTea, { type: "object", required: ["year"], properties: { year: { type: "integer" } } }],
};
const form = "application/x-www-form-urlencoded";
const json = "application/json";

/** Place of an example: its schema, and how the document gives the value. */
type Place = (schema: JsonObject, value: Json) => JsonObject;

const inContent = (mediaType: string, schema: JsonObject, more: JsonObject): JsonObject => ({
  [mediaType]: { schema, ...more },
});
const ok = (more: JsonObject = {}): JsonObject => ({ 200: { description: "Tea.", ...more } });
const paths = (operation: JsonObject): JsonObject => ({
  paths: { "/teas": { post: { responses: ok(), ...operation } } },
});
const request =
  (mediaType = json): Place =>
  (schema, example) =>
    paths({ requestBody: { content: inContent(mediaType, schema, { example }) } });
const response: Place = (schema, example) =>
  paths({ responses: ok({ content: inContent(json, schema, { example }) }) });
const shared: Place = (schema, value) => {
  const content = inContent(json, schema, { examples: { one: { $ref: "#/components/examples/One" } } });
  return {
    ...paths({ requestBody: { content }, responses: ok({ content }) }),
    components: { examples: { One: { value } } },
  };
};
const ofSchema: Place = (schema, example) =>
  paths({ requestBody: { content: inContent(json, { allOf: [schema], example }, {}) } });
const parameter: Place = (schema, example) =>
  paths({ parameters: [{ name: "filter", in: "query", content: inContent(json, schema, { example }) }] });
const styled: Place = (schema, example) =>
  paths({ parameters: [{ name: "filter", in: "query", style: "deepObject", explode: true, schema, example }] });

const places: Readonly<Record<string, Place>> = { request: request(), response, shared, ofSchema, parameter, styled };

const rows: readonly (readonly [string, Place, JsonObject, Json])[] = [
  ...Object.entries(places).flatMap(([name, place]) => [
    [`${name}: readOnly is missing`, place, ofTea, { name: "Sencha", pin: "1" }] as const,
    [`${name}: writeOnly is missing`, place, ofTea, { id: 1, name: "Sencha" }] as const,
    [`${name}: both are missing`, place, ofTea, { name: "Sencha" }] as const,
    [
      `${name}: nested`,
      place,
      pot,
      { tea: { name: "Sencha" }, others: [{ name: "Assam", id: 2 }, { name: "Ceylon" }] },
    ] as const,
    [`${name}: in allOf`, place, special, { name: "Sencha", year: 2024 }] as const,
  ]),
  ["form as object", request(form), ofTea, { name: "Sencha", grams: 5 }],
  ["form as text", request(form), ofTea, "name=Sencha&grams=5"],
  ["form as text with escapes", request(form), ofTea, "name=Earl%20Grey+Blue&pin=1"],
];

describe.each(["3.0.3", "3.1.0"])("examples of %s", (openapi) => {
  const lint = async (parts: JsonObject): Promise<string[]> => {
    const components = { schemas: { Tea: tea }, ...(parts["components"] as JsonObject | undefined) };
    const problems = await lintContract(await scratch.load({ openapi, ...parts, components }));
    return problems.map(({ code, message }) => `${code}: ${message}`);
  };

  it.each(rows)("are no fault of the document: %s", async (_, place, schema, value) => {
    expect(await lint(place(schema, value))).toEqual([]);
  });

  it.each(rows)("are a fault with a member of the wrong type: %s", async (_, place, schema, value) => {
    const wrong = JSON.parse(JSON.stringify(value).replaceAll(/"(Sencha|Earl%20Grey\+Blue)"/g, "[7]")) as Json;
    const faulty = typeof wrong === "string" ? `${wrong}&grams=many&grams=few` : wrong;

    expect(await lint(place(schema, faulty))).toContainEqual(expect.stringMatching(/^example-invalid: /));
  });

  const integers = { type: "array", items: { type: "integer" } };

  it.each<[string, JsonObject, Json, Json]>([
    ["a list", { in: "query", explode: false, schema: integers }, "1,2", "1,b"],
    ["pipes", { in: "query", style: "pipeDelimited", explode: false, schema: integers }, "1|2", "1,2"],
    ["a deep object", { in: "query", style: "deepObject", schema: tea }, "p[name]=Assam", "p[grams]=few"],
    ["a header", { in: "header", schema: integers }, "1,2", "1;2"],
    ["JSON", { in: "query", content: { [json]: { schema: integers, example: "[1]" } } }, "[1]", "[1"],
  ])("of parameters may be in their encoding: %s", async (_, place, example, wrong) => {
    const lintParameter = (value: Json): Promise<string[]> => {
      const content = place["content"] as JsonObject | undefined;
      const given = content
        ? { content: { [json]: { ...(content[json] as JsonObject), example: value } } }
        : { example: value };
      return lint(paths({ parameters: [{ name: "p", ...place, ...given }] }));
    };

    expect(await lintParameter(example)).toEqual([]);
    expect(await lintParameter(wrong)).toEqual([expect.stringMatching(/^example-invalid: /)]);
  });

  it("are not read if their value is external", async () => {
    const examples = { one: { externalValue: "https://example.com/tea.json" } };

    expect(await lint(paths({ requestBody: { content: inContent(json, ofTea, { examples }) } }))).toEqual([]);
  });
});
