import type { Json, JsonObject } from "../../model/json.ts";
import { basename, extname } from "node:path";
import type { Origin, Problem } from "../../model/contract.ts";
import { ToolError } from "../../model/error.ts";
import { type MutableOrigins, presetLineFinders, locateInFile } from "../../parsing/origins.ts";
import { type Failure, createFinder } from "./find.ts";
import { join, pointerOfFragment, referenceTo, tokensOf, valueAt } from "../../model/pointer.ts";
import { withReferred } from "./path-item.ts";
import type { Sources } from "./read.ts";
import { splitReference } from "../../sources/reference.ts";
import { schemaNamesIn } from "./schema-names.ts";
import { unresolvedMark, withoutMark } from "../unresolved.ts";
import { type TaggedBranch, completeMapping, createTagValues } from "../../schema/tag-values.ts";
import { type Kind, define, isObject, mapMembersOf, rewriteTree } from "../../model/shapes.ts";

/** As much of a reference is shown to who wrote it. */
const LONGEST_NAMED = 1000;

/** Where a component of each kind lives: OpenAPI has no place for the last two, but documents refer to them all the same. */
const sections: Partial<Record<Kind, string>> = {
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
};

/** Most values that references to maps, path items and texts put in their place. */
const MAX_COPIED = 1_000_000;

/** Deeper than anyone describes an API. */
const MAX_DEPTH = 20;

const sectionNames = new Set(Object.values(sections));

export interface Bundle {
  /** The document with every file's parts under its own `components`. */
  readonly document: JsonObject;
  readonly origins: MutableOrigins;
  readonly problems: readonly Problem[];
}

