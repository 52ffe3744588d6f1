import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { chargeShared } from "../patterns/work.ts";
import { schemas, resolveTarget, getJsonType } from "./schema.ts";
import { isObject } from "../model/shapes.ts";

/** Checks whether a required property of a schema may be missing in one direction. */
export type IsAbsent = (schema: JsonObject, name: string) => boolean;

/** Branches of a union that may accept a value. All others certainly reject it. */
export type BranchesFor = (union: Json | undefined, value: Json) => readonly JsonSchema[];

/** Branches by the constant of a member that every branch has. */
interface BranchIndex {
  readonly name: string;
  readonly branches: ReadonlyMap<string, readonly JsonSchema[]>;
}

/** Maximum depth of the search for a reason to reject a value. */
const MAX_DEPTH = 5;

/** Minimum number of branches for which an index is built. */
const MIN_INDEXED_BRANCHES = 10;

/** Steps of the shared budget that a look at a branch takes. */
const STEPS_OF_BRANCH = 5;

const indices = new WeakMap<Contract, WeakMap<object, BranchIndex | "none">>();

/**
 * Compiles the selection of branches by types, constants and required properties, which excludes nearly all branches of
 * a large union.
 */
export function createBranchSelector(contract: Contract, isAbsent: IsAbsent): BranchesFor {
  return (union, value) => {
    const index =
      isObject(value) && Array.isArray(union) && union.length > MIN_INDEXED_BRANCHES
        ? indexUnion(contract, union)
        : "none";
    const candidates = index === "none" ? undefined : branchesByMember(index, value as JsonObject);
    const branches = candidates ?? schemas(union);
    chargeShared(STEPS_OF_BRANCH * branches.length);
    return branches.filter((branch) => mayAccept(branch, value, 0));
  };

  function mayAccept(schema: JsonSchema, one: Json, depth: number): boolean {
    if (typeof schema === "boolean" || depth > MAX_DEPTH) return schema !== false;
    const mayAcceptPart = (part: JsonSchema): boolean => mayAccept(part, one, depth + 1);
    return (
      matchesType(schema, one) &&
      isListedScalar(schema, one) &&
      (!isObject(one) || hasMembers(schema, one, depth)) &&
      (typeof schema["$ref"] !== "string" || mayAcceptPart(resolveTarget(contract, schema["$ref"]))) &&
      schemas(schema["allOf"]).every(mayAcceptPart)
    );
  }

  function hasMembers(schema: JsonObject, one: JsonObject, depth: number): boolean {
    const { required, properties } = schema;
    const isPresentOrExcused = (name: string): boolean => Object.hasOwn(one, name) || isAbsent(schema, name);
    if (Array.isArray(required) && !(required as string[]).every(isPresentOrExcused)) return false;
    if (!isObject(properties)) return true;
    return Object.keys(one).every(
      (name) =>
        !Object.hasOwn(properties, name) || mayAccept(properties[name] as JsonSchema, one[name] as Json, depth + 1),
    );
  }
}

/** Branches for the indexed member of a value. Returns undefined if the member is missing or not a string. */
function branchesByMember({ name, branches }: BranchIndex, value: JsonObject): readonly JsonSchema[] | undefined {
  const text = Object.hasOwn(value, name) ? value[name] : undefined;
  if (typeof text === "string") return branches.get(text) ?? [];
  return undefined;
}

/**
 * Index of a union, built once. Its key is the first member that is a constant string in every branch, such as a tag.
 */
function indexUnion(contract: Contract, union: readonly Json[]): BranchIndex | "none" {
  let indexByUnion = indices.get(contract);
  if (!indexByUnion) indices.set(contract, (indexByUnion = new WeakMap()));
  let index = indexByUnion.get(union);
  if (!index) indexByUnion.set(union, (index = findIndex(contract, schemas(union)) ?? "none"));
  return index;
}

function findIndex(contract: Contract, union: readonly JsonSchema[]): BranchIndex | undefined {
  const [first = true] = union;
  for (const name of Object.keys(mergeBranchMembers(contract, first))) {
    const branches = new Map<string, JsonSchema[]>();
    const isConstantEverywhere = union.every((branch) => {
      const texts = listMemberTexts(mergeBranchMembers(contract, branch), name);
      for (const text of texts ?? []) branches.set(text, [...(branches.get(text) ?? []), branch]);
      return texts !== undefined;
    });
    if (isConstantEverywhere) return { name, branches };
  }
  return undefined;
}

/** Members that a branch defines itself or by its `$ref`. */
function mergeBranchMembers(contract: Contract, branch: JsonSchema): JsonObject {
  if (typeof branch === "boolean") return {};
  const { $ref, properties } = branch;
  const target = typeof $ref === "string" ? resolveTarget(contract, $ref) : true;
  const targetProperties = isObject(target) ? target["properties"] : undefined;
  return { ...(isObject(targetProperties) && targetProperties), ...(isObject(properties) && properties) };
}

/** Strings that a member may have, if it is limited to listed values. */
function listMemberTexts(members: JsonObject, name: string): readonly string[] | undefined {
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  if (!isObject(member)) return undefined;
  const { const: constant, enum: listed = constant === undefined ? undefined : [constant] } = member;
  if (!Array.isArray(listed)) return undefined;
  return [...new Set(listed.filter((one): one is string => typeof one === "string"))];
}

function matchesType({ type }: JsonObject, value: Json): boolean {
  if (type === undefined) return true;
  const is = getJsonType(value);
  const isOne = (one: Json): boolean => one === is || (one === "number" && is === "integer");
  if (Array.isArray(type)) return type.some(isOne);
  return isOne(type);
}

/** Checks a scalar against the `const` and `enum` of a schema. */
function isListedScalar({ const: constant, enum: listed }: JsonObject, value: Json): boolean {
  if (typeof value === "object" && value !== null) return true;
  if (constant !== undefined && constant !== value) return false;
  return !Array.isArray(listed) || listed.includes(value);
}
