import type { Json, JsonObject } from "../../model/json.ts";
import type { Problem } from "../../model/contract.ts";
import { withoutIdleStyles } from "./encodings.ts";
import { endlessReferences, hasParts } from "./endless.ts";
import { emptiedMark } from "../../model/enum.ts";
import { isSound, keywords, memberRules } from "../../schema/keywords.ts";
import { isBesideReference, readingsOf } from "./old-readings.ts";
import { type MutableOrigins, locateIn, originIn } from "../../parsing/origins.ts";
import { join, targetPointer, tokensOf, valueAt } from "../../model/pointer.ts";
import { type Kind, define, isObject, rewriteTree } from "../../model/shapes.ts";
import { sectionFrom } from "../../model/standing.ts";
import { type TagValues, createTagValues } from "../../schema/tag-values.ts";
import { unresolvedMark } from "../unresolved.ts";

/**
 * Turns every schema of a bundled OpenAPI 3.0 or 3.1 document into JSON Schema 2020-12 that a
 * validator takes; keywords that mean nothing are dropped, each with a problem. `origins` learns
 * where the parts were written that stand elsewhere now.
 */
export function toOneDialect(
  document: JsonObject,
  origins: MutableOrigins,
): { document: JsonObject; problems: Problem[] } {
  const problems: Problem[] = [];
  const isOld = String(document["openapi"]).startsWith("3.0");
  const referring: [string, JsonObject][] = [];
  const targets = new Set<Json | undefined>();
  const named = new WeakSet<JsonObject>();
  const tagValues = createTagValues<undefined>((reference) => {
    const value = reference.startsWith("#") ? valueAt(document, targetPointer(reference)) : undefined;
    return value === undefined ? undefined : { value, from: undefined };
  });
  const readings = new Set<string>();
  const converted = rewriteTree(document, "document", (node, kind, pointer) => {
    if (deprecable.has(kind) && !["undefined", "boolean"].includes(typeof node["deprecated"])) {
      const given = `"deprecated" is ${shorten(node["deprecated"] as Json)}`;
      const remedy = "counts as not deprecated: write true or false";
      report("invalid-deprecated", `${pointer}/deprecated`, `${given}, which says nothing, and ${remedy}`);
    }
    if (node["x-spec"] !== undefined && sectionFrom(node["x-spec"]) === undefined) {
      const given = `"x-spec" is ${shorten(node["x-spec"])}, which names no section, and says nothing`;
      report("invalid-spec", `${pointer}/x-spec`, `${given}: write a section such as "4.1", or a list of them`);
    }
    if (kind === "mediaType") return withoutIdleStyles(node, tokensOf(pointer).at(-1) ?? "");
    if (kind !== "schema") return node;
    if (!isOld && node["nullable"] !== undefined) {
      // 3.1 has no `nullable`; documents that came from 3.0 keep it, and mean it.
      const reading =
        node["nullable"] === true ? "it is read as in 3.0, where null is allowed by it" : "it says nothing";
      const remedy = 'write the type "null" beside the other, or leave it out';
      report("nullable-in-3.1", `${pointer}/nullable`, `OpenAPI 3.1 has no "nullable", and ${reading}: ${remedy}`);
    }
    if (isOld && node !== isNull) noteReadings(node, pointer);
    const own = isOld && !named.has(node) ? withoutSiblings(node) : node;
    const move = moveAt(pointer);
    const modern = withoutNonsense(toModern(own, isOld, move), pointer);
    const schema = withBranchConstants(modern, { move, nameBranch, tagValues });
    if (schema["$ref"] !== undefined) noteReferring(pointer, schema);
    return schema;
  });
  return { document: { ...(withoutCircles(converted as JsonObject) as JsonObject), openapi: "3.1.0" }, problems };

  /** Says once of each keyword how it is read where OpenAPI 3.0 has it otherwise. */
  function noteReadings(node: JsonObject, pointer: string): void {
    for (const [keyword, code, message] of readingsOf(node)) {
      if (readings.has(message)) continue;
      readings.add(message);
      report(code, join(pointer, keyword), message);
    }
  }

  /** A reference with what tells its branch apart, which is no sibling that 3.0 would ignore. */
  function nameBranch(reference: JsonObject, constant: JsonObject): JsonObject {
    const branch = withConstant(isOld ? withoutSiblings(reference) : reference, constant);
    named.add(branch);
    return branch;
  }

  function withoutCircles(whole: JsonObject): Json {
    const endless = endlessReferences(whole, referring);
    if (endless.size === 0) return whole;
    return rewriteTree(whole, "document", (node, _, pointer) => {
      const reason = endless.get(pointer);
      if (reason === undefined) return node;
      const { $ref, ...rest } = node;
      report("unresolved-ref", pointer, `Cannot resolve "${$ref as string}": ${reason}`);
      return { ...rest, [unresolvedMark]: $ref as string };
    });
  }

  function noteReferring(pointer: string, schema: JsonObject): void {
    if (!hasParts(schema) && targets.has(schema["$ref"])) return;
    targets.add(schema["$ref"]);
    referring.push([pointer, schema]);
  }

  function moveAt(pointer: string): Move {
    return (to, from) => {
      if (from === "/example") (origins.examples ??= []).push(pointer);
      else origins.parts[pointer + to] = originIn(origins, pointer + from);
    };
  }

  function report(code: string, pointer: string, message: string, more: Pick<Problem, "value"> = {}): void {
    problems.push({ code, message, at: locateIn(origins, pointer), ...more });
  }

  function withoutNonsense(schema: JsonObject, pointer: string): JsonObject {
    if (isSound(schema)) return schema;
    const isEmptied = Array.isArray(schema["enum"]) && schema["enum"].length === 0;
    const kept = keep(schema, pointer, (key, value) => {
      if (Object.hasOwn(keywords, key) && !keywords[key]?.(value)) return undefined;
      const fits = Object.hasOwn(memberRules, key) ? memberRules[key] : undefined;
      if (!fits) return value;
      return keep(value as JsonObject, join(pointer, key), (name, member) => (fits(name, member) ? member : undefined));
    });
    return isEmptied ? { ...kept, [emptiedMark]: true } : kept;
  }

  function keep(node: JsonObject, pointer: string, choose: (key: string, value: Json) => Json | undefined): JsonObject {
    const result: Record<string, Json> = {};
    for (const [key, value] of Object.entries(node)) {
      const chosen = choose(key, value);
      if (chosen !== undefined) define(result, key, chosen);
      else
        report(
          "invalid-keyword",
          join(pointer, key),
          `Cannot use "${key}": ${shorten(value)} is not a value it can have`,
          { value },
        );
    }
    return result;
  }
}

