import type { Json, JsonObject } from "../../model/json.ts";
import type { Problem } from "../../model/contract.ts";
import { createClosedParts } from "./closed-parts.ts";
import { withoutIgnoredStyles } from "./encodings.ts";
import { endlessReferences, hasSubschemas } from "./endless.ts";
import { emptiedMark } from "../../model/enum.ts";
import { isSound, isWellFormed, getMemberCheck } from "../../schema/keywords/index.ts";
import { isReadBesideReference, listReadingNotes } from "./old-readings.ts";
import { type MutableOrigins, locateSource, findOrigin } from "../../parsing/origins.ts";
import { join, targetPointer, splitPointer, valueAt } from "../../model/pointer.ts";
import { define, isObject } from "../../model/shapes.ts";
import { shortJson, withoutMisformed } from "../misformed.ts";
import { rewriteTree } from "../../schema/document-tree.ts";
import { sectionFrom } from "../../schema/standing.ts";
import { type TagValues, createTagValues } from "../../schema/tag-values.ts";
import { unresolvedMark } from "../unresolved.ts";

/**
 * Converts every schema of a bundled OpenAPI 3.0 or 3.1 document to JSON Schema 2020-12 that validators accept. Drops
 * invalid keywords, each with a problem. Adds the origins of moved parts to `origins`.
 */
export function toOneDialect(
  document: JsonObject,
  origins: MutableOrigins,
): { document: JsonObject; problems: Problem[] } {
  const problems: Problem[] = [];
  const isVersion30 = String(document["openapi"]).startsWith("3.0");
  const schemasWithReference: [string, JsonObject][] = [];
  const seenTargets = new Set<Json | undefined>();
  /** Branches with the values of a discriminator, and how the document has them. */
  const writtenBranches = new WeakMap<JsonObject, JsonObject>();
  const tagValues = createTagValues<undefined>((reference) => {
    const value = reference.startsWith("#") ? valueAt(document, targetPointer(reference)) : undefined;
    if (value === undefined) return undefined;
    return { value, from: undefined };
  });
  const reportedReadings = new Set<string>();
  const closedParts = createClosedParts(document, isVersion30);
  const converted = rewriteTree(document, "document", (given, kind, pointer) => {
    const node = withoutMisformed(given, kind, (code, path, message, value) =>
      reportDialect(code, join(pointer, ...path), message, { value }),
    );
    if (node["x-spec"] !== undefined && sectionFrom(node["x-spec"]) === undefined) {
      const fault = `"x-spec" is ${shortJson(node["x-spec"])}, which is not a section, and is ignored`;
      reportDialect(
        "invalid-spec",
        `${pointer}/x-spec`,
        `${fault}: write a section such as "4.1", or a list of sections`,
      );
    }
    if (kind === "mediaType") return withoutIgnoredStyles(node, splitPointer(pointer).at(-1) ?? "");
    if (kind !== "schema") return node;
    if (!isVersion30 && node["nullable"] !== undefined) {
      // 3.1 has no `nullable`. Documents that were upgraded from 3.0 still contain it and expect it to apply.
      const howRead = node["nullable"] === true ? "it is read as in 3.0 and allows null" : "it is ignored";
      const remedy = 'add the type "null", or remove it';
      reportDialect("nullable-in-3.1", `${pointer}/nullable`, `OpenAPI 3.1 has no "nullable"; ${howRead}: ${remedy}`);
    }
    const written = writtenBranches.get(given);
    // Members of a branch with the values of a discriminator have the place of the discriminator.
    if (written) reportReadings(written, () => pointer);
    else if (isVersion30 && node !== nullSchema) reportReadings(node, (keyword) => join(pointer, keyword));
    const schemaToConvert = isVersion30 && !written ? withoutSiblings(node) : node;
    const recordMove = createMoveRecorder(pointer);
    const upgraded = withoutInvalidKeywords(
      toDialect2020(schemaToConvert, isVersion30, recordMove),
      pointer,
      reportInvalid,
    );
    const tagged = withBranchConstants(upgraded, { recordMove, addConstant, tagValues });
    const { schema, note } = closedParts.closeWhole(tagged, pointer);
    if (note !== undefined) reportDialect("closed-parts", `${pointer}/allOf`, note);
    if (schema["$ref"] !== undefined) addSchemaWithReference(pointer, schema);
    return schema;
  });
  const opened = closedParts.withOpened(converted as JsonObject, origins);
  return {
    document: { ...(withoutUnresolvable(opened) as JsonObject), openapi: "3.1.0" },
    problems,
  };

  /** Reports once for each keyword how it is read where OpenAPI 3.0 differs. */
  function reportReadings(node: JsonObject, placeOf: (keyword: string) => string): void {
    for (const [keyword, code, message] of listReadingNotes(node)) {
      if (reportedReadings.has(message)) continue;
      reportedReadings.add(message);
      reportDialect(code, placeOf(keyword), message);
    }
  }

  /** Restricts a branch to the discriminator values in `constant`. OpenAPI 3.0 would ignore them as siblings of the `$ref`. */
  function addConstant(reference: JsonObject, constant: JsonObject): JsonObject {
    const branch = withConstant(isVersion30 ? withoutSiblings(reference) : reference, constant);
    if (isVersion30) writtenBranches.set(branch, reference);
    return branch;
  }

  function withoutUnresolvable(bundled: JsonObject): Json {
    const reasonsByPointer = endlessReferences(bundled, schemasWithReference);
    const lost = new Set([...seenTargets].filter((each) => isLost(bundled, each)));
    if (reasonsByPointer.size === 0 && lost.size === 0) return bundled;
    return rewriteTree(bundled, "document", (node, _, pointer) => {
      const lostReason = lost.has(node["$ref"] as Json) ? lostTarget : undefined;
      const reason = reasonsByPointer.get(pointer) ?? lostReason;
      if (reason === undefined) return node;
      const { $ref, ...rest } = node;
      reportDialect("unresolved-ref", pointer, `Cannot resolve "${$ref as string}": ${reason}`);
      return { ...rest, [unresolvedMark]: $ref as string };
    });
  }

  function addSchemaWithReference(pointer: string, schema: JsonObject): void {
    if (!hasSubschemas(schema) && seenTargets.has(schema["$ref"])) return;
    seenTargets.add(schema["$ref"]);
    schemasWithReference.push([pointer, schema]);
  }

  function createMoveRecorder(pointer: string): RecordMove {
    return (to, from) => {
      if (from === "/example") (origins.examples ??= []).push(pointer);
      else origins.parts[pointer + to] = findOrigin(origins, pointer + from);
    };
  }

  function reportInvalid(pointer: string, key: string, value: Json): void {
    const message = `Cannot use "${key}": ${shortJson(value)} is not a value it can have`;
    reportDialect("invalid-keyword", join(pointer, key), message, { value });
  }

  function reportDialect(code: string, pointer: string, message: string, details: Pick<Problem, "value"> = {}): void {
    problems.push({ code, message, at: locateSource(origins, pointer), ...details });
  }
}

