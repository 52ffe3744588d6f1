import { MAX_BYTES } from "../../parsing/read-bounded.ts";
import type { SourceFault } from "./source-fault.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Origin } from "../../model/contract.ts";
import { ToolError } from "../../model/error.ts";
import { isObject } from "../../model/shapes.ts";
import { type LineFinder, createLazyLineFinder } from "../../parsing/origins.ts";
import { type FileCache, createFileCache } from "../../sources/file-cache.ts";
import type { ParsedFile } from "../../parsing/parse.ts";
import { MAX_VALUES } from "../../parsing/bounds.ts";
import { type Files, notRegularFile } from "../../sources/files.ts";
import { splitPointer } from "../../model/pointer.ts";
import { asSwagger, findOldForms, withVersion3 } from "../upgrading/old-forms.ts";
import { readOpenApiVersion } from "../upgrading/version.ts";

/** Document and all referenced files, parsed, by canonical name. */
export interface DocumentSources {
  readonly file: string;
  readonly values: ReadonlyMap<string, Json>;
  /** Reasons why files could not be read, by name. */
  readonly failures: ReadonlyMap<string, string>;
  readonly files: Files;
  /** Faults of the files themselves, such as repeated keys. */
  readonly faults: readonly SourceFault[];
  /** Origins of the parts of a converted document, by their pointer after the conversion. */
  readonly moved: Readonly<Record<string, Origin>>;
  /** Line finders of files for which parsing created one. */
  readonly lineFinders: ReadonlyMap<string, LineFinder>;
  /** Source text of numbers that no double can represent, by file and pointer. */
  readonly numbers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Rare member names in all files. Absent for a converted document. */
  readonly rareNames?: ReadonlySet<string>;
}

/** Options for reading a document. */
export interface ReadOptions {
  /** Folder that `$ref`s must not leave. Defaults to the git checkout of the file, or to the working directory. */
  readonly root?: string;
  /** Source and cache of files. Defaults to local files. */
  readonly fileCache?: FileCache;
}

/** Maximum number of repeated keys that are reported for a file. */
const MAX_REPEATED = 100;

/** Reads an OpenAPI document and all files that it refers to. Converts OpenAPI 2.0 to 3.0. */
export async function readSources(
  path: string,
  { root, fileCache = createFileCache() }: ReadOptions = {},
): Promise<DocumentSources> {
  const { files } = fileCache;
  const entry = files.canonicalName(path);
  const { parsed, failures } = await readInRounds(
    entry,
    root === undefined ? files.defaultRoot(entry) : files.canonicalName(root),
    fileCache,
  );
  const file = followRootReference(entry, parsed, files);
  const shownPath = file === entry ? path : file;
  const document = parsed.get(file)?.value;
  if (document === undefined) throw createReadError(shownPath, failures.get(file) ?? "it is empty");
  const { major, text, fault } = readOpenApiVersion(shownPath, document);
  const values = new Map(
    [...parsed].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value] as const])),
  );
  const textOf = files.textOf?.bind(files);
  const lineFinders = new Map(
    [...parsed].flatMap(([name, { isJson, size, lineOf }]) => {
      const finder = isJson ? createLazyLineFinder(name, { size, textOf }) : lineOf;
      return finder ? [[name, finder] as const] : [];
    }),
  );
  const numbersByFile = [...parsed].flatMap(([name, { numbers: found }]) => (found ? [[name, found] as const] : []));
  const numbers = numbersByFile.length > 0 && { numbers: Object.fromEntries(numbersByFile) };
  const faults: SourceFault[] = [
    ...[...parsed].flatMap(([name, { repeated }]) => repeatedKeyFaults(name, repeated)),
    ...(fault ? [{ ...fault, file }] : []),
  ];
  const isVersion3 = major === "3";
  const given = isVersion3 ? { ...(document as JsonObject), openapi: text } : (document as JsonObject);
  const oldForms = isVersion3 ? findOldForms(given, file) : [];
  if (isVersion3 && oldForms.length === 0) {
    if (fault) values.set(file, given);
    const rareNames = new Set([...parsed.values()].flatMap((one) => [...one.rareNames]));
    return { file, values, failures, files, faults, moved: {}, lineFinders, rareNames, ...numbers };
  }
  const { convertSwagger } = await import("../upgrading/swagger.ts");
  const {
    document: converted,
    moved,
    faults: found,
  } = await fileCache.compute(() => convertSwagger(shownPath, isVersion3 ? asSwagger(given) : given, file));
  values.set(file, isVersion3 ? withVersion3(converted, given) : converted);
  faults.push(...oldForms, ...found);
  return { file, values, failures, files, faults, moved, lineFinders, ...numbers };
}

