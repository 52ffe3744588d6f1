import { basename, dirname, extname, resolve } from "node:path";
import type { Json, JsonObject } from "./contract.ts";
import type { Problem } from "./contract.ts";
import { type Origin, type Origins, placeIn } from "./origins.ts";
import { join, pointerOfFragment, tokensOf, valueAt } from "./pointer.ts";
import type { Sources } from "./read.ts";
import { type Kind, define, isObject, rewriteTree } from "./shapes.ts";

/** Where a component of each kind lives. Kinds that are not here cannot be referred to. */
const sections: Partial<Record<Kind, string>> = {
  schema: "schemas",
  response: "responses",
  parameter: "parameters",
  header: "headers",
  requestBody: "requestBodies",
  pathItem: "pathItems",
  callback: "callbacks",
  securityScheme: "securitySchemes",
};

export interface Bundle {
  /** The document with every file's parts under its own `components`. */
  readonly document: JsonObject;
  readonly origins: Origins;
  readonly problems: readonly Problem[];
}

/** Brings a document and the files it refers to into one piece; what leads nowhere becomes a problem. */
export function bundle(sources: Sources): Bundle {
  const main = sources.values.get(sources.file) as JsonObject;
  const parts: Record<string, Origin> = {};
  const origins: Origins = { file: sources.file, parts };
  const problems: Problem[] = [];
  const imported: Record<string, Record<string, Json>> = {};
  const placed = new Map<string, string>();
  const taken = new Set<string>();

  const document = rewriteFile(main, "document", { file: sources.file, pointer: "" }) as JsonObject;
  return { document: withComponents(document), origins, problems };

  function rewriteFile(value: Json, kind: Kind, from: Origin): Json {
    return rewriteTree(
      value,
      kind,
      (node, nodeKind, below) => {
        const reference = node["$ref"];
        const here = { file: from.file, pointer: from.pointer + below };
        let result = nodeKind === "schema" ? withMapping(node, here) : node;
        if (typeof reference === "string" && sections[nodeKind]) {
          const target = resolveReference(reference, nodeKind, here);
          if (target === undefined) return nodeKind === "schema" ? true : {};
          result = { ...result, $ref: target };
        }
        return result;
      },
      "",
    ) as Json;
  }

  /** The reference inside the bundle, or undefined (and a problem) where it leads nowhere. */
  function resolveReference(reference: string, kind: Kind, from: Origin): string | undefined {
    const [path = "", fragment = ""] = splitOnce(reference, "#");
    const file = path === "" ? from.file : fileOf(path, from.file);
    const pointer = pointerOfFragment(fragment);
    const failure = failureOf(file, pointer);
    if (failure !== undefined) {
      problems.push({
        code: "unresolved-ref",
        message: `Cannot resolve "${reference}": ${failure}`,
        at: placeIn(origins, from.file, from.pointer),
      });
      return undefined;
    }
    return file === sources.file ? `#${fragment}` : place({ file, pointer }, kind);
  }

  function failureOf(file: string, pointer: string): string | undefined {
    const value = sources.values.get(file);
    if (value === undefined) return sources.failures.get(file) ?? "there is no such file";
    if (pointer !== "" && !pointer.startsWith("/")) return "anchors are not supported, use a JSON pointer";
    return valueAt(value, pointer) === undefined ? "there is no such component" : undefined;
  }

  function place(target: Origin, kind: Kind): string {
    const section = sections[kind] as string;
    const key = `${section} ${target.file}#${target.pointer}`;
    const known = placed.get(key);
    if (known !== undefined) return known;
    const name = freeName(section, target);
    const at = join("/components", section, name);
    placed.set(key, `#${at}`);
    parts[at] = target;
    const value = valueAt(sources.values.get(target.file) as Json, target.pointer) as Json;
    const shelf = (imported[section] ??= {});
    define(shelf, name, true);
    define(shelf, name, rewriteFile(value, kind, target));
    return `#${at}`;
  }

  function freeName(section: string, { file, pointer }: Origin): string {
    const wanted = tokensOf(pointer).at(-1) ?? basename(file, extname(file));
    const base = wanted.replaceAll(/[^\w.-]+/g, "_");
    const own = valueAt(main, join("/components", section));
    let name = base;
    for (let n = 2; taken.has(`${section}/${name}`) || (isObject(own) && Object.hasOwn(own, name)); n++)
      name = `${base}_${n}`;
    taken.add(`${section}/${name}`);
    return name;
  }

  /** A discriminator may name its schemas by relative reference. */
  function withMapping(node: JsonObject, from: Origin): JsonObject {
    const discriminator = node["discriminator"];
    if (!isObject(discriminator) || !isObject(discriminator["mapping"])) return node;
    const mapping: Record<string, Json> = {};
    for (const [value, target] of Object.entries(discriminator["mapping"])) {
      const isReference = typeof target === "string" && /[#/]/.test(target);
      define(mapping, value, isReference ? (resolveReference(target, "schema", from) ?? target) : target);
    }
    return { ...node, discriminator: { ...discriminator, mapping } };
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

function fileOf(path: string, from: string): string {
  if (/^https?:/i.test(path)) return path;
  return resolve(dirname(from), pointerOfFragment(path));
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + separator.length)];
}
