import { targetName, isNamedTarget, referencedName } from "./target-name.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Origin, Problem } from "../../model/contract.ts";
import { type BundleRun, reportUnresolved, startRun } from "./bundle-run.ts";
import { ToolError } from "../../model/error.ts";
import { splitReference } from "../../sources/reference.ts";
import { type MutableOrigins, locateInFile } from "../../parsing/origins.ts";
import { join, referenceTo, splitPointer, valueAt } from "../../model/pointer.ts";
import { mergedPathItem } from "./path-item.ts";
import type { DocumentSources } from "./read.ts";
import { unresolvedMark, withoutMark } from "../unresolved.ts";
import { type TaggedBranch, completeMapping } from "../../schema/tag-values.ts";
import { define, isObject } from "../../model/shapes.ts";
import { type NodeKind, listMapMembers, rewriteTree } from "../../schema/document-tree.ts";

/** Section of `components` for each kind. The last three are not OpenAPI, but documents refer to such parts. */
const sectionsByKind: Partial<Record<NodeKind, string>> = {
  schema: "schemas",
  response: "responses",
  parameter: "parameters",
  header: "headers",
  requestBody: "requestBodies",
  pathItem: "pathItems",
  callback: "callbacks",
  example: "examples",
  link: "links",
  securityScheme: "securitySchemes",
  operation: "x-operations",
  mediaType: "x-media-types",
  encoding: "x-encodings",
};

/** Maximum number of values that are copied for references to maps, path items and metadata. */
const MAX_COPIED = 1_000_000;

/** Maximum depth of metadata in which references are resolved. */
const MAX_METADATA_DEPTH = 20;

/** Maximum depth of imports that import others. Imports beyond it are queued. */
const MAX_IMPORT_DEPTH = 20;

const sectionNames = new Set(Object.values(sectionsByKind));

/** Result of `bundle()`. */
export interface Bundle {
  /** Document whose `components` include the imported parts of all files. */
  readonly document: JsonObject;
  readonly origins: MutableOrigins;
  readonly problems: readonly Problem[];
}

/** Bundles a document and its referenced files into one document. Unresolved references become problems. */
export function bundle(sources: DocumentSources): Bundle {
  const run = startRun(sources);
  const { main, origins, problems, pendingImports, imported } = run;
  const document = rewritePart(run, main, "document", { file: sources.file, pointer: "" }) as JsonObject;
  for (const importValue of pendingImports) importValue();
  return { document: addComponents(document, imported), origins, problems };
}

function addComponents(root: JsonObject, imported: BundleRun["imported"]): JsonObject {
  if (Object.keys(imported).length === 0) return root;
  const components: Record<string, Json> = isObject(root["components"]) ? { ...root["components"] } : {};
  for (const [section, importedSection] of Object.entries(imported)) {
    components[section] = { ...(components[section] as JsonObject | undefined), ...importedSection };
  }
  return { ...root, components };
}

function rewritePart(run: BundleRun, value: Json, kind: NodeKind, from: Origin): Json {
  return rewriteTree(value, kind, (original, nodeKind, below) => {
    if (needsNoRewrite(run, original, nodeKind, from.file)) return original;
    const origin = { file: from.file, pointer: from.pointer + below };
    const ownNode = rewriteByKind(run, withoutMark(original), nodeKind, origin);
    const node = expandMaps(run, ownNode, nodeKind, origin);
    if (typeof node["$ref"] !== "string" || !sectionsByKind[nodeKind]) return node;
    const { $ref, ...rest } = node;
    const target = bundleReference(run, $ref as string, nodeKind, origin);
    // Most references do not change. Returning the same node avoids a copy of the document.
    if (target === $ref) return node;
    if (target === undefined) return { ...rest, [unresolvedMark]: $ref as string };
    return { ...rest, $ref: target };
  });
}

/** Returns true if a node needs no rewriting. This quick check runs for every node and applies to nearly all. */
function needsNoRewrite(
  { sources, schemaNames, unchangedReferences }: BundleRun,
  node: JsonObject,
  kind: NodeKind,
  file: string,
): boolean {
  if (kind === "document" || node["discriminator"] !== undefined) return false;
  if (kind === "schema" && schemaNames?.hasName(node)) return false;
  const reference = node["$ref"];
  if (reference !== undefined) {
    if (kind === "pathItem" || file !== sources.file) return false;
    if (!sectionsByKind[kind] || !unchangedReferences.has(reference)) return false;
  }
  for (const name of listMapMembers(kind)) {
    const map = node[name];
    if (isObject(map) && map["$ref"] !== undefined) return false;
  }
  return !Object.hasOwn(node, unresolvedMark);
}

