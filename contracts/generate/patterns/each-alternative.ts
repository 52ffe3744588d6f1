import { treeOf } from "./pattern.ts";
import type { Part } from "./pattern-tree.ts";

/** Of more alternatives than these only the first are taken, and longer texts are not made. */
const MOST = 300;
const LONGEST = 8_000;

/** Texts of a pattern, each of its alternatives in one of them, however much else they differ in: unchecked. */
export function eachAlternative(pattern: string): readonly string[] {
  const tree = treeOf(pattern);
  return tree ? textsOf(tree) : [];
}

function textsOf(part: Part): readonly string[] {
  switch (part.kind) {
    case "character":
      return part.from.slice(0, 1);
    case "group":
      return textsOf(part.part);
    case "choice":
      return part.parts.flatMap(textsOf).slice(0, MOST);
    case "sequence":
      return sideBySide(part.parts.map(textsOf));
    case "repeat": {
      const times = Math.max(1, part.fewest);
      const texts = textsOf(part.part).filter(({ length }) => length * times <= LONGEST);
      const some = part.mostTimes === 0 ? [] : texts.map((text) => text.repeat(times));
      return part.fewest === 0 ? ["", ...some] : some;
    }
    case "again":
    case "look":
      return [""];
  }
}

/** Each text of each part once: not all with all of the others, of which there is no end. */
function sideBySide(parts: readonly (readonly string[])[]): readonly string[] {
  if (parts.some(({ length }) => length === 0)) return [];
  const count = Math.max(1, ...parts.map(({ length }) => length));
  const texts = Array.from({ length: count }, (_, index) => parts.map((part) => part[index % part.length]).join(""));
  return texts.filter(({ length }) => length <= LONGEST);
}
