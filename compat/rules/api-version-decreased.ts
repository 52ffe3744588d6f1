import { quote } from "../model/wording.ts";
import { rule } from "./support/rule.ts";

export const apiVersionDecreased = rule({
  id: "api-version-decreased",
  on: "api",
  kind: "changed",
  verdict: "dangerous",
  principle: "guarantee",
  oasdiff: "api-version-decreased",
  mirrorless: "A higher version is what a revision should have",
  why: "A revision normally has a higher version than its base: the two may be swapped, or the revision may be out of date.",
  compare({ version: before }, { version: after }, report) {
    if (before === undefined || after === undefined || !isLower(after, before)) return;
    report({
      message: `Version of the API decreased from ${quote(before)} to ${quote(after)}`,
      base: "/info/version",
      revision: "/info/version",
      values: [before, after],
      before,
      after,
    });
  },
});

/** Compares versions that consist of numbers: "1.10.0", "v2", "2026-01-31". Other versions have no order. */
function isLower(version: string, than: string): boolean {
  if (![version, than].every((text) => /^v?\d+(?:[.-]\d+)*$/.test(text))) return false;
  const [one, other] = [version, than].map((text) => (text.match(/\d+/g) ?? []).map(Number)) as [number[], number[]];
  const length = Math.max(one.length, other.length);
  const differences = Array.from({ length }, (_, index) => (one[index] ?? 0) - (other[index] ?? 0));
  return (differences.find((difference) => difference !== 0) ?? 0) < 0;
}
