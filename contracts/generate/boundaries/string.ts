import type { Case } from "../case.ts";
import { findFormat } from "../types/formats.ts";
import { MAX_LENGTH } from "../types/string.ts";
import { repeatCharacters } from "../types/text.ts";
import { type Candidate, type CandidatesOf, candidate } from "./candidate.ts";

const alphabet = [..."abcdefghijklmnopqrstuvwxyz"];

/** Code point of two UTF-16 units. JSON Schema counts it once. */
const wideCharacter = ["\u{1F600}"];

/**
 * Usual text, texts of the minimum and maximum length and just beyond, and texts that formats and patterns nearly
 * accept.
 */
export const stringCandidates: CandidatesOf = (targetCase, maker) => {
  const usualText = maker.plain(targetCase) ?? maker.random(targetCase);
  const ofLength = (length: number) => {
    if (acceptsAnyCharacters(targetCase)) return repeatCharacters(alphabet, length);
    return maker.random({ ...targetCase, minLength: length, maxLength: length });
  };
  return [
    ...candidate("usual", "type", usualText),
    ...targetCase.formats.flatMap(formatCandidates),
    ...candidate("empty", "minLength", ""),
    ...lengthCandidates(targetCase, ofLength),
    ...(typeof usualText === "string" && targetCase.patterns.length > 0 ? patternCandidates(usualText) : []),
  ];
};

function lengthCandidates(targetCase: Case, ofLength: (length: number) => Candidate["value"] | undefined): Candidate[] {
  const { minLength, maxLength } = targetCase;
  const short = minLength > 0 && minLength <= MAX_LENGTH;
  const long = maxLength < MAX_LENGTH;
  return [
    ...(short ? candidate("shortest", "minLength", ofLength(minLength)) : []),
    ...(short ? candidate("one character too few", "minLength", ofLength(minLength - 1)) : []),
    ...(long ? candidate("longest", "maxLength", ofLength(maxLength)) : []),
    ...(long && acceptsAnyCharacters(targetCase)
      ? candidate("longest, of wide characters", "maxLength", repeatCharacters(wideCharacter, maxLength))
      : []),
    ...(long ? candidate("one character too many", "maxLength", ofLength(maxLength + 1)) : []),
  ];
}

function formatCandidates(name: string): Candidate[] {
  const { uncommon = [], nearlyValid = [] } = findFormat(name) ?? {};
  return [
    ...uncommon.flatMap((text) => candidate(`${name} "${text}"`, "format", text)),
    ...nearlyValid.flatMap((text) => candidate(`no ${name}: "${text}"`, "format", text)),
  ];
}

/** Texts that a pattern accepts by mistake if it is not anchored or too permissive. */
function patternCandidates(usualText: string): Candidate[] {
  return [
    ...candidate("with a line end behind it", "pattern", `${usualText}\n`),
    ...candidate("with a space before it", "pattern", ` ${usualText}`),
    ...candidate("with a character that few expect", "pattern", `${usualText}\u{1F600}`),
    ...candidate("in capitals", "pattern", usualText.toUpperCase()),
    ...candidate("without its end", "pattern", usualText.slice(0, -1)),
  ];
}

function acceptsAnyCharacters({ patterns, formats }: Case): boolean {
  return patterns.length === 0 && !formats.some((format) => findFormat(format));
}
