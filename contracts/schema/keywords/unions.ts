import type { Json, JsonSchema } from "../../model/json.ts";
import { isDiscriminated } from "../ajv.ts";
import { nameOfReference } from "../reference-name.ts";
import { keyword } from "./keyword.ts";
import { someVerdict } from "./verdicts.ts";
import { isSchemaList } from "./well-formed.ts";

type Schemas = readonly JsonSchema[];

export const anyOf = keyword<Schemas>({
  name: "anyOf",
  subschemas: { form: "list", of: "value" },
  isWellFormed: isSchemaList,
  accepts: (branches, value, _, { fitsBranches }) => someVerdict(fitsBranches(branches, value)),
  expected: () => "a match with at least one alternative",
  rejected: (branches, _, not) => [{ allOf: branches.map(not) }],
});

/** With a discriminator, several branches may accept a value. */
export const oneOf = keyword<Schemas>({
  name: "oneOf",
  subschemas: { form: "list", of: "value" },
  isWellFormed: isSchemaList,
  accepts(branches, value, schema, { fitsBranches }) {
    const verdicts = fitsBranches(branches, value);
    if (isDiscriminated(schema)) return someVerdict(verdicts);
    const count = verdicts.filter((fits) => fits === true).length;
    if (count > 1) return false;
    if (verdicts.includes(undefined)) return undefined;
    return count === 1;
  },
  expected: (branches, { passingSchemas }) => {
    if (Array.isArray(passingSchemas))
      return `a match with one alternative only (${matchingText(passingSchemas as number[], branches)} match)`;
    return "a match with one of the alternatives";
  },
});

/** Matching branches, each by the name of its schema, else by its position. */
function matchingText(indexes: readonly number[], branches: readonly Json[]): string {
  const names = indexes.map((index) => nameOfReference(branches[index]));
  if (names.every((name) => name === undefined))
    return `alternatives ${indexes.map((index) => index + 1).join(" and ")}`;
  return indexes
    .map((index, at) => (names[at] === undefined ? `alternative ${index + 1}` : `"${names[at]}"`))
    .join(" and ");
}
