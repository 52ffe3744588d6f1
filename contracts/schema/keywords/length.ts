import { countLimit } from "./limit.ts";

const ofTexts = {
  type: "string",
  unit: "character",
  units: "characters",
  countOf: (text: string): number => countCodePoints(text),
} as const;

export const minLength = countLimit({ ...ofTexts, name: "minLength", sign: 1, opposite: "maxLength" });
export const maxLength = countLimit({ ...ofTexts, name: "maxLength", sign: -1, opposite: "minLength" });

/** Number of code points, as JSON Schema counts. */
function countCodePoints(text: string): number {
  if (/[\ud800-\udbff]/.test(text)) return [...text].length;
  return text.length;
}
