import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type KeywordRow, keywordTable } from "../../test/support/values/keywords.ts";
import { assertBreaksOnlyAtPointer, assertOnlyAccepted, isSatisfiable } from "../../test/support/values/laws.ts";
import { type JsonObject, type Schema, getAcceptor, compileGenerated, validatorOf } from "../index.ts";
import { constraints } from "../schema/keywords/index.ts";
import { createValues } from "./index.ts";

const RUNS = 400;

/** Keywords without a row of their own: they only contain schemas, or have an effect only beside another keyword. */
const withoutRow = new Set(["$defs", "definitions"]);

function valuesOfRow({ schema: value, direction = "request" }: KeywordRow) {
  const pointer = "/components/schemas/Row";
  const document = { openapi: "3.1.0", paths: {}, components: { schemas: { Row: value } } };
  const contract = compileGenerated(document as JsonObject, { api: "keywords", file: "keywords.yaml" });
  const schema: Schema = { pointer, at: { file: "keywords.yaml", line: 1, pointer }, basis: "stated", value };
  const accepts = getAcceptor(contract, pointer, direction);
  return {
    schema,
    values: createValues(contract, direction),
    accepts: (each: unknown) => accepts(each),
    validate: validatorOf(contract, pointer, direction),
  };
}

describe("keywords", () => {
  it("each have a row in the table if a validator supports them", () => {
    const known = new Set(keywordTable.map(({ keyword }) => keyword));

    expect(constraints.filter((keyword) => !known.has(keyword) && !withoutRow.has(keyword))).toEqual([]);
  });

  it.each(keywordTable)("$keyword has valid values only", (row) => {
    const { schema, values, accepts } = valuesOfRow(row);

    assertOnlyAccepted(values.valid(schema), accepts);
  });

  it.each(keywordTable)("$keyword has values of all allowed kinds", (row) => {
    const { schema, values } = valuesOfRow(row);
    const samples = fc.sample(values.valid(schema), RUNS) as never[];

    expect(Object.keys(row.reached).filter((kind) => !samples.some(row.reached[kind] as never))).toEqual([]);
  });

  it.each(keywordTable)("$keyword has faults of each kind, which violate no other keyword", (row) => {
    const { schema, values, validate } = valuesOfRow(row);
    const faults = values.faults(schema).filter(({ arbitrary }) => isSatisfiable(arbitrary));
    for (const fault of faults) assertBreaksOnlyAtPointer(fault, validate);

    expect(faults.map(({ pointer, keyword }) => `${pointer} ${keyword}`.trim())).toEqual(row.faults);
  });

  it.each(keywordTable)("$keyword has valid and invalid boundary values", (row) => {
    const { schema, values } = valuesOfRow(row);
    const { found } = values.boundaries(schema);

    expect(new Set(found.map(({ fits }) => fits))).toEqual(new Set([true, false]));
    expect(found.filter(({ fits }) => !fits).map(({ pointer, keyword }) => `${pointer} ${keyword}`.trim())).toEqual(
      expect.arrayContaining([...row.faults]),
    );
  });
});
