import type { Json, JsonObject, JsonSchema } from "../../model/json.ts";
import type { Contract } from "../../model/contract.ts";
import { oncePer } from "../../model/once-per.ts";
import { unionKeywords } from "../../schema/schema.ts";
import { type PlacedSchema, type SchemaPart, type Shape, createShapes, subschemas } from "../../schema/shape.ts";
import { define, isObject } from "../../model/shapes.ts";
import { meantBranches } from "../../schema/union.ts";
import type { Direction } from "../../schema/validator.ts";

/**
 * Reduces a value to its documented parts: an object keeps documented members, and all if the schema describes
 * additional ones (`additionalProperties`) or documents none. Members that only the other side sends are dropped:
 * readOnly in a request, writeOnly in a response. Union branches that the value does not mean are ignored. A value that
 * loses nothing is returned as the same object.
 */
export function project(contract: Contract, schema: JsonSchema, value: Json, direction: Direction): Json {
  if (typeof schema === "boolean") return value;
  return projectNode(rootsOf(contract)(schema), value, direction === "request" ? "readOnly" : "writeOnly");
}

/** Keyword of the members that are dropped. */
type Marker = "readOnly" | "writeOnly";

function projectNode(undecided: Shape, node: Json, absent: Marker): Json {
  if (typeof node !== "object" || node === null || undecided.parts.length === 0) return node;
  const shape = undecided.narrow(node);
  if (Array.isArray(node)) return visitItems(shape, node, absent);
  return visitMembers(shape, node as JsonObject, absent);
}

function visitItems(shape: Shape, node: readonly Json[], absent: Marker): Json {
  let result: Json[] | undefined;
  for (let index = 0; index < node.length; index++) {
    const item = node[index] as Json;
    const projected = projectNode(shape.item(index), item, absent);
    if (projected !== item) (result ??= [...node])[index] = projected;
  }
  return result ?? node;
}

function visitMembers(shape: Shape, node: JsonObject, absent: Marker): Json {
  let result: Record<string, Json> | undefined;
  for (const name in node) {
    const item = node[name] as Json;
    const member = shape.member(name);
    const isKept = member.parts.length > 0 || isShown(shape, member, name);
    const isDropped = !isKept || (member.markers.size > 0 && isMarkedAbsent(member, item, absent));
    const projected = isDropped ? undefined : projectNode(member, item, absent);
    if (projected !== item) result ??= copyBefore(node, name);
    if (result && projected !== undefined) define(result, name, projected);
  }
  return result ?? node;
}

/** Checks that only the other side sends a member. Of the branches of a union, those that the value means decide. */
function isMarkedAbsent(member: Shape, item: Json, absent: Marker): boolean {
  return member.narrow(item).parts.some(({ schema }) => schema[absent] === true);
}

const rootsOf = oncePer((contract: Contract) =>
  oncePer((schema: JsonObject) =>
    createShapes(contract, (part, value) => chooseMeant(contract, part, value))([{ pointer: "", schema }]),
  ),
);

/** Branches that a value can mean, and all schemas of conditions. */
function chooseMeant(contract: Contract, part: SchemaPart, value: Json): readonly PlacedSchema[] {
  const meant = unionKeywords.flatMap((keyword) => {
    const branches = subschemas(part, keyword);
    if (branches.length === 0) return [];
    return meantBranches(contract, part.schema, keyword, value).map((index) => branches[index] as PlacedSchema);
  });
  return [...meant, ...["if", "then", "else", "dependentSchemas"].flatMap((keyword) => subschemas(part, keyword))];
}

/** Checks that the schemas of an object describe a member, or no members at all. A required name is described. */
function isShown(shape: Shape, { stated }: Shape, name: string): boolean {
  return (
    stated.some(({ schema }) => schema !== false) ||
    isOpen(shape) ||
    shape.parts.some(({ schema }) => (schema["required"] as readonly string[] | undefined)?.includes(name))
  );
}

const isOpen = oncePer(
  ({ parts }: Shape) =>
    !parts.some(({ schema }) => isObject(schema["properties"]) || isObject(schema["patternProperties"])),
);

/** Copy of the members of an object that come before one of them. */
function copyBefore(node: JsonObject, end: string): Record<string, Json> {
  const copy: Record<string, Json> = {};
  for (const name in node) {
    if (name === end) break;
    define(copy, name, node[name] as Json);
  }
  return copy;
}
