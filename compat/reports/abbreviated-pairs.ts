import { decodeSegment } from "../../contracts/index.ts";
import type { Step } from "../witness/steps.ts";

const ELIDED = "…";

/** Characters that the pair which decides has at least. */
const LEAST = 40;

/**
 * A form or query (`a=1&b=2`) in about `room` characters. The pair that the steps lead to is kept, its value cut at the
 * end if it is too long, and of the others as many as there is room for; "…" stands for the rest.
 */
export function abbreviatedPairs(text: string, steps: readonly Step[], room: number): string {
  if (text.length <= room) return text;
  const pairs = text.split("&");
  const kept = new Map<number, string>();
  let left = room;
  const keep = (index: number, pair: string): void => {
    kept.set(index, pair);
    left -= pair.length + 1;
  };
  for (const index of decidingPairs(pairs, steps)) {
    if (kept.size > 0 && left < LEAST) break;
    keep(index, cutPair(pairs[index] ?? "", Math.max(LEAST, left)));
  }
  for (const [index, pair] of pairs.entries()) if (!kept.has(index) && pair.length < left) keep(index, pair);
  return pairs
    .map((_, index) => kept.get(index) ?? ELIDED)
    .filter((pair, index, all) => pair !== ELIDED || all[index - 1] !== ELIDED)
    .join("&");
}

/** Positions of the pairs that the steps lead to, as far as the names of pairs tell: `a`, `a[zip]`, `a%5Bzip%5D`. */
function decidingPairs(pairs: readonly string[], steps: readonly Step[]): readonly number[] {
  const names = pairs.map((pair) => {
    const name = pair.split("=", 1)[0] ?? "";
    return decodeSegment(name) ?? name;
  });
  let found: readonly number[] = [];
  let name = "";
  for (const step of steps) {
    if ("pattern" in step) break;
    const label = "name" in step ? step.name : String(step.index);
    const inner = name === "" ? label : `${name}[${label}]`;
    const inside = names.flatMap((one, index) => (one === inner || one.startsWith(`${inner}[`) ? index : []));
    if (inside.length > 0) {
      found = inside;
      name = inner;
      continue;
    }
    // A list repeats its name; the members of an exploded object go without the name of the object.
    const item = "index" in step ? found[step.index] : undefined;
    if (item !== undefined) found = [item];
    if (name !== "") break;
  }
  return found;
}

/** A pair cut at its end, but not within an escaped character. */
function cutPair(pair: string, room: number): string {
  if (pair.length <= room) return pair;
  let end = pair.slice(0, room - 1).replace(/%[0-9A-F]?$/i, "");
  while (/%[0-9A-F]{2}$/i.test(end) && decodeSegment(end) === undefined) end = end.slice(0, -3);
  return `${end.toWellFormed()}${ELIDED}`;
}
