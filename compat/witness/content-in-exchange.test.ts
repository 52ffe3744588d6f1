import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { checkCompat } from "../index.ts";

const integer: JsonObject = { type: "integer" };
const listed = (name: string, schema: JsonObject = integer): JsonObject => ({ name, in: "query", schema });
const object = (style: string, more: JsonObject = {}): JsonObject => ({
  name: "page",
  in: "query",
  style,
  schema: {
    type: "object",
    properties: { size: integer, number: integer, ids: { type: "array", items: integer } },
    ...more,
  },
});

/** Paths of the requests that prove the changes between two lists of parameters. */
function proofPaths(...parameters: readonly Json[][]): readonly unknown[] {
  const [base, revision] = parameters.map((some) =>
    compileInMemory({ paths: { "/a": { get: { parameters: some, responses: { "200": { description: "Done" } } } } } }),
  );
  const { changes } = checkCompat(base ? [base] : [], revision ? [revision] : []);
  return changes.flatMap(({ path, witness }) =>
    witness ? [[path, decodeURIComponent(witness.request?.path ?? "")]] : [],
  );
}

describe("pathInExchange()", () => {
  it.each([
    ["deepObject", 'query["page[size]"]', "page[size]"],
    ["form", "query.size", "size"],
  ])("finds a member of an object parameter with the style %s, also next to required members", (style, path, name) => {
    const narrow = listed(name, { type: "integer", maximum: 9 });
    const others = ["number", "ids"].map((one) => listed(style === "form" ? one : `page[${one}]`, {}));
    const around = style === "form" ? "number" : "page[number]";

    expect(proofPaths([object(style)], [narrow, ...others])).toEqual([[path, `/a?${name}=10`]]);
    expect(proofPaths([object(style)], others)).toEqual([[path, expect.stringContaining(`${name}=`)]]);
    expect(proofPaths([{ ...object(style, { required: ["number"] }), required: true }], [narrow, ...others])).toEqual([
      [path, expect.stringContaining(`${around}=`)],
    ]);
  });

  it("keeps the path of a listed parameter", () => {
    const narrow = object("deepObject", { properties: { size: { type: "integer", maximum: 9 } } });

    expect(proofPaths([listed("page[size]")], [narrow])).toEqual([['query["page[size]"]', "/a?page[size]=10"]]);
  });
});
