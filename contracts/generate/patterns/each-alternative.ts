import { treeOf } from "./pattern.ts";
import type { PatternPart } from "./pattern-tree.ts";

/** Maximum number of alternatives, and maximum length of a text. */
const MAX_ALTERNATIVES = 300;
const MAX_TEXT_LENGTH = 8_000;

/** Texts of a pattern that together use each of its alternatives. They are not validated. */
export function eachAlternative(pattern: string): readonly string[] {
  const tree = treeOf(pattern);
  return tree ? textsOf(tree) : [];
}

function textsOf(part: PatternPart): readonly string[] {
  switch (part.kind) {
    case "character":
      return part.from.slice(0, 1);
    case "group":
      return textsOf(part.part);
    case "choice":
      return part.parts.flatMap(textsOf).slice(0, MAX_ALTERNATIVES);
    case "sequence":
      return joinInParallel(part.parts.map(textsOf));
    case "repeat": {
      const times = Math.max(1, part.minTimes);
      const texts = textsOf(part.part).filter(({ length }) => length * times <= MAX_TEXT_LENGTH);
      const some = part.maxTimes === 0 ? [] : texts.map((text) => text.repeat(times));
      return part.minTimes === 0 ? ["", ...some] : some;
    }
    case "again":
    case "look":
      return [""];
  }
}

/** Joins the texts of parts so that each text is used once. All combinations would be too many. */
function joinInParallel(parts: readonly (readonly string[])[]): readonly string[] {
  if (parts.some(({ length }) => length === 0)) return [];
  const count = Math.max(1, ...parts.map(({ length }) => length));
  const texts = Array.from({ length: count }, (_, index) => parts.map((part) => part[index % part.length]).join(""));
  return texts.filter(({ length }) => length <= MAX_TEXT_LENGTH);
}
