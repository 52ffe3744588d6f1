import type { Json, JsonObject } from "../model/json.ts";
import type { ErrorObject } from "ajv/dist/2020.js";
import type { Contract } from "../model/contract.ts";
import { closedMark } from "../model/enum.ts";
import { join, tokensOf } from "../model/pointer.ts";
import { type UnionKeyword, schemas } from "./schema.ts";
import { isObject } from "../model/shapes.ts";
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
    const stray = strayTag(branches, error, tagOf(union.schema));
    if (stray && (meant.length > 1 || tagOf(union.schema) !== undefined)) {
      told.push(stray);
      end -= branches.flat().length;
      continue;
    }
    if (meant.length > 1) told.push(error);
    for (const index of meant.toReversed()) told.push(...meantErrors(branches[index] ?? [], known).toReversed());
    end -= branches.flat().length;
  }
  return told.toReversed();
}

/** The property that tells the branches of a union apart, where it says so. */
function tagOf({ discriminator }: JsonObject): string | undefined {
  const name = isObject(discriminator) ? discriminator["propertyName"] : undefined;
  return typeof name === "string" ? name : undefined;
}

/**
 * What is wrong where a member tells of a branch that there is not: each branch wants values of its own there. All of
 * them are told at once, and nothing of what else the branches say. Without a name, any member can be such a one.
 */
function strayTag(
  branches: readonly (readonly ErrorObject[])[],
  { instancePath, ...error }: ErrorObject,
  name: string | undefined,
): ErrorObject | undefined {
  const isTag = ({ keyword, instancePath: at }: ErrorObject): boolean =>
    (keyword === "const" || keyword === "enum") &&
    (name === undefined ? join("", ...tokensOf(at).slice(0, -1)) === instancePath : at === join(instancePath, name));
  const [first = [], ...others] = branches.map((errors) => errors.filter(isTag));
  const tag = first.find(({ instancePath: at }) => others.every((of) => of.some((each) => each.instancePath === at)));
  if (!tag || others.length === 0 || tag.instancePath === instancePath) return undefined;
  const values = [first, ...others]
    .flat()
    .filter((each) => each.instancePath === tag.instancePath)
    .flatMap(({ keyword, schema }) => (keyword === "enum" ? (schema as readonly Json[]) : [schema as Json]));
  const allowed = [...new Set(values)];
  const parentSchema = { enum: allowed, [closedMark]: true };
  return { ...error, ...tag, keyword: "enum", schema: allowed, parentSchema, params: { allowedValues: allowed } };
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