/** File of the document. A document that consists of a `$ref` to a file is that file. */
function followRootReference(entry: string, parsed: ReadonlyMap<string, ParsedFile>, files: Files): string {
  const visited = new Set<string>();
  let file = entry;
  while (!visited.has(file)) {
    visited.add(file);
    const value = parsed.get(file)?.value;
    const reference = value !== undefined && isObject(value) ? value["$ref"] : undefined;
    if (typeof reference !== "string" || reference.includes("#") || Object.keys(value as JsonObject).length > 1) break;
    file = files.resolveFile(reference, file) ?? file;
  }
  return file;
}

/** Maximum size in bytes of a document and its referenced files. */
const MAX_TOTAL_BYTES = 4 * MAX_BYTES;

/** Number of files that are read in parallel. The total size is checked after each batch. */
const FILES_AT_ONCE = 16;

/**
 * Reads a file and all referenced files in rounds: each round reads the files that the previous round refers to.
 * @throws ToolError "unreadable-document" if they are too large together.
 */
async function readInRounds(
  file: string,
  root: string,
  fileCache: FileCache,
): Promise<{ parsed: Map<string, ParsedFile>; failures: Map<string, string> }> {
  const parsed = new Map<string, ParsedFile>();
  const failures = new Map<string, string>();
  const seenFiles = new Set([file]);
  let size = 0;
  let values = 0;
  for (let currentRound = [file]; currentRound.length > 0;) {
    const nextRound: string[] = [];
    for (let start = 0; start < currentRound.length; start += FILES_AT_ONCE) {
      const names = currentRound.slice(start, start + FILES_AT_ONCE);
      const results = await Promise.all(names.map((name) => parsedOrReason(() => fileCache.read(name, root))));
      for (const [index, name] of names.entries()) addResult(name, results[index] as ParsedFile | string, nextRound);
    }
    currentRound = nextRound;
  }
  return { parsed, failures };

  function addResult(name: string, result: ParsedFile | string, nextRound: string[]): void {
    if (typeof result === "string") {
      failures.set(name, result);
      return;
    }
    parsed.set(name, result);
    size += result.size;
    values += result.values;
    if (size > MAX_TOTAL_BYTES)
      throw createTotalSizeError(file, `are larger than ${MAX_TOTAL_BYTES / 1024 / 1024} MiB`);
    if (values > MAX_VALUES) throw createTotalSizeError(file, `hold more than ${MAX_VALUES / 1e6} million values`);
    for (const reference of result.references) {
      const target = fileCache.files.resolveFile(reference, name);
      if (target === undefined || seenFiles.has(target)) continue;
      seenFiles.add(target);
      nextRound.push(target);
    }
  }
}

function createTotalSizeError(file: string, reason: string): ToolError {
  return new ToolError(
    "unreadable-document",
    `Cannot read "${file}": the document and its referenced files ${reason} together`,
    { at: { file }, hint: "Split it into several documents, or refer to smaller files" },
  );
}

async function parsedOrReason(read: () => Promise<ParsedFile>): Promise<ParsedFile | string> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    return failureReason(error as Error);
  }
}

function repeatedKeyFaults(file: string, repeated: readonly string[]): SourceFault[] {
  return repeated.slice(0, MAX_REPEATED).map((pointer) => ({
    code: "repeated-key",
    message: `The key "${splitPointer(pointer).at(-1) ?? ""}" is there more than once: the last one counts`,
    file,
    pointer,
  }));
}

function createReadError(path: string, reason: string): ToolError {
  const line = /\((\d+):\d+\)$/.exec(reason)?.[1];
  return new ToolError("unreadable-document", `Cannot read "${path}": ${reason}`, {
    at: { file: path, ...(line !== undefined && { line: Number(line) }) },
    hint: hintForUnreadable(reason),
  });
}

function hintForUnreadable(reason: string): string {
  if (reason.startsWith("nothing answers there")) return "Check the URL, and that its server runs";
  return hintsByReason[reason] ?? "It must be an OpenAPI document in YAML or JSON";
}

const noSuchFileReason = "there is no such file";

const hintsByReason: Readonly<Record<string, string>> = {
  [noSuchFileReason]: "Paths are relative to the working directory",
  [notRegularFile]: "Save its output to a file and pass that file, or pass git:REF:PATH for a file of a commit",
};

function failureReason(error: Error): string {
  if (/^(ENOENT|ENOTDIR)\b/.test(error.message)) return noSuchFileReason;
  const [reason = ""] = error.message.split("\n", 1);
  return reason.replace(/nesting exceeded maxDepth \((\d+)\)/, "it nests more than $1 levels");
}
