import type { Json } from "../model/json.ts";
import { readFileSync } from "node:fs";
import { excessOf, parserMessage } from "./bounds.ts";
import { ToolError } from "../model/error.ts";
import { readBounded } from "./read-bounded.ts";
import { createYamlLineFinder } from "./yaml-lines.ts";

/** A file of which the text is known: one of a commit, say. */
export interface PlainFile {
  /** What errors call it. */
  readonly name: string;
  readonly text: string;
}

/** How it is told that a file cannot be read. */
interface Refusal {
  readonly code: string;
  /** What to do about it. */
  readonly hint: string;
}

/** The parser takes up to 200 bytes of memory for each character. */
const MOST_CHARACTERS = 8_000_000;

/**
 * What a file of YAML or JSON holds, whatever that is.
 * @throws ToolError of the code that is given, "unreadable-document" if none is.
 */
export async function readPlain(
  file: string | PlainFile,
  { code, hint }: Refusal = { code: "unreadable-document", hint: "It must be YAML or JSON" },
): Promise<Json> {
  const name = plainName(file);
  let value: Json;
  // Only what reads such a file has a use for the parser.
  const { parse } = await import("yaml");
  try {
    const text = typeof file === "string" ? readBounded(file).toString() : file.text;
    if (text.length > MOST_CHARACTERS) throw new Error(`it is longer than ${MOST_CHARACTERS / 1e6} million characters`);
    value = parse(text, { maxAliasCount: 100 }) as Json;
  } catch (cause) {
    const { code: fault } = cause as NodeJS.ErrnoException;
    const message = parserMessage(cause as Error);
    const reason =
      fault === "ENOENT" ? "there is no such file" : (message.split(/(?: at line \d+.*)?:?\n/, 1)[0] as string);
    const line = (cause as { linePos?: readonly [{ line: number }] }).linePos?.[0].line;
    throw new ToolError(code, `Cannot read "${name}": ${reason}`, {
      at: { file: name, ...(line !== undefined && { line }) },
      hint: fault === "ENOENT" ? "Paths are taken from the working directory" : hint,
      cause,
    });
  }
  const excess = excessOf(value);
  if (excess !== undefined) throw new ToolError(code, `Cannot read "${name}": ${excess}`, { at: { file: name }, hint });
  return value;
}

/** A value as YAML that a person may go on with: long text is folded, members stay in order. */
export async function plainText(value: Json): Promise<string> {
  const { stringify } = await import("yaml");
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 100 });
}

/** The line in a file of YAML or JSON of what the tokens lead to, or of the nearest part that exists. */
export function plainLine(file: string | PlainFile, tokens: readonly string[]): number {
  return createYamlLineFinder(typeof file === "string" ? readFileSync(file, "utf8") : file.text)(tokens);
}

/** What a file is called. */
export function plainName(file: string | PlainFile): string {
  return typeof file === "string" ? file : file.name;
}
