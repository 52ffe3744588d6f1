import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { schemas, targetOf, typeOf } from "./schema.ts";
import { isObject } from "../model/shapes.ts";

/** Which required names of a schema need not be there in one direction. */
export type IsAbsent = (schema: JsonObject, name: string) => boolean;

/** Of the branches of a union, those that may take a value: all others surely refuse it. */
export type BranchesFor = (union: Json | undefined, value: Json) => readonly JsonSchema[];

/** Branches by the text that a member has in each of them. */
interface Index {
  readonly name: string;
  readonly branches: ReadonlyMap<string, readonly JsonSchema[]>;
}

/** How deep a schema is looked into to see that it refuses a value. */
const DEEPEST = 5;

/** Fewer branches are soon looked through. */
const MANY = 10;

const indices = new WeakMap<Contract, WeakMap<object, Index | "none">>();

/** Tells as far as types, constants and required names do: enough for nearly all branches of a large union. */
export function createBranchesFor(contract: Contract, isAbsent: IsAbsent): BranchesFor {
  return (union, value) => {
    const index = isObject(value) && Array.isArray(union) && union.length > MANY ? indexOf(contract, union) : "none";
    const near = index === "none" ? undefined : byText(index, value as JsonObject);
    return (near ?? schemas(union)).filter((branch) => mayTake(branch, value, 0));
  };

  function mayTake(schema: JsonSchema, one: Json, depth: number): boolean {
    if (typeof schema === "boolean" || depth > DEEPEST) return schema !== false;
    const follow = (part: JsonSchema): boolean => mayTake(part, one, depth + 1);
    return (
      isOfType(schema, one) &&
      isListed(schema, one) &&
      (!isObject(one) || hasMembers(schema, one, depth)) &&
      (typeof schema["$ref"] !== "string" || follow(targetOf(contract, schema["$ref"]))) &&
      schemas(schema["allOf"]).every(follow)
    );
  }

  function hasMembers(schema: JsonObject, one: JsonObject, depth: number): boolean {
    const { required, properties } = schema;
    const isThere = (name: string): boolean => Object.hasOwn(one, name) || isAbsent(schema, name);
    if (Array.isArray(required) && !(required as string[]).every(isThere)) return false;
    if (!isObject(properties)) return true;
    return Object.keys(one).every(
      (name) =>
        !Object.hasOwn(properties, name) || mayTake(properties[name] as JsonSchema, one[name] as Json, depth + 1),
    );
  }
}

/** Undefined where the value does not say which it is. */
function byText({ name, branches }: Index, value: JsonObject): readonly JsonSchema[] | undefined {
  const text = Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof text === "string" ? (branches.get(text) ?? []) : undefined;
}

/** By the first member that is a text in every branch, as a tag is; found once for each union. */
function indexOf(contract: Contract, union: readonly Json[]): Index | "none" {
  let known = indices.get(contract);
  if (!known) indices.set(contract, (known = new WeakMap()));
  let index = known.get(union);
  if (!index) known.set(union, (index = findIndex(contract, schemas(union)) ?? "none"));
  return index;
}

function findIndex(contract: Contract, union: readonly JsonSchema[]): Index | undefined {
  const [first = true] = union;
  for (const name of Object.keys(membersIn(contract, first))) {
    const branches = new Map<string, JsonSchema[]>();
    const isTold = union.every((branch) => {
      const texts = textsOf(membersIn(contract, branch), name);
      for (const text of texts ?? []) branches.set(text, [...(branches.get(text) ?? []), branch]);
      return texts !== undefined;
    });
    if (isTold) return { name, branches };
  }
  return undefined;
}

/** What a branch says of members itself, beside what it refers to. */
function membersIn(contract: Contract, branch: JsonSchema): JsonObject {
  if (typeof branch === "boolean") return {};
  const { $ref, properties } = branch;
  const target = typeof $ref === "string" ? targetOf(contract, $ref) : true;
  const behind = isObject(target) ? target["properties"] : undefined;
  return { ...(isObject(behind) && behind), ...(isObject(properties) && properties) };
}

/** The texts that a member may be, where it may be nothing else. */
function textsOf(members: JsonObject, name: string): readonly string[] | undefined {
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  if (!isObject(member)) return undefined;
  const { const: constant, enum: listed = constant === undefined ? undefined : [constant] } = member;
  if (!Array.isArray(listed)) return undefined;
  return [...new Set(listed.filter((one): one is string => typeof one === "string"))];
}

function isOfType({ type }: JsonObject, value: Json): boolean {
  const is = typeOf(value);
  return type === undefined || [type].flat().some((one) => one === is || (one === "number" && is === "integer"));
}

/** Whether a plain value is among those that a schema lists, where it lists any. */
function isListed({ const: constant, enum: listed }: JsonObject, value: Json): boolean {
  if (typeof value === "object" && value !== null) return true;
  if (constant !== undefined && constant !== value) return false;
  return !Array.isArray(listed) || listed.includes(value);
}
