import type { ErrorObject } from "ajv/dist/2020.js";
import type { Contract, Json, JsonObject } from "./contract.ts";
import { join } from "./pointer.ts";
import { type UnionKeyword, schemas } from "./schema.ts";
import { meantBranches } from "./union.ts";

/** What must be known of the schemas that errors speak of. */
interface Schemas {
  readonly contract: Contract;
  /** Where a schema of the validator's stands in the document. */
  pointerOf(schema: object): string | undefined;
  /** In how many ways a value does not fit the schema at a pointer. */
  countErrors(pointer: string, value: unknown): number;
}

/**
 * Errors without those of branches that a value does not mean: of a union that does not match, it is told
 * what the meant branch says. The union itself is told of where it is left open which one that is.
 */
export function meantErrors(errors: readonly ErrorObject[], known: Schemas): ErrorObject[] {
  const told: ErrorObject[] = [];
  // From behind: a union says that nothing matched after its branches have said why.
  for (let end = errors.length - 1; end >= 0; end--) {
    const error = errors[end] as ErrorObject;
    const union = unionOf(error);
    const branches = union && branchErrors(errors, end, union, known);
    if (!branches) {
      told.push(error);
      continue;
    }
    const meant = meantBranches(known.contract, union.schema, union.keyword, error.data as Json);
    if (meant.length > 1) told.push(error);
    for (const index of meant.toReversed()) told.push(...meantErrors(branches[index] ?? [], known).toReversed());
    end -= branches.flat().length;
  }
  return told.toReversed();
}

interface Union {
  readonly schema: JsonObject;
  readonly keyword: UnionKeyword;
}

/** The union that an error says has no match. */
function unionOf({ keyword, params, parentSchema }: ErrorObject): Union | undefined {
  const isUnmatched = (keyword === "anyOf" || keyword === "oneOf") && !Array.isArray(params["passingSchemas"]);
  return isUnmatched ? { schema: parentSchema as JsonObject, keyword } : undefined;
}

/** What each branch of a union had to say: the errors right before the union's own, as many as it has by itself. */
function branchErrors(
  errors: readonly ErrorObject[],
  end: number,
  { schema, keyword }: Union,
  { pointerOf, countErrors }: Schemas,
): ErrorObject[][] | undefined {
  const { data, instancePath } = errors[end] as ErrorObject;
  const pointer = pointerOf(schema);
  if (pointer === undefined) return undefined;
  const counts = schemas(schema[keyword]).map((_, index) => countErrors(join(pointer, keyword, index), data));
  let start = end - counts.reduce((sum, count) => sum + count, 0);
  if (start < 0 || errors.slice(start, end).some((error) => !error.instancePath.startsWith(instancePath)))
    return undefined;
  return counts.map((count) => errors.slice(start, (start += count)));
}
