import { compareText } from "../model/compare-text.ts";

/**
 * Compares names of versions: "v1.9.0" is before "v1.10.0", and the pre-release "v2.0.0-rc.1" is before "v2.0.0"
 * (Semantic Versioning 11.4). Equal versions are compared by text.
 */
export function compareVersions(one: string, other: string): number {
  const [[core, before], [otherCore, otherBefore]] = [splitVersion(one), splitVersion(other)];
  return (
    compareVersionParts(core, otherCore) ||
    // A version without a pre-release is later than its pre-releases.
    Number(before.length === 0) - Number(otherBefore.length === 0) ||
    compareVersionParts(before, otherBefore) ||
    compareText(one, other)
  );
}

/** Tokens of the version and of its pre-release, without build metadata. */
function splitVersion(name: string): [string[], string[]] {
  const [, core = "", before = ""] = /^(.*?\d[\d.]*)?(?:-?([^+]*))?/s.exec(name) ?? [];
  return [tokens(core), tokens(before)];
}

function tokens(text: string): string[] {
  return text.match(/\d+|[^\d.-]+/g) ?? [];
}

function compareVersionParts(one: readonly string[], other: readonly string[]): number {
  for (let index = 0; index < Math.max(one.length, other.length); index++) {
    const [ownToken, otherToken] = [one[index], other[index]];
    if (ownToken === undefined || otherToken === undefined) {
      // "1.2" and "1.2.0" are equal; otherwise the longer name is later.
      const rest = (ownToken === undefined ? other : one).slice(index);
      if (rest.every((part) => /^0+$/.test(part))) return 0;
      return ownToken === undefined ? -1 : 1;
    }
    const order = compareTokens(ownToken, otherToken);
    if (order !== 0) return order;
  }
  return 0;
}

/** Compares numbers by value. Numbers are before words. */
function compareTokens(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d/.test(one), /^\d/.test(other)];
  if (isNumber && isOtherNumber) return Math.sign(Number(BigInt(one) - BigInt(other)));
  if (isNumber === isOtherNumber) return compareText(one, other);
  if (isNumber) return -1;
  return 1;
}