/** Records that the part at `to` was written at `from`. Both pointers are relative to the current node. */
type RecordMove = (to: string, from: string) => void;

/** Reports the value of a keyword that cannot be used, by its pointer. */
type ReportInvalid = (pointer: string, key: string, value: Json) => void;

/** Removes the keywords, and the members of keywords, with values that they cannot have. */
function withoutInvalidKeywords(schema: JsonObject, pointer: string, reportInvalid: ReportInvalid): JsonObject {
  if (isSound(schema)) return schema;
  const isEmptied = Array.isArray(schema["enum"]) && schema["enum"].length === 0;
  const validSchema = filterMembers(schema, pointer, reportInvalid, (key, value) => {
    if (!isWellFormed(key, value)) return undefined;
    const isValidMember = getMemberCheck(key);
    if (!isValidMember) return value;
    return filterMembers(value as JsonObject, join(pointer, key), reportInvalid, (name, member) =>
      isValidMember(name, member) ? member : undefined,
    );
  });
  if (isEmptied) return { ...validSchema, [emptiedMark]: true };
  return validSchema;
}

function filterMembers(
  node: JsonObject,
  pointer: string,
  reportInvalid: ReportInvalid,
  choose: (key: string, value: Json) => Json | undefined,
): JsonObject {
  const result: Record<string, Json> = {};
  for (const [key, value] of Object.entries(node)) {
    const keptValue = choose(key, value);
    if (keptValue !== undefined) define(result, key, keptValue);
    else reportInvalid(pointer, key, value);
  }
  return result;
}

/** Removes the members beside a `$ref` that OpenAPI 3.0 ignores. */
function withoutSiblings(schema: JsonObject): JsonObject {
  if (typeof schema["$ref"] !== "string" || Object.keys(schema).every(isReadBesideReference)) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => isReadBesideReference(key)));
}

/** Converts keywords of OpenAPI 3.0, and of documents upgraded from it, to their form in JSON Schema 2020-12. */
function toDialect2020(schema: JsonObject, isVersion30: boolean, recordMove: RecordMove): JsonObject {
  if (schema["nullable"] === undefined && schema["example"] === undefined && !(isVersion30 && hasOnlyOldForms(schema)))
    return schema;
  const { nullable, example, ...rest } = schema as JsonObject & { nullable?: Json; example?: Json };
  const result: Record<string, Json> = rest;
  if (isVersion30) {
    exclusiveBound(result, "exclusiveMinimum", "minimum");
    exclusiveBound(result, "exclusiveMaximum", "maximum");
  }
  if (example !== undefined && result["examples"] === undefined) {
    result["examples"] = [example];
    recordMove("/examples/0", "/example");
  }
  if (nullable === true) return withNull(result, recordMove);
  return result;
}

