import { MAX_BYTES } from "../../parsing/read-bounded.ts";
import type { SourceFault } from "./source-fault.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Origin } from "../../model/contract.ts";
import { ToolError } from "../../model/error.ts";
import type { LineFinder } from "../../parsing/origins.ts";
import { type FileCache, createFileCache } from "../../sources/file-cache.ts";
import type { ParsedFile } from "../../parsing/parse.ts";
import { MAX_VALUES } from "../../parsing/bounds.ts";
import { type Files, notRegularFile } from "../../sources/files.ts";
import { tokensOf } from "../../model/pointer.ts";
import { versionOf } from "../upgrading/version.ts";

/** A document and every file it refers to, parsed, by name. */
export interface Sources {
  readonly file: string;
  readonly values: ReadonlyMap<string, Json>;
  /** Files that could not be read: the reason, by name. */
  readonly failures: ReadonlyMap<string, string>;
  readonly files: Files;
  /** What is wrong with the files as such. */
  readonly faults: readonly SourceFault[];
  /** Where the parts of a document that was converted were written, by their pointer now. */
  readonly moved: Readonly<Record<string, Origin>>;
  /** How lines are found in the files of which that is known. */
  readonly lineFinders: ReadonlyMap<string, LineFinder>;
  /** Numbers that no double is, by file and pointer. */
  readonly numbers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Of the names of all members, those that are rare; absent where a document was converted. */
  readonly rareNames?: ReadonlySet<string>;
}

export interface ReadOptions {
  /** The folder that no `$ref` may leave; by default the checkout that holds the file, else the working directory. */
  readonly root?: string;
  /** Where its files are read from, and kept; by default they are read from this machine. */
  readonly fileCache?: FileCache;
}

/** How many repeated members of a file are told of. */
const MAX_REPEATED = 100;

/** Reads an OpenAPI document and the files it refers to; OpenAPI 2.0 is converted to 3.0. */
export async function readSources(
  path: string,
  { root, fileCache = createFileCache() }: ReadOptions = {},
): Promise<Sources> {
  const { files } = fileCache;
  const file = files.canonicalName(path);
  const { parsed, failures } = await readAll(
    file,
    root === undefined ? files.defaultRoot(file) : files.canonicalName(root),
    fileCache,
  );
  const document = parsed.get(file)?.value;
  if (document === undefined) throw unreadable(path, failures.get(file) ?? "it is empty");
  const { is, text, fault } = versionOf(path, document);
  const values = new Map(
    [...parsed].flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value] as const])),
  );
  const lineFinders = new Map([...parsed].flatMap(([name, { lineOf }]) => (lineOf ? [[name, lineOf] as const] : [])));
  const exact = [...parsed].flatMap(([name, { numbers: found }]) => (found ? [[name, found] as const] : []));
  const numbers = exact.length > 0 && { numbers: Object.fromEntries(exact) };
  const faults = [
    ...[...parsed].flatMap(([name, { repeated }]) => repeatedFaults(name, repeated)),
    ...(fault ? [{ ...fault, file }] : []),
  ];
  if (is === "3") {
    if (fault) values.set(file, { ...(document as JsonObject), openapi: text });
    const rareNames = new Set([...parsed.values()].flatMap((one) => [...one.rareNames]));
    return { file, values, failures, files, faults, moved: {}, lineFinders, rareNames, ...numbers };
  }
  const { convert } = await import("../upgrading/swagger.ts");
  const {
    document: converted,
    moved,
    faults: found,
  } = await fileCache.compute(() => convert(path, document as JsonObject, file));
  values.set(file, converted);
  return { file, values, failures, files, faults: [...faults, ...found], moved, lineFinders, ...numbers };
}

/** Most bytes of a document and the files that it refers to. */
const MAX_TOTAL_BYTES = 4 * MAX_BYTES;

/** So many files are read before their sizes are added up. */
const FILES_AT_ONCE = 16;

/**
 * Reads a file and all that it refers to, in rounds: what the files of one refer to is the next.
 * @throws ToolError "unreadable-document" where they are too much together.
 */
async function readAll(
  file: string,
  root: string,
  fileCache: FileCache,
): Promise<{ parsed: Map<string, ParsedFile>; failures: Map<string, string> }> {
  const parsed = new Map<string, ParsedFile>();
  const failures = new Map<string, string>();
  const seen = new Set([file]);
  let size = 0;
  let values = 0;
  for (let round = [file]; round.length > 0;) {
    const next: string[] = [];
    for (let start = 0; start < round.length; start += FILES_AT_ONCE) {
      const names = round.slice(start, start + FILES_AT_ONCE);
      const found = await Promise.all(names.map((name) => attempt(() => fileCache.read(name, root))));
      for (const [index, name] of names.entries()) take(name, found[index] as ParsedFile | string, next);
    }
    round = next;
  }
  return { parsed, failures };

  function take(name: string, result: ParsedFile | string, next: string[]): void {
    if (typeof result === "string") {
      failures.set(name, result);
      return;
    }
    parsed.set(name, result);
    size += result.size;
    values += result.values;
    if (size > MAX_TOTAL_BYTES) throw tooMuch(file, `are larger than ${MAX_TOTAL_BYTES / 1024 / 1024} MiB`);
    if (values > MAX_VALUES) throw tooMuch(file, `hold more than ${MAX_VALUES / 1e6} million values`);
    for (const reference of result.references) {
      const target = fileCache.files.resolveFile(reference, name);
      if (target === undefined || seen.has(target)) continue;
      seen.add(target);
      next.push(target);
    }
  }
}

function tooMuch(file: string, reason: string): ToolError {
  return new ToolError(
    "unreadable-document",
    `Cannot read "${file}": it and the files that it refers to ${reason} together`,
    { at: { file }, hint: "Divide it into several documents, or refer to smaller files" },
  );
}

async function attempt(read: () => Promise<ParsedFile>): Promise<ParsedFile | string> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    return reasonOf(error as Error);
  }
}

function repeatedFaults(file: string, repeated: readonly string[]): SourceFault[] {
  return repeated.slice(0, MAX_REPEATED).map((pointer) => ({
    code: "repeated-key",
    message: `The key "${tokensOf(pointer).at(-1) ?? ""}" is there more than once: the last one counts`,
    file,
    pointer,
  }));
}

function unreadable(path: string, reason: string): ToolError {
  const line = /\((\d+):\d+\)$/.exec(reason)?.[1];
  return new ToolError("unreadable-document", `Cannot read "${path}": ${reason}`, {
    at: { file: path, ...(line !== undefined && { line: Number(line) }) },
    hint: hints[reason] ?? "It must be an OpenAPI document in YAML or JSON",
  });
}

const noSuchFile = "there is no such file";

const hints: Readonly<Record<string, string>> = {
  [noSuchFile]: "Paths are taken from the working directory",
  [notRegularFile]: "Write what it gives to a file, and name that; what a commit has is read as git:REF:PATH",
};

function reasonOf(error: Error): string {
  if (/^(ENOENT|ENOTDIR)\b/.test(error.message)) return noSuchFile;
  const [reason = ""] = error.message.split("\n", 1);
  return reason.replace(/nesting exceeded maxDepth \((\d+)\)/, "it nests more than $1 levels");
}
