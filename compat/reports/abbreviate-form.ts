import { decodeSegment } from "../../contracts/index.ts";
import type { Step } from "../witness/steps.ts";

const ELIDED = "…";

/** Fewest characters of the pair that the steps select. */
const LEAST_CHARACTERS = 40;

/**
 * Shortens a form or query (`a=1&b=2`) to about `room` characters. Keeps the pair that the steps select, with its value
 * cut at the end if necessary, and as many others as fit. "…" replaces the rest.
 */
export function abbreviateForm(text: string, steps: readonly Step[], room: number): string {
  if (text.length <= room) return text;
  const pairs = text.split("&");
  const kept = new Map<number, string>();
  let remainingRoom = room;
  const addPair = (index: number, pair: string): void => {
    kept.set(index, pair);
    remainingRoom -= pair.length + 1;
  };
  for (const index of decidingPairs(pairs, steps)) {
    if (kept.size > 0 && remainingRoom < LEAST_CHARACTERS) break;
    addPair(index, cutPair(pairs[index] ?? "", Math.max(LEAST_CHARACTERS, remainingRoom)));
  }
  for (const [index, pair] of pairs.entries())
    if (!kept.has(index) && pair.length < remainingRoom) addPair(index, pair);
  return pairs
    .map((_, index) => kept.get(index) ?? ELIDED)
    .filter((pair, index, all) => pair !== ELIDED || all[index - 1] !== ELIDED)
    .join("&");
}

/** Indexes of the pairs that the steps select by name: `a`, `a[zip]`, `a%5Bzip%5D`. */
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
    // A list repeats its name. Members of an exploded object do not have the object's name.
    const item = "index" in step ? found[step.index] : undefined;
    if (item !== undefined) found = [item];
    if (name !== "") break;
  }
  return found;
}

/** Cuts a pair at its end, but not inside a percent-encoded character. */
function cutPair(pair: string, room: number): string {
  if (pair.length <= room) return pair;
  let end = pair.slice(0, room - 1).replace(/%[0-9A-F]?$/i, "");
  while (/%[0-9A-F]{2}$/i.test(end) && decodeSegment(end) === undefined) end = end.slice(0, -3);
  return `${end.toWellFormed()}${ELIDED}`;
}
