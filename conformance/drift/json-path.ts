import { type Json, joinPointer, tokensOf, valueAt } from "../../contracts/index.ts";

/** The normalized JSONPath (RFC 9535, 2.7) of a JSON pointer, with the dot notation for plain names. */
export function jsonPathOf(document: Json, pointer: string): string {
  let [node, path]: [Json | undefined, string] = [document, "$"];
  for (const token of tokensOf(pointer)) {
    if (Array.isArray(node)) path += `[${token}]`;
    else if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(token)) path += `.${token}`;
    else path += `['${[...token].map(escaped).join("")}']`;
    node = valueAt(node ?? null, joinPointer("", token));
  }
  return path;
}

function escaped(character: string): string {
  if (character === "'" || character === "\\") return `\\${character}`;
  const code = character.codePointAt(0) as number;
  return code < 0x20 ? `\\u${code.toString(16).padStart(4, "0")}` : character;
}
