import { compareText } from "../model/compare-text.ts";

/**
 * Orders the names of versions: "v1.9.0" before "v1.10.0", and what comes before a version ("v2.0.0-rc.1") before it
 * (Semantic Versioning 11.4). Names that are equal by that are ordered by their text.
 */
export function compareVersions(one: string, other: string): number {
  const [[core, before], [otherCore, otherBefore]] = [partsOf(one), partsOf(other)];
  return (
    compareParts(core, otherCore) ||
    // What has nothing after the dash is the version itself, which comes last.
    Number(before.length === 0) - Number(otherBefore.length === 0) ||
    compareParts(before, otherBefore) ||
    compareText(one, other)
  );
}

/** The parts of a version and of what stands after its dash, without what stands after a plus. */
function partsOf(name: string): [string[], string[]] {
  const [, core = "", before = ""] = /^(.*?\d[\d.]*)?(?:-?([^+]*))?/s.exec(name) ?? [];
  return [tokens(core), tokens(before)];
}

function tokens(text: string): string[] {
  return text.match(/\d+|[^\d.-]+/g) ?? [];
}

function compareParts(one: readonly string[], other: readonly string[]): number {
  for (let index = 0; index < Math.max(one.length, other.length); index++) {
    const [left, right] = [one[index], other[index]];
    if (left === undefined || right === undefined) {
      // "1.2" and "1.2.0" are one version; a name that goes on otherwise is the later one.
      const rest = (left === undefined ? other : one).slice(index);
      if (rest.every((part) => /^0+$/.test(part))) return 0;
      return left === undefined ? -1 : 1;
    }
    const order = compareTokens(left, right);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers by their value, and before words. */
function compareTokens(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d/.test(one), /^\d/.test(other)];
  if (isNumber && isOtherNumber) return Math.sign(Number(BigInt(one) - BigInt(other)));
  return isNumber === isOtherNumber ? compareText(one, other) : isNumber ? -1 : 1;
}
