import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import SwaggerParser from "@apidevtools/swagger-parser";
import type { Json, JsonObject } from "./contract.ts";
import { ToolError } from "./error.ts";
import { isObject } from "./shapes.ts";

/** A document and every file it refers to, parsed, by absolute path. */
export interface Sources {
  readonly file: string;
  readonly values: ReadonlyMap<string, Json>;
  /** Files that could not be read: the reason, by absolute path or URL. */
  readonly failures: ReadonlyMap<string, string>;
}

export interface ReadOptions {
  /** The folder that no `$ref` may leave; by default the working directory, or the file's own folder outside of it. */
  readonly root?: string;
}

const MAX_BYTES = 64 * 1024 * 1024;

/** Reads an OpenAPI 3 document and the files it refers to. URLs are never fetched. */
export async function readSources(path: string, { root }: ReadOptions = {}): Promise<Sources> {
  const file = resolve(path);
  const fence = realpathSync(root ?? defaultRoot(file));
  const parser = new SwaggerParser();
  const parsed = await parser.resolve(file, optionsInside(fence)).then(
    () => parser.$refs.values() as Record<string, unknown>,
    (error: unknown) => ({ [file]: error, ...(parser.$refs.values() as Record<string, unknown>) }),
  );
  const values = new Map<string, Json>();
  const failures = new Map<string, string>();
  for (const [name, value] of Object.entries(parsed)) {
    if (value instanceof Error) failures.set(pathOf(name), firstLine(value.message));
    else values.set(pathOf(name), value as Json);
  }
  const document = values.get(file);
  if (document === undefined) throw unreadable(path, failures.get(file) ?? "it is empty");
  requireOpenApi3(path, document);
  return { file, values, failures };
}

function optionsInside(fence: string): SwaggerParser.Options {
  return {
    continueOnError: true,
    parse: { text: false, binary: false },
    resolve: {
      http: false,
      file: {
        order: 1,
        canRead: ({ url }: { url: string }) => !/^https?:/i.test(url),
        read: ({ url }: { url: string }) => readInside(url, fence),
      },
    },
  };
}

async function readInside(url: string, fence: string): Promise<Buffer> {
  const file = realpathSync(pathOf(url));
  if (file !== fence && !file.startsWith(fence + sep)) {
    throw new Error(`"${relative(fence, file)}" lies outside of ${fence}`);
  }
  const bytes = await readFile(file);
  if (bytes.length > MAX_BYTES) throw new Error(`the file is larger than ${MAX_BYTES / 1024 / 1024} MiB`);
  return bytes;
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
  const missing = reason.includes("ENOENT");
  return new ToolError("unreadable-document", `Cannot read "${path}": ${missing ? "there is no such file" : reason}`, {
    at: { file: path },
    hint: missing
      ? "Paths are taken from the working directory"
      : "It must be an OpenAPI 3.0 or 3.1 document in YAML or JSON",
  });
}

function defaultRoot(file: string): string {
  const here = process.cwd();
  return file.startsWith(here + sep) ? here : dirname(file);
}

function pathOf(url: string): string {
  if (/^https?:/i.test(url)) return url;
  return url.startsWith("file:") ? fileURLToPath(url) : decodeURI(url);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? text;
}