/** What may be deprecated. */
const deprecable: ReadonlySet<Kind> = new Set(["operation", "parameter", "header", "schema"]);

/** Tells that what stands at `to` now was written at `from`, both below the node in hand. */
type Move = (to: string, from: string) => void;

/** Beside a `$ref`, 3.0 ignores all but what says nothing of the value; `nullable` is kept because those who write it mean it. */
function withoutSiblings(schema: JsonObject): JsonObject {
  if (typeof schema["$ref"] !== "string" || Object.keys(schema).every(isBesideReference)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => isBesideReference(key)));
}

/** The keywords that 3.0 and 3.1 write differently, as 2020-12 has them. */
function toModern(schema: JsonObject, isOld: boolean, move: Move): JsonObject {
  if (schema["nullable"] === undefined && schema["example"] === undefined && !(isOld && isOnlyOld(schema)))
    return schema;
  const { nullable, example, ...rest } = schema as JsonObject & { nullable?: Json; example?: Json };
  const result: Record<string, Json> = rest;
  if (isOld) {
    exclusiveBound(result, "exclusiveMinimum", "minimum");
    exclusiveBound(result, "exclusiveMaximum", "maximum");
    if (Array.isArray(result["items"])) {
      result["prefixItems"] = result["items"];
      delete result["items"];
      move("/prefixItems", "/items");
    }
  }
  if (example !== undefined && result["examples"] === undefined) {
    result["examples"] = [example];
    move("/examples/0", "/example");
  }
  return nullable === true ? orNull(result, move) : result;
}

/** Whether there is what 3.1 writes otherwise. */
function isOnlyOld(schema: JsonObject): boolean {
  const { exclusiveMinimum, exclusiveMaximum, items } = schema;
  return typeof exclusiveMinimum === "boolean" || typeof exclusiveMaximum === "boolean" || Array.isArray(items);
}

function exclusiveBound(schema: Record<string, Json>, exclusive: string, inclusive: string): void {
  if (typeof schema[exclusive] !== "boolean") return;
  const bound = schema[inclusive];
  if (schema[exclusive] && typeof bound === "number") {
    schema[exclusive] = bound;
    delete schema[inclusive];
  } else {
    delete schema[exclusive];
  }
}