/** Rewrites the members that only one kind of node has. */
function rewriteByKind(run: BundleRun, node: JsonObject, kind: NodeKind, from: Origin): JsonObject {
  const { schemaNames, resolveReference } = run;
  if (kind === "schema") return rewriteMapping(run, schemaNames?.withoutNames(node) ?? node, from);
  if (kind === "pathItem")
    return mergedPathItem(node, from, {
      resolveReference,
      countCopies: (values) => countCopies(run, values, from),
    });
  if (kind === "document") return inlineMetadata(run, node, from);
  return node;
}

/** Counts values that are copied in place of references, and rejects the document beyond a limit. */
function countCopies(run: BundleRun, values: number, { file, pointer }: Origin): void {
  run.copiedValues += values;
  if (run.copiedValues <= MAX_COPIED) return;
  const at = locateInFile(run.origins, file, pointer);
  throw new ToolError(
    "unreadable-document",
    `Cannot read "${at.file}": its references multiply to more than ${MAX_COPIED / 1e6} million values`,
    { at, hint: "Use references to schemas, parameters and responses instead of maps and path items" },
  );
}

/** Replaces `$ref`s in info, servers, tags and externalDocs by their targets. */
function inlineMetadata(run: BundleRun, root: JsonObject, from: Origin): JsonObject {
  const result: Record<string, Json> = { ...root };
  for (const name of ["info", "servers", "tags", "externalDocs"])
    if (root[name] !== undefined) result[name] = inlineReferences(run, root[name], from, 0);
  return result;
}

function inlineReferences(run: BundleRun, value: Json, from: Origin, depth: number): Json {
  countCopies(run, 1, from);
  if (typeof value !== "object" || value === null || depth > MAX_METADATA_DEPTH) return value;
  const inlineBelow = (part: Json): Json => inlineReferences(run, part, from, depth + 1);
  if (Array.isArray(value)) return value.map(inlineBelow);
  const { $ref } = value as JsonObject;
  if (typeof $ref !== "string")
    return Object.fromEntries(Object.entries(value as JsonObject).map(([key, item]) => [key, inlineBelow(item)]));
  const resolved = run.resolveReference($ref, from);
  if ("value" in resolved) return inlineReferences(run, resolved.value, resolved.origin, depth + 1);
  reportUnresolved(run, $ref, resolved.failure, from);
  return {};
}

/** Replaces a reference to a map or list (`paths: { $ref: paths.yaml }`) by references to its members. */
function expandMaps(run: BundleRun, node: JsonObject, kind: NodeKind, { file, pointer }: Origin): JsonObject {
  let result = node;
  for (const name of listMapMembers(kind)) {
    const reference = isObject(node[name]) ? node[name]["$ref"] : undefined;
    if (typeof reference !== "string") continue;
    result = { ...result, [name]: referToMembers(run, reference, { file, pointer: join(pointer, name) }) };
  }
  return result;
}

function referToMembers(run: BundleRun, reference: string, from: Origin): Json {
  const resolved = run.resolveReference(reference, from);
  if ("failure" in resolved) {
    reportUnresolved(run, reference, resolved.failure, from);
    return { [unresolvedMark]: reference };
  }
  const { value, origin } = resolved;
  const { path } = splitReference(reference);
  const referToMember = (name: string | number): JsonObject => ({
    $ref: path + referenceTo(join(origin.pointer, name)),
  });
  if (Array.isArray(value)) {
    countCopies(run, value.length, from);
    return value.map((_, index) => referToMember(index));
  }
  const names = isObject(value) ? Object.keys(value).filter((name) => !name.startsWith("x-")) : [];
  countCopies(run, names.length, from);
  return Object.fromEntries(names.map((name) => [name, referToMember(name)]));
}

/**
 * Completes the mapping of a discriminator. Its values can come from relative references, from constants in the branches
 * and from component names. Components of other files can get other names in the bundle, so all values are written out.
 */
