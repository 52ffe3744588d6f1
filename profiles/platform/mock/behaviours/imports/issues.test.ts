import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../../contracts/index.ts";
import { findMappingIssues } from "./issues.ts";

const rule = (attribute: string, targetMode?: string) => ({
  where: { column: "TYPE", equals: "FEE" },
  column: "AMOUNT",
  attribute,
  ...(targetMode !== undefined && { target_mode: targetMode }),
});
const columns = ["NO", "TYPE", "AMOUNT", "SINCE"];
const mapping = {
  target_schema: "contract",
  unique_attributes: ["number"],
  fields: [{ attribute: "number", from: "NO" }],
  conditional: { grouping_key: "NO", sort_column: "SINCE", from_rows: [rule("fee"), rule("discounts", "append")] },
};
const conditional = (changes: JsonObject) => ({ ...mapping, conditional: { ...mapping.conditional, ...changes } });

describe("findMappingIssues()", () => {
  it("returns no issues for valid mappings, or without mappings", () => {
    expect(findMappingIssues([mapping, { ...mapping, conditional: {} }], columns)).toEqual([]);
    expect(findMappingIssues([], columns)).toEqual([]);
  });

  const unsupported = "CONDITIONAL_TARGET_MODE_UNSUPPORTED";
  it.each<[string, JsonObject, string, string]>([
    [
      "rows are sorted by what groups them",
      conditional({ sort_column: "NO" }),
      "GROUPING_KEY_IS_SORT_COLUMN",
      "/mappings/1/conditional/sort_column",
    ],
    [
      "a list goes into what tells entities apart",
      conditional({ from_rows: [rule("fee"), rule("number", "append")] }),
      unsupported,
      "/mappings/1/conditional/from_rows/1/target_mode",
    ],
    [
      "a list goes into what a field fills",
      { ...conditional({ from_rows: [rule("name", "append")] }), fields: [{ attribute: "name", from: "NO" }] },
      unsupported,
      "/mappings/1/conditional/from_rows/0/target_mode",
    ],
    [
      "one rule replaces what another appends to",
      conditional({ from_rows: [rule("fee", "append"), rule("fee", "replace")] }),
      unsupported,
      "/mappings/1/conditional/from_rows/0/target_mode",
    ],
    [
      "a field's column is not in the file",
      { ...mapping, fields: [{ attribute: "number", from: "NUMBER" }] },
      "COLUMN_MISSING",
      "/mappings/1/fields/0/from",
    ],
    [
      "a rule's column is not in the file",
      conditional({ from_rows: [{ ...rule("fee"), column: "PRICE" }] }),
      "COLUMN_MISSING",
      "/mappings/1/conditional/from_rows/0/column",
    ],
    [
      "the grouping key is not in the file",
      conditional({ grouping_key: "CONTRACT" }),
      "COLUMN_MISSING",
      "/mappings/1/conditional/grouping_key",
    ],
  ])("reports an issue if %s", (_, faulty, code, pointer) => {
    expect(findMappingIssues([mapping, faulty], columns)).toEqual([
      { code, severity: "error", message: expect.any(String) as string, pointer },
    ]);
  });

  it("reports no missing column for a field with a default", () => {
    expect(
      findMappingIssues([{ ...mapping, fields: [{ attribute: "number", from: "NUMBER", default: "0" }] }], columns),
    ).toEqual([]);
  });
});
