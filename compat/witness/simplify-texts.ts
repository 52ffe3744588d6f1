import { type Json, isObject } from "../../contracts/index.ts";

/** Cost of a character outside of ASCII, as a number of plain characters. */
const ODD = 20;

/** Maximum length of a text that is simplified. */
const LONGEST = 64;

/** Texts with characters outside of ASCII, or with several punctuation characters beyond those of an address. */
const isOdd = /[^ -~]|(?:[^\w .@:/+-].*){2}/su;

/** Reading cost of a value, from the length and the unusual characters of its JSON. */
export function computeReadingCost(json: string): number {
  return json.length + ODD * (json.match(/[^ -~]|\\[^"\\]/g)?.length ?? 0);
}

/** Simplifies the unusual texts of a value while it remains a proof: removes characters, and uses letters. */
export function simplifyTexts(value: Json, shows: (value: Json) => boolean): Json {
  if (typeof value === "string") {
    if (isOdd.test(value) && value.length <= LONGEST) return simplifyText(value, shows);
    return value;
  }
  if (Array.isArray(value))
    return (value as readonly Json[]).reduce<readonly Json[]>(
      (list, item, index) =>
        list.with(
          index,
          simplifyTexts(item, (one) => shows(list.with(index, one))),
        ),
      value,
    );
  if (!isObject(value)) return value;
  return Object.entries(value).reduce(
    (whole, [name, member]) => ({ ...whole, [name]: simplifyTexts(member, (one) => shows({ ...whole, [name]: one })) }),
    value,
  );
}

function simplifyText(text: string, shows: (text: string) => boolean): string {
  let characters = [...text];
  for (let index = characters.length - 1; index >= 0; index--)
    for (const plain of [[], ["a"]]) {
      const candidate = characters.toSpliced(index, 1, ...plain);
      if (candidate.length === 0 || characters[index] === "a" || !shows(candidate.join(""))) continue;
      characters = candidate;
      break;
    }
  return characters.join("");
}