function rewriteMapping(run: BundleRun, node: JsonObject, from: Origin): JsonObject {
  const { discriminator } = node;
  if (!isObject(discriminator)) return node;
  const { mapping: given = {}, propertyName } = discriminator;
  if (!isObject(given)) return node;
  const branches = findNamedBranches(run, node, String(propertyName), from);
  const mapping: Record<string, Json> = {};
  for (const [value, target] of Object.entries(given)) {
    const isReference = typeof target === "string" && /[#/]/.test(target);
    const resolved = isReference
      ? bundleReference(run, target, "schema", from)
      : (branches.find(({ name }) => name === target)?.target ?? findNamedSchema(run, target, from));
    define(mapping, value, resolved ?? target);
  }
  return { ...node, discriminator: { ...discriminator, mapping: completeMapping(mapping, branches) } };
}

/** Returns the branches of a union that refer to named schemas, and the property values that select them. */
function findNamedBranches(run: BundleRun, node: JsonObject, property: string, from: Origin): TaggedBranch[] {
  return [node["oneOf"], node["anyOf"]].flat().flatMap((branch) => {
    if (!isObject(branch) || typeof branch["$ref"] !== "string" || !isNamedTarget(branch["$ref"])) return [];
    const target = findInBundle(run, branch["$ref"], "schema", from);
    if (target === undefined) return [];
    return { name: referencedName(branch["$ref"]), target, values: run.tagValues(branch, property, from) };
  });
}

/** Returns the reference to a schema by a bare name: of a component in the referring file, or of a file beside it. */
function findNamedSchema(run: BundleRun, name: Json, from: Origin): string | undefined {
  if (typeof name !== "string") return undefined;
  const component = referenceTo(join("/components/schemas", name));
  return findInBundle(run, component, "schema", from) ?? findInBundle(run, name, "schema", from);
}

/** Returns the reference inside the bundle. For an unresolved reference it reports a problem and returns undefined. */
function bundleReference(run: BundleRun, reference: string, kind: NodeKind, from: Origin): string | undefined {
  return findInBundle(run, reference, kind, from, (failure) => reportUnresolved(run, reference, failure, from));
}

function findInBundle(
  run: BundleRun,
  reference: string,
  kind: NodeKind,
  from: Origin,
  onFailure?: (failure: string) => void,
): string | undefined {
  const { sources, targetsInPlace } = run;
  const resolved = run.resolveReference(reference, from);
  if ("failure" in resolved) {
    onFailure?.(resolved.failure);
    return undefined;
  }
  const knownTarget = targetsInPlace.get(resolved);
  if (knownTarget !== undefined) return knownTarget;
  const { value, origin } = resolved;
  if (!isObject(value) && !(kind === "schema" && typeof value === "boolean")) {
    onFailure?.(`what is there is not a ${kind}`);
    return undefined;
  }
  if (origin.file !== sources.file || !isStandardPlace(origin.pointer)) return importPart(run, value, kind, origin);
  const target = referenceTo(origin.pointer);
  if (isObject(value)) {
    targetsInPlace.set(resolved, target);
    if (target === reference && from.file === sources.file) run.unchangedReferences.add(reference);
  }
  return target;
}

/** Returns true for the standard places of parts in the main document. Other parts are imported into components. */
function isStandardPlace(pointer: string): boolean {
  const [first = "", second = ""] = splitPointer(pointer);
  return first === "paths" || first === "webhooks" || (first === "components" && sectionNames.has(second));
}

function importPart(run: BundleRun, value: Json, kind: NodeKind, target: Origin): string {
  const section = sectionsByKind[kind] as string;
  const key = `${section} ${target.file}#${target.pointer}`;
  const knownReference = run.importedReferences.get(key);
  if (knownReference !== undefined) return knownReference;
  const importedSection = (run.imported[section] ??= {});
  const name = chooseName(run, section, target);
  const pointer = join("/components", section, name);
  const reference = referenceTo(pointer);
  run.importedReferences.set(key, reference);
  run.origins.parts[pointer] = target;
  define(importedSection, name, true);
  const importValue = (): void => define(importedSection, name, rewritePart(run, value, kind, target));
  if (run.importDepth >= MAX_IMPORT_DEPTH) run.pendingImports.push(importValue);
  else {
    run.importDepth++;
    importValue();
    run.importDepth--;
  }
  return reference;
}

/** Returns the name of an imported part that no other part of its section has. */
function chooseName({ main, imported, lastSuffixes }: BundleRun, section: string, target: Origin): string {
  const baseName = targetName(target.file, target.pointer).replaceAll(/[^\w.-]+/g, "_");
  const taken = [valueAt(main, join("/components", section)), imported[section]].filter(isObject);
  let name = baseName;
  let number = lastSuffixes.get(`${section}/${baseName}`) ?? 1;
  while (taken.some((names) => Object.hasOwn(names, name))) name = `${baseName}_${++number}`;
  lastSuffixes.set(`${section}/${baseName}`, number);
  return name;
}
