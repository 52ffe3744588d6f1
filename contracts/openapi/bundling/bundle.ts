import { targetName, isNamedTarget, referencedName } from "./target-name.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Origin, Problem } from "../../model/contract.ts";
import { ToolError } from "../../model/error.ts";
import { type MutableOrigins, presetLineFinders, locateInFile } from "../../parsing/origins.ts";
import { type UnresolvedReference, createResolver } from "./resolve-reference.ts";
import { join, referenceTo, tokensOf, valueAt } from "../../model/pointer.ts";
import { mergedPathItem } from "./path-item.ts";
import type { DocumentSources } from "./read.ts";
import { splitReference } from "../../sources/reference.ts";
import { schemaNamesIn } from "./schema-names.ts";
import { unresolvedMark, withoutMark } from "../unresolved.ts";
import { type TaggedBranch, completeMapping, createTagValues } from "../../schema/tag-values.ts";
import { define, isObject } from "../../model/shapes.ts";
import { type NodeKind, mapMembersOf, rewriteTree } from "../../schema/document-tree.ts";

/** Maximum length of a reference in an error message. */
const MAX_SHOWN_REFERENCE = 1000;

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

/** Maximum depth of recursion: imports beyond it are queued, and metadata beyond it is not resolved. */
const MAX_RECURSION = 20;

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
  const main = sources.values.get(sources.file) as JsonObject;
  const schemaNames = schemaNamesIn(sources);
  const resolveReference = createResolver(sources, schemaNames);
  const tagValues = createTagValues<Origin>((reference, from) => {
    const resolved = resolveReference(reference, from);
    return "value" in resolved ? { value: resolved.value, from: resolved.origin } : undefined;
  });
  const files = [...sources.values.keys(), ...sources.failures.keys()];
  const textOf = sources.files.textOf?.bind(sources.files);
  const origins: MutableOrigins = {
    file: sources.file,
    parts: { ...sources.moved },
    files,
    ...(sources.numbers && { numbers: sources.numbers }),
    ...(textOf && { textOf }),
  };
  presetLineFinders(origins, sources.lineFinders);
  const problems: Problem[] = sources.faults.map(({ file, pointer, ...fault }) => ({
    ...fault,
    at: locateInFile(origins, file, pointer),
  }));
  const imported: Record<string, Record<string, Json>> = {};
  const importedReferences = new Map<string, string>();
  /** Final references to targets that are not imported, by the result of `resolveReference()`. Most references repeat. */
  const targetsInPlace = new Map<object, string>();
  /** References of the main document that do not change. */
  const unchangedReferences = new Set<Json>();
  const usedNames = new Set<string>();
  /** Last number that was appended to each name. */
  const lastSuffixes = new Map<string, number>();
  let copiedValues = 0;
  // Imported parts can import more parts. Imports beyond a depth are queued, so that the call stack does not overflow.
  const pendingImports: (() => void)[] = [];
  let importDepth = 0;

  const document = rewritePart(main, "document", { file: sources.file, pointer: "" }) as JsonObject;
  for (const importValue of pendingImports) importValue();
  return { document: withComponents(document), origins, problems };

  function rewritePart(value: Json, kind: NodeKind, from: Origin): Json {
    return rewriteTree(value, kind, (original, nodeKind, below) => {
      if (needsNoRewrite(original, nodeKind, from.file)) return original;
      const origin = { file: from.file, pointer: from.pointer + below };
      const node = withExpandedMaps(withKindSpecifics(withoutMark(original), nodeKind, origin), nodeKind, origin);
      if (typeof node["$ref"] !== "string" || !sectionsByKind[nodeKind]) return node;
      const { $ref, ...rest } = node;
      const target = bundledReference($ref as string, nodeKind, origin);
      // Most references do not change. Returning the same node avoids a copy of the document.
      if (target === $ref) return node;
      return target === undefined ? { ...rest, [unresolvedMark]: $ref as string } : { ...rest, $ref: target };
    });
  }

  /** Returns true if a node needs no rewriting. This quick check runs for every node and applies to nearly all. */
  function needsNoRewrite(node: JsonObject, kind: NodeKind, file: string): boolean {
    if (kind === "document" || node["discriminator"] !== undefined) return false;
    if (kind === "schema" && schemaNames?.hasName(node)) return false;
    const reference = node["$ref"];
    if (kind === "pathItem" && reference !== undefined) return false;
    if (
      reference !== undefined &&
      !(file === sources.file && sectionsByKind[kind] && unchangedReferences.has(reference))
    )
      return false;
    for (const name of mapMembersOf(kind)) {
      const map = node[name];
      if (isObject(map) && map["$ref"] !== undefined) return false;
    }
    return !Object.hasOwn(node, unresolvedMark);
  }

  /** Rewrites the members that only one kind of node has. */
  function withKindSpecifics(node: JsonObject, kind: NodeKind, from: Origin): JsonObject {
    if (kind === "schema") return withMapping(schemaNames?.withoutNames(node) ?? node, from);
    if (kind === "pathItem")
      return mergedPathItem(node, from, { resolveReference, countCopies: (values) => countCopies(values, from) });
    return kind === "document" ? withInlinedMetadata(node, from) : node;
  }

  /** Replaces `$ref`s in info, servers, tags and externalDocs by their targets. */
  function withInlinedMetadata(root: JsonObject, from: Origin): JsonObject {
    const names = ["info", "servers", "tags", "externalDocs"].filter((name) => root[name] !== undefined);
    return {
      ...root,
      ...Object.fromEntries(names.map((name) => [name, inlineReferences(root[name] as Json, from, 0)])),
    };
  }

  /** Counts values that are copied in place of references, and rejects the document beyond a limit. */
  function countCopies(values: number, { file, pointer }: Origin): void {
    copiedValues += values;
    if (copiedValues <= MAX_COPIED) return;
    const at = locateInFile(origins, file, pointer);
    throw new ToolError(
      "unreadable-document",
      `Cannot read "${at.file}": its references multiply to more than ${MAX_COPIED / 1e6} million values`,
      { at, hint: "Use references to schemas, parameters and responses instead of maps and path items" },
    );
  }

  function inlineReferences(value: Json, from: Origin, depth: number): Json {
    countCopies(1, from);
    if (typeof value !== "object" || value === null || depth > MAX_RECURSION) return value;
    if (Array.isArray(value)) return value.map((item: Json) => inlineReferences(item, from, depth + 1));
    const { $ref } = value as JsonObject;
    if (typeof $ref !== "string")
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, inlineReferences(item as Json, from, depth + 1)]),
      );
    const resolved = resolveReference($ref, from);
    if ("value" in resolved) return inlineReferences(resolved.value, resolved.origin, depth + 1);
    report($ref, resolved.failure, from);
    return {};
  }

  /** Replaces a reference to a map or list (`paths: { $ref: paths.yaml }`) by references to its members. */
  function withExpandedMaps(node: JsonObject, kind: NodeKind, { file, pointer }: Origin): JsonObject {
    let result = node;
    for (const name of mapMembersOf(kind)) {
      const reference = isObject(node[name]) ? node[name]["$ref"] : undefined;
      if (typeof reference !== "string") continue;
      result = { ...result, [name]: referencesToMembers(reference, { file, pointer: join(pointer, name) }) };
    }
    return result;
  }

  function referencesToMembers(reference: string, from: Origin): Json {
    const resolved = resolveReference(reference, from);
    if ("failure" in resolved) {
      report(reference, resolved.failure, from);
      return { [unresolvedMark]: reference };
    }
    const { path } = splitReference(reference);
    const referenceToMember = (name: string | number): JsonObject => {
      return { $ref: path + referenceTo(join(resolved.origin.pointer, name)) };
    };
    if (Array.isArray(resolved.value)) {
      countCopies(resolved.value.length, from);
      return resolved.value.map((_, index) => referenceToMember(index));
    }
    const names = isObject(resolved.value) ? Object.keys(resolved.value).filter((name) => !name.startsWith("x-")) : [];
    countCopies(names.length, from);
    return Object.fromEntries(names.map((name) => [name, referenceToMember(name)]));
  }

  /** Returns the reference inside the bundle. For an unresolved reference it reports a problem and returns undefined. */
  function bundledReference(reference: string, kind: NodeKind, from: Origin): string | undefined {
    const target = resolveInBundle(reference, kind, from);
    if ("bundled" in target) return target.bundled;
    report(reference, target.failure, from);
    return undefined;
  }

  function report(reference: string, failure: string, { file, pointer }: Origin): void {
    const shownReference =
      reference.length > MAX_SHOWN_REFERENCE ? `${reference.slice(0, MAX_SHOWN_REFERENCE)}…` : reference;
    const message = `Cannot resolve "${shownReference}": ${failure}`;
    problems.push({ code: "unresolved-ref", message, at: locateInFile(origins, file, pointer) });
  }

  function resolveInBundle(
    reference: string,
    kind: NodeKind,
    from: Origin,
  ): { readonly bundled: string } | UnresolvedReference {
    const resolved = resolveReference(reference, from);
    if ("failure" in resolved) return resolved;
    const knownTarget = targetsInPlace.get(resolved);
    if (knownTarget !== undefined) return { bundled: knownTarget };
    if (!isObject(resolved.value) && !(kind === "schema" && typeof resolved.value === "boolean"))
      return { failure: `what is there is not a ${kind}` };
    if (!isInPlace(resolved.origin)) return { bundled: importPart(resolved.origin, kind) };
    const target = referenceTo(resolved.origin.pointer);
    if (isObject(resolved.value)) {
      targetsInPlace.set(resolved, target);
      if (target === reference && from.file === sources.file) unchangedReferences.add(reference);
    }
    return { bundled: target };
  }

  /** Returns true if a target is in a standard place of the main document. Other targets are imported into components. */
  function isInPlace({ file, pointer }: Origin): boolean {
    const [first = "", second = ""] = tokensOf(pointer);
    const isNode = first === "paths" || first === "webhooks" || (first === "components" && sectionNames.has(second));
    return file === sources.file && isNode;
  }

  function importPart(target: Origin, kind: NodeKind): string {
    const section = sectionsByKind[kind] as string;
    const key = `${section} ${target.file}#${target.pointer}`;
    const knownReference = importedReferences.get(key);
    if (knownReference !== undefined) return knownReference;
    const name = freeName(section, target);
    const componentPointer = join("/components", section, name);
    importedReferences.set(key, referenceTo(componentPointer));
    origins.parts[componentPointer] = target;
    const value = valueAt(sources.values.get(target.file) as Json, target.pointer) as Json;
    const importedSection = (imported[section] ??= {});
    define(importedSection, name, true);
    const importValue = (): void => define(importedSection, name, rewritePart(value, kind, target));
    if (importDepth >= MAX_RECURSION) pendingImports.push(importValue);
    else {
      importDepth++;
      importValue();
      importDepth--;
    }
    return referenceTo(componentPointer);
  }

  function freeName(section: string, { file, pointer }: Origin): string {
    const baseName = targetName(file, pointer).replaceAll(/[^\w.-]+/g, "_");
    const ownSection = valueAt(main, join("/components", section));
    let name = baseName;
    let number = lastSuffixes.get(`${section}/${baseName}`) ?? 1;
    while (usedNames.has(`${section}/${name}`) || (isObject(ownSection) && Object.hasOwn(ownSection, name)))
      name = `${baseName}_${++number}`;
    lastSuffixes.set(`${section}/${baseName}`, number);
    usedNames.add(`${section}/${name}`);
    return name;
  }

  /**
   * Completes the mapping of a discriminator. Its values can come from relative references, from constants in the branches
   * and from component names. Components of other files can get other names in the bundle, so all values are written out.
   */
  function withMapping(node: JsonObject, from: Origin): JsonObject {
    const discriminator = node["discriminator"];
    if (!isObject(discriminator)) return node;
    if (discriminator["mapping"] !== undefined && !isObject(discriminator["mapping"])) return node;
    const branches = namedBranches(node, String(discriminator["propertyName"]), from);
    const mapping: Record<string, Json> = {};
    for (const [value, target] of Object.entries(isObject(discriminator["mapping"]) ? discriminator["mapping"] : {})) {
      const isReference = typeof target === "string" && /[#/]/.test(target);
      const resolved = isReference
        ? bundledReference(target, "schema", from)
        : (branches.find(({ name }) => name === target)?.target ?? findNamed(target, from));
      define(mapping, value, resolved ?? target);
    }
    return { ...node, discriminator: { ...discriminator, mapping: completeMapping(mapping, branches) } };
  }

  /** Returns the reference to a schema by a bare name: of a component in the referring file, or of a file beside it. */
  function findNamed(name: Json, from: Origin): string | undefined {
    if (typeof name !== "string") return undefined;
    for (const reference of [referenceTo(join("/components/schemas", name)), name]) {
      const target = resolveInBundle(reference, "schema", from);
      if ("bundled" in target) return target.bundled;
    }
    return undefined;
  }

  /** Returns the branches of a union that refer to named schemas, and the property values that select them. */
  function namedBranches(node: JsonObject, property: string, from: Origin): TaggedBranch[] {
    return [node["oneOf"], node["anyOf"]].flat().flatMap((branch) => {
      if (!isObject(branch) || typeof branch["$ref"] !== "string" || !isNamedTarget(branch["$ref"])) return [];
      const target = resolveInBundle(branch["$ref"], "schema", from);
      if (!("bundled" in target)) return [];
      return {
        name: referencedName(branch["$ref"]),
        target: target.bundled,
        values: tagValues(branch, property, from),
      };
    });
  }

  function withComponents(root: JsonObject): JsonObject {
    if (Object.keys(imported).length === 0) return root;
    const components: Record<string, Json> = isObject(root["components"]) ? { ...root["components"] } : {};
    for (const [section, importedSection] of Object.entries(imported)) {
      components[section] = { ...(components[section] as JsonObject | undefined), ...importedSection };
    }
    return { ...root, components };
  }
}
