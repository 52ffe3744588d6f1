import { existsSync, realpathSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type SwaggerParser from "@apidevtools/swagger-parser";
import { excessOf } from "./bounds.ts";
import type { Json, JsonObject } from "./contract.ts";
import { ToolError } from "./error.ts";
import { fileOf } from "./reference.ts";
import { isObject } from "./shapes.ts";

/** A document and every file it refers to, parsed, by absolute path. */
export interface Sources {
  readonly file: string;
  readonly values: ReadonlyMap<string, Json>;
  /** Files that could not be read: the reason, by absolute path. */
  readonly failures: ReadonlyMap<string, string>;
}

export interface ReadOptions {
  /** The folder that no `$ref` may leave; by default the checkout that holds the file, else the working directory. */
  readonly root?: string;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** Reads an OpenAPI 3 document and the files it refers to. URLs are never fetched. */
export async function readSources(path: string, { root }: ReadOptions = {}): Promise<Sources> {
  const file = resolve(path);
  const parsed = await parseAll(file, resolve(root ?? defaultRoot(file)));
  const values = new Map<string, Json>();
  const failures = new Map<string, string>();
  for (const [name, value] of parsed) {
    const failure = value instanceof Error ? reasonOf(value) : excessOf(value);
    if (failure === undefined) values.set(name, value as Json);
    else failures.set(name, failure);
  }
  const document = values.get(file);
  if (document === undefined) throw unreadable(path, failures.get(file) ?? "it is empty");
  requireOpenApi3(path, document);
  return { file, values, failures };
}

/**
 * The values of a file and of all that it refers to, or the errors in their place. The parser is
 * given a document of our own that refers to the file, since it stops at a root document with a
 * version that it does not know, or with a fault that it knows.
 */
async function parseAll(file: string, root: string): Promise<Map<string, unknown>> {
  const { default: Parser } = await import("@apidevtools/swagger-parser");
  const parser = new Parser();
  const start = join(dirname(file), "$start");
  const document = { openapi: "3.0.3", paths: {}, start: { $ref: `./${encodeURIComponent(basename(file))}` } };
  const names = new Map<string, string>();
  // That some files cannot be read is told by their values.
  await parser.resolve(start, document as never, optionsInside(root, file, names)).catch(() => undefined);
  const values = Object.entries(parser.$refs.values() as Record<string, unknown>).filter(([name]) => name !== start);
  return new Map(values.map(([name, value]) => [names.get(name) ?? name, value]));
}

/** Reads files below the root only; `names` gets the path of each URL that was read. */
function optionsInside(root: string, main: string, names: Map<string, string>): SwaggerParser.Options {
  return {
    continueOnError: true,
    parse: { text: false, binary: false },
    resolve: {
      http: false,
      file: {
        order: 1,
        canRead: ({ url }: { url: string }) => fileOf(url, main) !== undefined,
        read: ({ url }: { url: string }) => {
          const file = fileOf(url, main) as string;
          names.set(url, file);
          return readInside(file, root);
        },
      },
    },
  };
}

/** Nothing outside of the root is touched, wherever symbolic links lead. */
async function readInside(file: string, root: string): Promise<Buffer> {
  if (!isInside(root, file) || !isInside(realpathSync(root), realpathSync(file))) {
    throw new Error(`it lies outside of the folder "${root}"`);
  }
  const found = await stat(file);
  if (!found.isFile()) throw new Error("it is not a file");
  if (found.size > MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES / 1024 / 1024} MiB`);
  return readFile(file);
}

function isInside(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function requireOpenApi3(path: string, document: Json): asserts document is JsonObject {
  if (isObject(document) && typeof document["openapi"] === "string" && document["openapi"].startsWith("3.")) return;
  const version = isObject(document) ? (document["swagger"] ?? document["openapi"]) : undefined;
  const found = version === undefined ? "it names no openapi version" : `its version is ${JSON.stringify(version)}`;
  throw new ToolError("not-openapi-3", `Cannot read "${path}" as OpenAPI 3.0 or 3.1: ${found}`, {
    at: { file: path },
    hint: 'The document must begin with openapi: "3.0.x" or "3.1.x"; convert Swagger 2.0 first',
  });
}

function unreadable(path: string, reason: string): ToolError {
  const line = /\((\d+):\d+\)$/.exec(reason)?.[1];
  return new ToolError("unreadable-document", `Cannot read "${path}": ${reason}`, {
    at: { file: path, ...(line !== undefined && { line: Number(line) }) },
    hint:
      reason === noSuchFile
        ? "Paths are taken from the working directory"
        : "It must be an OpenAPI 3.0 or 3.1 document in YAML or JSON",
  });
}

const noSuchFile = "there is no such file";

function reasonOf(error: Error): string {
  if (/^(ENOENT|ENOTDIR)\b/.test(error.message)) return noSuchFile;
  // The parser begins with the file's name, which every message of ours names already.
  return (error.message.split("\n", 1)[0] as string).replace(/^Error parsing .*?: /, "");
}

/** The checkout that holds the file; without one the working directory, or the file's own folder outside of it. */
function defaultRoot(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
  }
  const here = process.cwd();
  return isInside(here, file) && dirname(here) !== here ? here : dirname(file);
}
