import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  type Json,
  type JsonObject,
  ToolError,
  isObject,
  parseBounded,
  readBounded,
  valueAt,
} from "../../contracts/index.ts";
import { readInteraction } from "./read-interaction.ts";
import type { Pact } from "./interaction.ts";

/** Supported versions of the Pact specification. */
const VERSIONS = [1, 2, 3, 4];

/**
 * Reads pacts of versions 1 to 4. A folder stands for its JSON files; files without consumer and provider are passed to
 * `onOther`.
 * @throws ToolError "unreadable-pact" if a file is no pact, or a folder has none; "nothing-to-try" if all are empty.
 */
export function readPacts(paths: readonly string[], onOther: (file: string) => void = () => {}): Pact[] {
  const pacts = paths.flatMap((path) => {
    if (!existsSync(path)) throw createPactError(path, "there is no such file or folder");
    if (statSync(path).isDirectory()) return readFolder(path, onOther);
    return [readPact(path)];
  });
  if (pacts.every(({ interactions }) => interactions.length === 0))
    throw new ToolError("nothing-to-try", `Cannot try "${paths.join(", ")}": no pact has an interaction`);
  return pacts;
}

function readFolder(path: string, onOther: (file: string) => void): Pact[] {
  const files = readdirSync(path)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => join(path, name));
  if (files.length === 0) throw createPactError(path, "the folder contains no JSON file");
  const pacts = files.filter((file) => {
    const { document } = parseFile(file);
    const isPact =
      isObject(document) && ["consumer", "provider"].every((name) => readPartyName(document[name]) !== undefined);
    if (!isPact) onOther(file);
    return isPact;
  });
  if (pacts.length === 0) throw createPactError(path, "none of the JSON files in the folder is a pact");
  return pacts.map(readPact);
}

function readPact(file: string): Pact {
  const { document, exact } = parseFile(file);
  if (!isObject(document)) throw createPactError(file, "a pact is a JSON object");
  const { interactions, messages, ...rest } = document;
  const [consumer, provider] = [readPartyName(document["consumer"]), readPartyName(document["provider"])];
  if (consumer === undefined || provider === undefined)
    throw createPactError(file, "it is not a pact: a pact names its consumer and its provider");
  const version = readPactVersion(document);
  if (!VERSIONS.includes(version))
    throw createPactError(file, `version ${version} of the Pact specification is not known, only 1 to 4`);
  const content = { interactions: interactions ?? [], messages: messages ?? [] };
  if (interactions === undefined && messages === undefined)
    throw createPactError(file, 'it is not a pact: it has neither "interactions" nor "messages"');
  return {
    file,
    consumer,
    provider,
    version,
    rest,
    interactions: Object.entries(content).flatMap(([name, list]) => {
      if (!Array.isArray(list)) throw createPactError(file, `"${name}" is not a list`);
      return list.map((item: Json, index) => {
        const pointer = `/${name}/${index}`;
        const raw = valueAt(exact, pointer) as JsonObject;
        const read = readInteraction(item, { version, pointer, raw });
        if (typeof read === "string") throw createPactError(file, `${pointer} ${read}`);
        return read;
      });
    }),
  };
}

/** JSON of a file, with and without the spelling of its numbers. */
function parseFile(file: string): { readonly document: Json; readonly exact: Json } {
  try {
    const text = readBounded(file)
      .toString()
      .replace(/^\uFEFF/, "");
    return { document: parseBounded(text), exact: parseExactly(text) };
  } catch (error) {
    const { message } = error as Error;
    throw createPactError(file, error instanceof SyntaxError ? `it is not JSON: ${message}` : message, error);
  }
}

function readPartyName(party: Json | undefined): string | undefined {
  if (isObject(party) && typeof party["name"] === "string") return party["name"];
  return undefined;
}

/** Version of a pact. The first libraries wrote none, for versions 1 and 2. */
function readPactVersion({ metadata }: JsonObject): number {
  if (!isObject(metadata)) return 2;
  for (const name of ["pactSpecification", "pact-specification"]) {
    const libraryVersion = metadata[name];
    if (isObject(libraryVersion) && typeof libraryVersion["version"] === "string")
      return Number.parseInt(libraryVersion["version"], 10);
  }
  const specification = metadata["pactSpecificationVersion"];
  if (typeof specification === "string") return Number.parseInt(specification, 10);
  return 2;
}

function createPactError(file: string, reason: string, cause?: unknown): ToolError {
  return new ToolError("unreadable-pact", `Cannot read the pact "${file}": ${reason}`, {
    at: { file },
    hint: "Give the JSON files that Pact's consumer tests write, or a folder of them",
    cause,
  });
}

/** ECMAScript proposal "JSON.parse source text access", which is missing in TypeScript. */
interface Exact {
  parse(text: string, revive: (key: string, value: Json, context: { readonly source?: string }) => unknown): Json;
  rawJSON(text: string): Json;
}

/**
 * Parses JSON and keeps the spelling of numbers: integers beyond 2^53, and 1.0, which is not an integer in Pact. Such
 * numbers become objects that JSON.stringify supports.
 */
function parseExactly(text: string): Json {
  const { parse, rawJSON } = JSON as unknown as Exact;
  return parse(text, (_, value, { source }) =>
    typeof value === "number" && source !== undefined && String(value) !== source ? rawJSON(source) : value,
  );
}
