import type { Case } from "../cases.ts";
import { formatOf } from "../types/formats.ts";
import { MAX_LENGTH } from "../types/string.ts";
import { textOf } from "../types/text.ts";
import { type Candidate, type CandidatesOf, candidate } from "./candidate.ts";

const alphabet = [..."abcdefghijklmnopqrstuvwxyz"];

/** One code point of two UTF-16 units: lengths count it once. */
const wide = ["\u{1F600}"];

/** Beside the usual text: the shortest and the longest, those just beyond, and what formats and patterns nearly allow. */
export const stringCandidates: CandidatesOf = (wanted, maker) => {
  const usual = maker.plain(wanted) ?? maker.drawn(wanted);
  const ofLength = (length: number) =>
    isFree(wanted) ? textOf(alphabet, length) : maker.drawn({ ...wanted, minLength: length, maxLength: length });
  return [
    ...candidate("usual", "type", usual),
    ...wanted.formats.flatMap(formatCandidates),
    ...candidate("empty", "minLength", ""),
    ...lengthCandidates(wanted, ofLength),
    ...(typeof usual === "string" && wanted.patterns.length > 0 ? patternCandidates(usual) : []),
  ];
};

function lengthCandidates(wanted: Case, ofLength: (length: number) => Candidate["value"] | undefined): Candidate[] {
  const { minLength, maxLength } = wanted;
  const short = minLength > 0 && minLength <= MAX_LENGTH;
  const long = maxLength < MAX_LENGTH;
  return [
    ...(short ? candidate("shortest", "minLength", ofLength(minLength)) : []),
    ...(short ? candidate("one character too few", "minLength", ofLength(minLength - 1)) : []),
    ...(long ? candidate("longest", "maxLength", ofLength(maxLength)) : []),
    ...(long && isFree(wanted) ? candidate("longest, of wide characters", "maxLength", textOf(wide, maxLength)) : []),
    ...(long ? candidate("one character too many", "maxLength", ofLength(maxLength + 1)) : []),
  ];
}

function formatCandidates(name: string): Candidate[] {
  const { edges = [], wrong = [] } = formatOf(name) ?? {};
  return [
    ...edges.flatMap((text) => candidate(`${name} "${text}"`, "format", text)),
    ...wrong.flatMap((text) => candidate(`no ${name}: "${text}"`, "format", text)),
  ];
}

/** What a pattern that is not anchored, or too generous, lets in. */
function patternCandidates(usual: string): Candidate[] {
  return [
    ...candidate("with a line end behind it", "pattern", `${usual}\n`),
    ...candidate("with a space before it", "pattern", ` ${usual}`),
    ...candidate("with a character that few expect", "pattern", `${usual}\u{1F600}`),
    ...candidate("in capitals", "pattern", usual.toUpperCase()),
    ...candidate("without its end", "pattern", usual.slice(0, -1)),
  ];
}

function isFree({ patterns, formats }: Case): boolean {
  return patterns.length === 0 && !formats.some((format) => formatOf(format));
}