/** Returns true if a schema has keywords in a form that 3.1 changed. */
function hasOnlyOldForms(schema: JsonObject): boolean {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  return typeof exclusiveMinimum === "boolean" || typeof exclusiveMaximum === "boolean";
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

const nullSchema = { type: "null" };

/**
 * Adds null to the types of a schema. A list of values stays a constraint of its own: it has to contain null ("Clarify
 * Semantics of nullable in OpenAPI 3.0", 2019).
 */
function withNull(schema: JsonObject, recordMove: RecordMove): JsonObject {
  if (schema["$ref"] !== undefined || schema["allOf"] !== undefined) {
    if (listsOthersOnly(schema)) return schema;
    return anyOfWithNull(schema, recordMove);
  }
  const result: Record<string, Json> = { ...schema };
  const { type } = schema as { type?: Json };
  if (type !== undefined) result["type"] = [...new Set([type, "null"].flat())];
  for (const key of ["anyOf", "oneOf"]) {
    const branches = schema[key];
    if (!Array.isArray(branches) || branches.some(acceptsNull)) continue;
    result[key] = [...branches, nullSchema];
    recordMove(`/${key}/${branches.length}`, "/nullable");
  }
  return result;
}

/** Returns true if a branch accepts null. A second such branch would make `oneOf` reject null. */
function acceptsNull(branch: Json): boolean {
  if (!isObject(branch)) return false;
  const { nullable, type, enum: values } = branch;
  const isTyped = type === undefined ? Array.isArray(values) : [type].flat().includes("null");
  return (nullable === true || isTyped) && !listsOthersOnly(branch);
}

/** Returns true if a schema lists its values, and null is not one of them. */
function listsOthersOnly({ enum: values, const: only = null }: JsonObject): boolean {
  return only !== null || (Array.isArray(values) && !values.includes(null));
}

/** Annotation keywords, which stay outside of the union with null. */
const annotationsOutsideUnion = new Set([
  "title",
  "description",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "examples",
]);

function anyOfWithNull(schema: JsonObject, recordMove: RecordMove): JsonObject {
  const entries = Object.entries(schema);
  const isAnnotation = ([key]: [string, Json]): boolean => annotationsOutsideUnion.has(key) || key.startsWith("x-");
  recordMove("/anyOf", "");
  recordMove("/anyOf/0", "");
  recordMove("/anyOf/1", "/nullable");
  return {
    ...Object.fromEntries(entries.filter(isAnnotation)),
    anyOf: [Object.fromEntries(entries.filter((entry) => !isAnnotation(entry))), nullSchema],
  };
}

/** Restricts a branch of a union to the discriminator values in `constant`. */
type AddConstant = (branch: JsonObject, constant: JsonObject) => JsonObject;

/**
 * Constrains each branch of a union with a discriminator to the property values that select it. If a branch already lists
 * its values, only those that the mapping assigns to another branch are removed.
 */
function withBranchConstants(
  schema: JsonObject,
  {
    recordMove,
    addConstant,
    tagValues,
  }: { recordMove: RecordMove; addConstant: AddConstant; tagValues: TagValues<undefined> },
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
      const listedValues = tagValues(branch, name, undefined);
      const values = selectingValues(mapping, branch["$ref"], listedValues);
      if (values.length === 0 || values.length === listedValues?.length) return branch;
      recordMove(`/${key}/${index}/properties`, "/discriminator");
      recordMove(`/${key}/${index}/required`, "/discriminator");
      const constant = { properties: { [name]: { enum: values } }, ...(!listedValues && { required: [name] }) };
      return addConstant(branch, constant);
    });
  }
  return result;
}

/** Returns the values that select a branch. Listed values count unless they are mapped to another branch. */
function selectingValues(
  mapping: JsonObject,
  target: Json,
  listedValues: readonly Json[] | undefined,
): readonly Json[] {
  if (!listedValues) return Object.keys(mapping).filter((value) => mapping[value] === target);
  return listedValues.filter((value) => !Object.hasOwn(mapping, String(value)) || mapping[String(value)] === target);
}

function withConstant(branch: JsonObject, constant: JsonObject): JsonObject {
  const ownProperties = branch["properties"];
  const isTaken = Object.keys(ownProperties ?? {}).length > 0 || Object.keys(branch["required"] ?? []).length > 0;
  if (isTaken) return { allOf: [branch, constant] };
  return { ...branch, ...constant };
}

const lostTarget = "its target is next to another $ref, where OpenAPI 3.0 ignores it";

/** True for a local reference whose target is not in the document. */
function isLost(document: JsonObject, reference: Json | undefined): boolean {
  return (
    typeof reference === "string" &&
    reference.startsWith("#/") &&
    valueAt(document, targetPointer(reference)) === undefined
  );
}
