import { readFileSync } from "node:fs";
import type { Json } from "./contract.ts";
import { createYamlLineFinder } from "./yaml-lines.ts";

/** A value as YAML that a person may go on with: long text is folded, members stay in order. */
export async function plainText(value: Json): Promise<string> {
  // Only what writes such a file has a use for the library.
  const { stringify } = await import("yaml");
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 100 });
}

/** The line in a file of YAML or JSON of what the tokens lead to, or of the nearest part that exists. */
export function plainLine(path: string, tokens: readonly string[]): number {
  return createYamlLineFinder(readFileSync(path, "utf8"))(tokens);
}
