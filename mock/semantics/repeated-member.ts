import { type Json, joinPointer } from "../../contracts/index.ts";
import { closingQuote } from "../model/nesting.ts";

/** How many members all objects in a value have. */
export function countIn(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) count += countIn(item);
    return count;
  }
  for (const name in value) count += 1 + countIn((value as Readonly<Record<string, Json>>)[name] as Json);
  return count;
}

/** An object or an array that is being read. */
interface Open {
  readonly pointer: string;
  /** Nothing in an array. */
  readonly names: Set<string> | undefined;
  /** The name or the index of what is read now. */
  key: string | number;
}

/** The pointer of the first member of a JSON text whose object has that name already. The text is known to be JSON. */
export function repeatedMember(text: string): string | undefined {
  const open: Open[] = [];
  let name = "";
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    const inner = open.at(-1);
    if (character === '"') {
      const end = closingQuote(text, index);
      name = text.slice(index, end + 1);
      index = end;
    } else if (character === "{" || character === "[") {
      const pointer = inner ? joinPointer(inner.pointer, inner.key) : "";
      open.push({ pointer, names: character === "{" ? new Set() : undefined, key: 0 });
    } else if (character === "}" || character === "]") open.pop();
    else if (character === "," && typeof inner?.key === "number") inner.key++;
    else if (character === ":" && inner?.names) {
      inner.key = JSON.parse(name) as string;
      if (inner.names.has(inner.key)) return joinPointer(inner.pointer, inner.key);
      inner.names.add(inner.key);
    }
  }
  return undefined;
}