/** Brings a document and the files it refers to into one piece; what leads nowhere becomes a problem. */
export function bundle(sources: Sources): Bundle {
  const main = sources.values.get(sources.file) as JsonObject;
  const schemaNames = schemaNamesIn(sources);
  const find = createFinder(sources, schemaNames);
  const tagValues = createTagValues<Origin>((reference, from) => {
    const found = find(reference, from);
    return "value" in found ? { value: found.value, from: found.origin } : undefined;
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
  const placed = new Map<string, string>();
  /** References to what stays where it is, by what was found: most of them, and most of them many times. */
  const homes = new Map<object, string>();
  /** Those of the document itself that stay as they are written. */
  const staying = new Set<Json>();
  const taken = new Set<string>();
  /** The number that was put behind a name last. */
  const numbers = new Map<string, number>();
  let copied = 0;
  // What is imported may import in turn, and so on, further than the stack goes.
  const open: (() => void)[] = [];
  let filling = 0;

  const document = rewriteFile(main, "document", { file: sources.file, pointer: "" }) as JsonObject;
  for (const fill of open) fill();
  return { document: withComponents(document), origins, problems };

  function rewriteFile(value: Json, kind: Kind, from: Origin): Json {
    return rewriteTree(value, kind, (original, nodeKind, below) => {
      if (staysAsItIs(original, nodeKind, from.file)) return original;
      const here = { file: from.file, pointer: from.pointer + below };
      const node = withMaps(withOwn(withoutMark(original), nodeKind, here), nodeKind, here);
      if (typeof node["$ref"] !== "string" || !sections[nodeKind]) return node;
      const { $ref, ...rest } = node;
      const target = resolveReference($ref as string, nodeKind, here);
      // As nearly all do: a document that stays as it is costs no second one.
      if (target === $ref) return node;
      return target === undefined ? { ...rest, [unresolvedMark]: $ref as string } : { ...rest, $ref: target };
    });
  }

  /** As nearly all nodes do: asked of each node of a document. */
  function staysAsItIs(node: JsonObject, kind: Kind, file: string): boolean {
    if (kind === "document" || node["discriminator"] !== undefined) return false;
    if (kind === "schema" && schemaNames?.isNamed(node)) return false;
    const reference = node["$ref"];
    if (kind === "pathItem" && reference !== undefined) return false;
    if (reference !== undefined && !(file === sources.file && sections[kind] && staying.has(reference))) return false;
    for (const name of mapMembersOf(kind)) {
      const map = node[name];
      if (isObject(map) && map["$ref"] !== undefined) return false;
    }
    return !Object.hasOwn(node, unresolvedMark);
  }

  /** What only nodes of one kind hold and may be elsewhere. */
  function withOwn(node: JsonObject, kind: Kind, from: Origin): JsonObject {
    if (kind === "schema") return withMapping(schemaNames?.withoutNames(node) ?? node, from);
    if (kind === "pathItem") return withReferred(node, from, { find, count: (values) => count(values, from) });
    return kind === "document" ? withTexts(node, from) : node;
  }

  /** What a document says of itself and holds no nodes is put in the place of its `$ref`s. */
  function withTexts(root: JsonObject, from: Origin): JsonObject {
    const texts = ["info", "servers", "tags", "externalDocs"].filter((name) => root[name] !== undefined);
    return { ...root, ...Object.fromEntries(texts.map((name) => [name, inline(root[name] as Json, from, 0)])) };
  }

  /** Counts values that are written once, and put in the place of many references. */
  function count(values: number, { file, pointer }: Origin): void {
    copied += values;
    if (copied <= MAX_COPIED) return;
    const at = locateInFile(origins, file, pointer);
    throw new ToolError(
      "unreadable-document",
      `Cannot read "${at.file}": its references multiply to more than ${MAX_COPIED / 1e6} million values`,
      { at, hint: "Refer to schemas, parameters and responses in place of maps and path items" },
    );
  }

  function inline(value: Json, from: Origin, depth: number): Json {
    count(1, from);
    if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
    if (Array.isArray(value)) return value.map((item: Json) => inline(item, from, depth + 1));
    const { $ref } = value as JsonObject;
    if (typeof $ref !== "string")
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, inline(item as Json, from, depth + 1)]),
      );
    const found = find($ref, from);
    if ("value" in found) return inline(found.value, found.origin, depth + 1);
    report($ref, found.failure, from);
    return {};
  }

  /** A map that stands elsewhere (`paths: { $ref: paths.yaml }`) becomes one of references to its members. */
  function withMaps(node: JsonObject, kind: Kind, { file, pointer }: Origin): JsonObject {
    let result = node;
    for (const name of mapMembersOf(kind)) {
      const reference = isObject(node[name]) ? node[name]["$ref"] : undefined;
      if (typeof reference !== "string") continue;
      result = { ...result, [name]: membersAt(reference, { file, pointer: join(pointer, name) }) };
    }
    return result;
  }

  function membersAt(reference: string, from: Origin): JsonObject {
    const found = find(reference, from);
    if ("failure" in found) {
      report(reference, found.failure, from);
      return { [unresolvedMark]: reference };
    }
    const { path } = splitReference(reference);
    const names = isObject(found.value) ? Object.keys(found.value).filter((name) => !name.startsWith("x-")) : [];
    count(names.length, from);
    return Object.fromEntries(
      names.map((name) => [name, { $ref: path + referenceTo(join(found.origin.pointer, name)) }]),
    );
  }

  /** The reference inside the bundle, or undefined (and a problem) where it leads nowhere. */
  function resolveReference(reference: string, kind: Kind, from: Origin): string | undefined {
    const target = targetOf(reference, kind, from);
    if ("at" in target) return target.at;
    report(reference, target.failure, from);
    return undefined;
  }

  function report(reference: string, failure: string, { file, pointer }: Origin): void {
    const named = reference.length > LONGEST_NAMED ? `${reference.slice(0, LONGEST_NAMED)}…` : reference;
    const message = `Cannot resolve "${named}": ${failure}`;
    problems.push({ code: "unresolved-ref", message, at: locateInFile(origins, file, pointer) });
  }

  function targetOf(reference: string, kind: Kind, from: Origin): { readonly at: string } | Failure {
    const found = find(reference, from);
    if ("failure" in found) return found;
    const known = homes.get(found);
    if (known !== undefined) return { at: known };
    if (!isObject(found.value) && !(kind === "schema" && typeof found.value === "boolean"))
      return { failure: `what is there is not a ${kind}` };
    if (!isAtHome(found.origin)) return { at: place(found.origin, kind) };
    const at = referenceTo(found.origin.pointer);
    if (isObject(found.value)) {
      homes.set(found, at);
      if (at === reference && from.file === sources.file) staying.add(reference);
    }
    return { at };
  }

  /** Whether the target stands where nodes stand; what a document refers to elsewhere in itself is imported as well. */
  function isAtHome({ file, pointer }: Origin): boolean {
    const [first = "", second = ""] = tokensOf(pointer);
    const isNode = first === "paths" || first === "webhooks" || (first === "components" && sectionNames.has(second));
    return file === sources.file && isNode;
  }

  function place(target: Origin, kind: Kind): string {
    const section = sections[kind] as string;
    const key = `${section} ${target.file}#${target.pointer}`;
    const known = placed.get(key);
    if (known !== undefined) return known;
    const name = freeName(section, target);
    const at = join("/components", section, name);
    placed.set(key, referenceTo(at));
    origins.parts[at] = target;
    const value = valueAt(sources.values.get(target.file) as Json, target.pointer) as Json;
    const shelf = (imported[section] ??= {});
    define(shelf, name, true);
    const fill = (): void => define(shelf, name, rewriteFile(value, kind, target));
    if (filling >= MAX_DEPTH) open.push(fill);
    else {
      filling++;
      fill();
      filling--;
    }
    return referenceTo(at);
  }

  function freeName(section: string, { file, pointer }: Origin): string {
    const base = nameOf(file, pointer).replaceAll(/[^\w.-]+/g, "_");
    const own = valueAt(main, join("/components", section));
    let name = base;
    let number = numbers.get(`${section}/${base}`) ?? 1;
    while (taken.has(`${section}/${name}`) || (isObject(own) && Object.hasOwn(own, name))) name = `${base}_${++number}`;
    numbers.set(`${section}/${base}`, number);
    taken.add(`${section}/${name}`);
    return name;
  }

  /**
   * A discriminator may name its schemas by relative reference, and leave out those that their own constant or their own
   * name selects. A component from another file may be called otherwise here, so each is written out.
   */
  function withMapping(node: JsonObject, from: Origin): JsonObject {
    const discriminator = node["discriminator"];
    if (!isObject(discriminator)) return node;
    const branches = branchesOf(node, String(discriminator["propertyName"]), from);
    const mapping: Record<string, Json> = {};
    for (const [value, target] of Object.entries(isObject(discriminator["mapping"]) ? discriminator["mapping"] : {})) {
      const isReference = typeof target === "string" && /[#/]/.test(target);
      const resolved = isReference
        ? resolveReference(target, "schema", from)
        : (branches.find(({ name }) => name === target)?.target ?? componentNamed(target, from));
      define(mapping, value, resolved ?? target);
    }
    return { ...node, discriminator: { ...discriminator, mapping: completeMapping(mapping, branches) } };
  }

  /** The schema that goes by a name among the components of the file that names it. */
  function componentNamed(name: Json, from: Origin): string | undefined {
    if (typeof name !== "string") return undefined;
    const target = targetOf(referenceTo(join("/components/schemas", name)), "schema", from);
    return "at" in target ? target.at : undefined;
  }

  /** The branches of a union that refer to a schema with a name, and the values of the property that select them. */
  function branchesOf(node: JsonObject, property: string, from: Origin): TaggedBranch[] {
    return [node["oneOf"], node["anyOf"]].flat().flatMap((branch) => {
      if (!isObject(branch) || typeof branch["$ref"] !== "string" || !isNamed(branch["$ref"])) return [];
      const target = targetOf(branch["$ref"], "schema", from);
      if (!("at" in target)) return [];
      return { name: nameIn(branch["$ref"]), target: target.at, values: tagValues(branch, property, from) };
    });
  }

  function withComponents(root: JsonObject): JsonObject {
    if (Object.keys(imported).length === 0) return root;
    const components: Record<string, Json> = isObject(root["components"]) ? { ...root["components"] } : {};
    for (const [section, shelf] of Object.entries(imported)) {
      components[section] = { ...(components[section] as JsonObject | undefined), ...shelf };
    }
    return { ...root, components };
  }
}

/** What the target of a reference is called: a component by its key, a whole file by its name. */
function nameOf(file: string, pointer: string): string {
  return tokensOf(pointer).at(-1) ?? basename(file, extname(file));
}

/** Whether a reference leads to what has a name, and not to a part of it: a file, or one of a map of components. */
function isNamed(reference: string): boolean {
  return tokensOf(pointerOfFragment(splitReference(reference).fragment)).length <= MOST_TOKENS;
}

/** "/components/schemas/Dog". */
const MOST_TOKENS = 3;

function nameIn(reference: string): string {
  const { path, fragment } = splitReference(reference);
  return nameOf(path, pointerOfFragment(fragment));
}
