import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { excessOf } from "./bounds.ts";
import type { Json } from "./contract.ts";
import { ToolError } from "./error.ts";
import { createYamlLineFinder } from "./yaml-lines.ts";

/**
 * What a file of YAML or JSON holds, whatever that is.
 * @throws ToolError of the code that is given, "unreadable-document" if none is.
 */
export async function readPlain(path: string, code = "unreadable-document"): Promise<Json> {
  let value: Json;
  // Only what reads such a file has a use for the parser.
  const { parse } = await import("yaml");
  try {
    value = parse(await readFile(path, "utf8"), { maxAliasCount: 100 }) as Json;
  } catch (cause) {
    const { code: fault, message } = cause as NodeJS.ErrnoException;
    const reason = fault === "ENOENT" ? "there is no such file" : (message.split("\n", 1)[0] as string);
    const line = (cause as { linePos?: readonly [{ line: number }] }).linePos?.[0].line;
    throw new ToolError(code, `Cannot read "${path}": ${reason}`, {
      at: { file: path, ...(line !== undefined && { line }) },
      cause,
    });
  }
  const excess = excessOf(value);
  if (excess !== undefined) throw new ToolError(code, `Cannot read "${path}": ${excess}`, { at: { file: path } });
  return value;
}

/** A value as YAML that a person may go on with: long text is folded, members stay in order. */
export async function plainText(value: Json): Promise<string> {
  const { stringify } = await import("yaml");
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 100 });
}

/** The line in a file of YAML or JSON of what the tokens lead to, or of the nearest part that exists. */
export function plainLine(path: string, tokens: readonly string[]): number {
  return createYamlLineFinder(readFileSync(path, "utf8"))(tokens);
}
