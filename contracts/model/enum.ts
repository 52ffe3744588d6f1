import type { JsonObject } from "./json.ts";

/** Extension beside an `enum` that never gets more values. Other enums of responses are open. */
export const closedMark = "x-closed";

/** Extension beside a stated `enum` that lists its assumed values. */
export const assumedValuesMark = "x-assumed-values";

/** Extension that replaces an `enum` without values, which validators reject. Comparison uses it to report the removal. */
export const emptiedMark = "x-emptied-enum";

/**
 * Decides about enums of responses that do not say whether values may be added. open: consumers must accept further
 * values. closed: another value is a fault of the provider, and adding one may break consumers.
 */
export type EnumPolicy = "open" | "closed";

/** Extension that lists values of a set that may grow. Beside an `enum`, any value but false says that it may grow. */
export const extensibleMark = "x-extensible-enum";

const noun = "(?:values?|types?|states?|status(?:es)?|codes?|kinds?|members?|entries|options?|events?)";
const further = new RegExp(
  String.raw`\b(?:new|more|further|additional|other|unknown|unlisted|unrecogni[sz]ed|unexpected) (?:\w+ ){0,2}${noun}\b`,
  "i",
);
const expectation =
  /\b(?:may|might|can|could|will|should|must|expect|prepared?|handle|ignore|tolerate|treat|accept|appear|added|introduced)\b/i;
const growth = new RegExp(
  String.raw`\b(?:${noun}|lists?|sets?|enums?|this) (?:may|might|can|could|will) (?:\w+ )?(?:be (?:added|extended|introduced)|grow)\b|\bnon-?exhaustive\b|\bnot (?:an |be )?exhaustive\b|\bextensible (?:enum|list|set)|\bopen(?:-ended)? (?:enum|list|set)`,
  "i",
);
const denial = new RegExp(
  String.raw`\bno (?:new|more|further|additional|other|unknown)\b|\bnever\b|\b(?:will|may|can|must|shall|do|does) ?not (?:\w+ )?(?:be (?:added|extended|introduced)|grow|change)\b|\b${noun} (?:is|are|will be|get) (?:refused|rejected|invalid|not )|\b(?:refuse|reject)s? `,
  "i",
);

/** True if a schema says that its enum may get further values: by `x-extensible-enum`, or in its description. */
export function saysOpenEnum(schema: JsonObject): boolean {
  const { [extensibleMark]: extensible, description } = schema;
  if (extensible !== undefined && extensible !== false) return true;
  return typeof description === "string" && isOpenInWords(description);
}

/** True if a sentence says that values may be added, and does not deny it. */
function isOpenInWords(description: string): boolean {
  const sentences = description.split(/(?<=[.!?;])\s|\n\n/).filter((sentence) => !denial.test(sentence));
  return sentences.some((sentence) => growth.test(sentence) || (further.test(sentence) && expectation.test(sentence)));
}

/** Returns true if consumers must accept values that the `enum` of a schema does not list. */
export function isOpenEnum(schema: JsonObject): boolean {
  return Array.isArray(schema["enum"]) && schema[closedMark] !== true;
}