const isNull = { type: "null" };

function orNull(schema: JsonObject, move: Move): JsonObject {
  if (schema["$ref"] !== undefined || schema["allOf"] !== undefined) return besideNull(schema, move);
  const result: Record<string, Json> = { ...schema };
  const { type, const: only } = schema as { type?: Json; const?: Json };
  if (type !== undefined) result["type"] = [...new Set([type, "null"].flat())];
  if (only !== undefined) {
    result["enum"] = [only];
    delete result["const"];
  }
  if (Array.isArray(result["enum"]) && !result["enum"].includes(null)) result["enum"] = [...result["enum"], null];
  for (const key of ["anyOf", "oneOf"]) {
    const branches = schema[key];
    if (!Array.isArray(branches) || branches.some(takesNull)) continue;
    result[key] = [...branches, isNull];
    move(`/${key}/${branches.length}`, "/nullable");
  }
  return result;
}

/** Whether a branch says itself that null is let in: by two of them, `oneOf` would refuse it. */
function takesNull(branch: Json): boolean {
  if (!isObject(branch)) return false;
  const { nullable, type, enum: values } = branch;
  const isTyped = type === undefined ? Array.isArray(values) : [type].flat().includes("null");
  return nullable === true || (isTyped && (!Array.isArray(values) || values.includes(null)));
}

/** What describes the value stays where it is found: outside of the union. */
const annotations = new Set(["title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples"]);

function besideNull(schema: JsonObject, move: Move): JsonObject {
  const entries = Object.entries(schema);
  const isAnnotation = ([key]: [string, Json]): boolean => annotations.has(key) || key.startsWith("x-");
  move("/anyOf", "");
  move("/anyOf/0", "");
  move("/anyOf/1", "/nullable");
  return {
    ...Object.fromEntries(entries.filter(isAnnotation)),
    anyOf: [Object.fromEntries(entries.filter((entry) => !isAnnotation(entry))), isNull],
  };
}

/** Adds to a branch of a union which values select it, and whether it needs one. */
type NameBranch = (branch: JsonObject, constant: JsonObject) => JsonObject;

/**
 * A discriminator tells the branches of a union apart: each branch says which values select it. A branch that lists its
 * values itself is only closed to those that select another one.
 */
function withBranchConstants(
  schema: JsonObject,
  { move, nameBranch, tagValues }: { move: Move; nameBranch: NameBranch; tagValues: TagValues<undefined> },
): JsonObject {
  const discriminator = schema["discriminator"];
  if (!isObject(discriminator) || typeof discriminator["propertyName"] !== "string") return schema;
  const name = discriminator["propertyName"];
  const mapping = isObject(discriminator["mapping"]) ? discriminator["mapping"] : {};
  const result: Record<string, Json> = { ...schema };
  for (const key of ["oneOf", "anyOf"]) {
    const branches = schema[key];
    if (!Array.isArray(branches)) continue;
    result[key] = branches.map((branch, index) => {
      if (!isObject(branch) || branch["$ref"] === undefined || branch["nullable"] === true) return branch;
      const listed = tagValues(branch, name, undefined);
      const values = selecting(mapping, branch["$ref"], listed);
      if (values.length === 0 || values.length === listed?.length) return branch;
      move(`/${key}/${index}/properties`, "/discriminator");
      move(`/${key}/${index}/required`, "/discriminator");
      const constant = { properties: { [name]: { enum: values } }, ...(!listed && { required: [name] }) };
      return nameBranch(branch, constant);
    });
  }
  return result;
}

/** The values that select a branch: of those that it lists itself, all that do not select another one. */
function selecting(mapping: JsonObject, target: Json, listed: readonly Json[] | undefined): readonly Json[] {
  if (!listed) return Object.keys(mapping).filter((value) => mapping[value] === target);
  return listed.filter((value) => !Object.hasOwn(mapping, String(value)) || mapping[String(value)] === target);
}

function withConstant(branch: JsonObject, constant: JsonObject): JsonObject {
  const said = branch["properties"];
  const isTaken = Object.keys(said ?? {}).length > 0 || Object.keys(branch["required"] ?? []).length > 0;
  return isTaken ? { allOf: [branch, constant] } : { ...branch, ...constant };
}

function shorten(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
