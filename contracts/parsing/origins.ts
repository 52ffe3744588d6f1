import { existsSync, readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import type { Location, Origin, Origins } from "../model/contract.ts";
import { createGraphqlLineFinder } from "./graphql-lines.ts";
import { createJsonLineFinder } from "./json-lines.ts";
import { splitPointer } from "../model/pointer.ts";
import { createYamlLineFinder } from "./yaml-lines.ts";

/** Origins of a document that is still being bundled. */
export interface MutableOrigins extends Origins {
  readonly parts: Record<string, Origin>;
  examples?: string[];
}

const exampleSets = new WeakMap<Origins, ReadonlySet<string>>();
const exampleSuffix = "/examples/0";

const lineFinders = new WeakMap<Origins, Map<string, LineFinder>>();

/** Returns the source location of a pointer into the bundle. */
export function locateSource(origins: Origins, pointer: string): Location {
  const origin = findOrigin(origins, pointer);
  return locateInFile(origins, origin.file, origin.pointer);
}

/** Returns the same location with lazy fields, because most locations are never read. */
export function locateLazily(origins: Origins, pointer: string): Location {
  let location: Location | undefined;
  return {
    get file() {
      return (location ??= locateSource(origins, pointer)).file;
    },
    get pointer() {
      return (location ??= locateSource(origins, pointer)).pointer;
    },
    get line() {
      return (location ??= locateSource(origins, pointer)).line;
    },
  };
}

/** Returns the source file, and the pointer into it, for a pointer into the bundle. */
export function findOrigin(origins: Origins, pointer: string): Origin {
  for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1)) {
    const prefix = pointer.slice(0, end);
    if (prefix.endsWith(exampleSuffix) && isConvertedExample(origins, prefix))
      return findOrigin(origins, `${prefix.slice(0, -exampleSuffix.length)}/example${pointer.slice(end)}`);
    const origin = origins.parts[prefix];
    if (origin) return { file: origin.file, pointer: origin.pointer + pointer.slice(end) };
  }
  return { file: origins.file, pointer };
}

/** Returns true if `examples/0` of a schema was converted from its `example` and not replaced later. */
function isConvertedExample(origins: Origins, pointer: string): boolean {
  const { examples, parts } = origins;
  if (!examples || parts[pointer]) return false;
  let convertedExamples = exampleSets.get(origins);
  if (convertedExamples?.size !== examples.length) exampleSets.set(origins, (convertedExamples = new Set(examples)));
  return convertedExamples.has(pointer.slice(0, -exampleSuffix.length));
}

/** Returns the location of a pointer into a source file. The line is found on first access. */
export function locateInFile(origins: Origins, file: string, pointer: string): Location {
  let line: number | undefined;
  return {
    file: displayPath(file),
    pointer,
    get line() {
      return (line ??= getLineFinder(origins, file)(splitPointer(pointer)));
    },
  };
}

/** Returns the line of the key for the tokens of a pointer, or of the nearest existing parent. */
export type LineFinder = (tokens: readonly string[]) => number;

/** Sets the line finders of files that have been parsed already. */
export function presetLineFinders(origins: Origins, finders: ReadonlyMap<string, LineFinder>): void {
  lineFinders.set(origins, new Map(finders));
}

function getLineFinder(origins: Origins, file: string): LineFinder {
  let finders = lineFinders.get(origins);
  if (!finders) lineFinders.set(origins, (finders = new Map()));
  let finder = finders.get(file);
  if (!finder) finders.set(file, (finder = createLineFinder(file, origins.textOf?.(file))));
  return finder;
}

/** Creates a line finder for a file that was parsed as JSON. It reads the file again when a line is first needed. */
export function createLazyLineFinder(
  file: string,
  { size, textOf }: { readonly size: number; readonly textOf?: Origins["textOf"] | undefined },
): LineFinder {
  let finder: LineFinder | undefined;
  return (tokens) => (finder ??= createLineFinder(file, textOf?.(file), size))(tokens);
}

/**
 * Creates a line finder. The line is always 1 if the file does not exist, as for contracts compiled on another machine.
 * A text of `jsonSize` bytes is not parsed again to find out that it is JSON.
 */
function createLineFinder(file: string, knownText: string | undefined, jsonSize?: number): LineFinder {
  if (knownText === undefined && !existsSync(file)) return () => 1;
  const text = knownText ?? readFileSync(file, "utf8");
  if (isGraphqlFile(file)) return createGraphqlLineFinder(text);
  const isJson = Buffer.byteLength(text) === jsonSize || isJsonText(text);
  if (isJson) return createJsonLineFinder(text);
  return createYamlLineFinder(text);
}

/** Returns true if the file name has an extension of GraphQL schemas. */
export function isGraphqlFile(file: string): boolean {
  return /\.(graphqls?|gql)$/.test(file);
}

/** Returns true for a file in a git commit or on the web. */
export function isRemoteFile(file: string): boolean {
  return /^(git:|https?:\/\/)/.test(file);
}

/** Returns true if a text is JSON. File names do not count: a .json file may hold YAML, and a .yaml file JSON. */
function isJsonText(text: string): boolean {
  if (!/^\uFEFF?\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return true;
  } catch {
    return false;
  }
}

/** Returns a path relative to the working directory if the file is inside it. */
function displayPath(file: string): string {
  if (isRemoteFile(file)) return file;
  const short = relative(process.cwd(), file);
  if (short.startsWith("..")) return file;
  return short.split(sep).join("/");
}
