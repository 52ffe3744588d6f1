import type { Json, JsonObject } from "../../model/json.ts";
import type { ErrorObject } from "ajv/dist/2020.js";
import type { Contract } from "../../model/contract.ts";
import { closedMark } from "../../model/enum.ts";
import { join, splitPointer } from "../../model/pointer.ts";
import { type UnionKeyword, schemas } from "../schema.ts";
import { isObject } from "../../model/shapes.ts";
import { meantBranches } from "../union.ts";

/** Functions that find the schemas of validator errors. */
interface SchemaAccess {
  readonly contract: Contract;
  /** Pointer of a compiled schema in the document. */
  pointerOf(schema: object): string | undefined;
  /** Number of errors of a value under the schema at a pointer. */
  countErrors(pointer: string, value: unknown): number;
}

/**
 * Removes errors of unrelated union branches. If no branch of a union matches, only the errors of the most likely
 * branch stay. The error of the union itself stays if no single branch is the most likely.
 */
export function meantErrors(errors: readonly ErrorObject[], known: SchemaAccess): ErrorObject[] {
  const keptErrors: ErrorObject[] = [];
  // Iterates backward, because the error of a union follows those of its branches.
  for (let end = errors.length - 1; end >= 0; end--) {
    const error = errors[end] as ErrorObject;
    const union = readUnmatchedUnion(error);
    const branches = union && branchErrors(errors, end, union, known);
    if (!branches) {
      keptErrors.push(error);
      continue;
    }
    const meantIndexes = meantBranches(known.contract, union.schema, union.keyword, error.data as Json);
    const unknownTag = unknownTagError(branches, error, readTagProperty(union.schema));
    if (unknownTag && (meantIndexes.length > 1 || readTagProperty(union.schema) !== undefined)) {
      keptErrors.push(unknownTag);
      end -= branches.flat().length;
      continue;
    }
    if (meantIndexes.length > 1) keptErrors.push(error);
    for (const index of meantIndexes.toReversed())
      keptErrors.push(...meantErrors(branches[index] ?? [], known).toReversed());
    end -= branches.flat().length;
  }
  return keptErrors.toReversed();
}

/** Property that selects the branch of a union, if it has a discriminator. */
function readTagProperty({ discriminator }: JsonObject): string | undefined {
  const name = isObject(discriminator) ? discriminator["propertyName"] : undefined;
  if (typeof name === "string") return name;
  return undefined;
}

/**
 * Error of a tag whose value selects no branch, because each branch requires another value. It lists the allowed values
 * of all branches and replaces their other errors. Without a discriminator, any member can be the tag.
 */
function unknownTagError(
  branches: readonly (readonly ErrorObject[])[],
  { instancePath, ...error }: ErrorObject,
  name: string | undefined,
): ErrorObject | undefined {
  const isTag = ({ keyword, instancePath: at }: ErrorObject): boolean =>
    (keyword === "const" || keyword === "enum") &&
    (name === undefined
      ? join("", ...splitPointer(at).slice(0, -1)) === instancePath
      : at === join(instancePath, name));
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

interface UnmatchedUnion {
  readonly schema: JsonObject;
  readonly keyword: UnionKeyword;
}

/** Union whose error says that no branch matches. */
function readUnmatchedUnion({ keyword, params, parentSchema }: ErrorObject): UnmatchedUnion | undefined {
  const isUnmatched = (keyword === "anyOf" || keyword === "oneOf") && !Array.isArray(params["passingSchemas"]);
  if (isUnmatched) return { schema: parentSchema as JsonObject, keyword };
  return undefined;
}

/** Errors of each branch of a union. They precede the error of the union, as many as each branch has on its own. */
function branchErrors(
  errors: readonly ErrorObject[],
  end: number,
  { schema, keyword }: UnmatchedUnion,
  { pointerOf, countErrors }: SchemaAccess,
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
