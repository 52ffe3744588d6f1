import { type Json, type JsonObject, isObject } from "../../../../../contracts/index.ts";
import { filterObjects } from "../../../../../mock/profile/index.ts";

/** Issues that validation finds in the mappings of an import. Pure. */
export function findMappingIssues(mappings: readonly JsonObject[], columns: readonly Json[]): JsonObject[] {
  return mappings.flatMap((mapping, index) => {
    const at = `/mappings/${index}`;
    const conditional = isObject(mapping["conditional"]) ? mapping["conditional"] : {};
    return [
      ...missingColumnIssues(mapping, conditional, columns, at),
      ...sameColumnIssues(conditional, at),
      ...listIssues(mapping, conditional, at),
    ];
  });
}

function sameColumnIssues({ grouping_key: key, sort_column: sorted }: JsonObject, at: string): JsonObject[] {
  if (key === undefined || key !== sorted) return [];
  const message = `Rows are grouped and sorted by ${String(key)}`;
  return [createIssue("GROUPING_KEY_IS_SORT_COLUMN", message, `${at}/conditional/sort_column`)];
}

/**
 * Issues of rules that append to an attribute with a single value. Assumed: an attribute has a single value if another
 * field or rule sets it, or if it identifies entities.
 */
function listIssues(mapping: JsonObject, { from_rows: rows }: JsonObject, at: string): JsonObject[] {
  const rules = filterObjects(rows);
  const singleValued = new Set<Json | undefined>([
    ...readIssueList(mapping["unique_attributes"]),
    ...filterObjects(mapping["fields"]).map(({ attribute }) => attribute),
    ...rules.filter((rule) => !appendsToList(rule)).map(({ attribute }) => attribute),
  ]);
  return rules.flatMap((rule, index) => {
    if (!appendsToList(rule) || !singleValued.has(rule["attribute"])) return [];
    const message = `${String(rule["attribute"])} holds one value and takes no list`;
    const pointer = `${at}/conditional/from_rows/${index}/target_mode`;
    return [createIssue("CONDITIONAL_TARGET_MODE_UNSUPPORTED", message, pointer)];
  });
}

function missingColumnIssues(
  mapping: JsonObject,
  conditional: JsonObject,
  columns: readonly Json[],
  at: string,
): JsonObject[] {
  const columnUses: (readonly [Json | undefined, string])[] = [
    ...filterObjects(mapping["fields"]).map((field, index) => {
      // A mapping with a default value needs no column.
      return [field["default"] === undefined ? field["from"] : undefined, `${at}/fields/${index}/from`] as const;
    }),
    [conditional["grouping_key"], `${at}/conditional/grouping_key`],
    [conditional["sort_column"], `${at}/conditional/sort_column`],
    ...filterObjects(conditional["from_rows"]).flatMap((rule, index) => {
      const rulePointer = `${at}/conditional/from_rows/${index}`;
      const where = isObject(rule["where"]) ? rule["where"]["column"] : undefined;
      return [[where, `${rulePointer}/where/column`] as const, [rule["column"], `${rulePointer}/column`] as const];
    }),
  ];
  return columnUses
    .filter(([column]) => column !== undefined && !columns.includes(column))
    .map(([column, pointer]) => createIssue("COLUMN_MISSING", `The file has no column ${String(column)}`, pointer));
}

function appendsToList({ target_mode: mode }: JsonObject): boolean {
  return mode === "append";
}

function createIssue(code: string, message: string, pointer: string): JsonObject {
  return { code, severity: "error", message, pointer };
}

function readIssueList(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  return [];
}
