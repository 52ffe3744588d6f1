import { omitUndefined } from "../model/omit-undefined.ts";
import type { Json } from "../model/json.ts";
import { readFileSync } from "node:fs";
import { exceededValueLimit, parserErrorMessage } from "./bounds.ts";
import { ToolError } from "../model/error.ts";
import { readBounded } from "./read-bounded.ts";
import { createYamlLineFinder } from "./yaml-lines.ts";

/** File whose text has been read already, such as a file of a commit. */
export interface PlainFile {
  /** Name in error messages. */
  readonly name: string;
  readonly text: string;
}

/** Code and hint of the error for an unreadable file. */
interface ReadErrorOptions {
  readonly code: string;
  readonly hint: string;
}

/** Maximum length of a text. The parser needs up to 200 bytes of memory for each character. */
const MAX_CHARACTERS = 8_000_000;

/**
 * Reads and parses a YAML or JSON file of any content.
 * @throws ToolError with the given code, by default "unreadable-document".
 */
export async function readPlain(
  file: string | PlainFile,
  { code, hint }: ReadErrorOptions = { code: "unreadable-document", hint: "It must be YAML or JSON" },
): Promise<Json> {
  const name = plainName(file);
  let value: Json;
  // Loaded on demand, because most commands do not need this parser.
  const { parse } = await import("yaml");
  try {
    const text = typeof file === "string" ? readBounded(file).toString() : file.text;
    if (text.length > MAX_CHARACTERS) throw new Error(`it is longer than ${MAX_CHARACTERS / 1e6} million characters`);
    value = parse(text, { maxAliasCount: 100 }) as Json;
  } catch (cause) {
    const { code: errorCode } = cause as NodeJS.ErrnoException;
    const message = parserErrorMessage(cause as Error);
    const reason =
      errorCode === "ENOENT" ? "there is no such file" : (message.split(/(?: at line \d+.*)?:?\n/, 1)[0] as string);
    const line = (cause as { linePos?: readonly [{ line: number }] }).linePos?.[0].line;
    throw new ToolError(code, `Cannot read "${name}": ${reason}`, {
      at: omitUndefined({ file: name, line }),
      hint: errorCode === "ENOENT" ? "Paths are relative to the working directory" : hint,
      cause,
    });
  }
  const excess = exceededValueLimit(value);
  if (excess !== undefined) throw new ToolError(code, `Cannot read "${name}": ${excess}`, { at: { file: name }, hint });
  return value;
}

/** Writes a value as YAML for people to edit: long text is folded, and members keep their order. */
export async function toPlainYaml(value: Json): Promise<string> {
  const { stringify } = await import("yaml");
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 100 });
}

/** Returns the line in a YAML or JSON file for the tokens of a pointer, or of the nearest existing parent. */
export function plainLine(file: string | PlainFile, tokens: readonly string[]): number {
  return createYamlLineFinder(typeof file === "string" ? readFileSync(file, "utf8") : file.text)(tokens);
}

/** Returns the name of a file for messages. */
export function plainName(file: string | PlainFile): string {
  if (typeof file === "string") return file;
  return file.name;
}
