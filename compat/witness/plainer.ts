import { type Json, isObject } from "../../contracts/index.ts";

/** As much as so many characters more costs one that no keyboard has. */
const ODD = 20;

/** Longer texts are left as they are. */
const LONGEST = 64;

/** What no keyboard has, and more signs than an address has. */
const isOdd = /[^ -~]|(?:[^\w .@:/+-].*){2}/su;

/** How hard a value is to read, of its JSON: the longer, and the odder its characters are. */
export function costOf(json: string): number {
  return json.length + ODD * (json.match(/[^ -~]|\\[^"\\]/g)?.length ?? 0);
}

/** A value whose odd texts have no characters that it can do without to show what it does, but one, and letters where it can. */
export function plainer(value: Json, shows: (value: Json) => boolean): Json {
  if (typeof value === "string") return isOdd.test(value) && value.length <= LONGEST ? plainText(value, shows) : value;
  if (Array.isArray(value))
    return (value as readonly Json[]).reduce<readonly Json[]>(
      (list, item, index) =>
        list.with(
          index,
          plainer(item, (one) => shows(list.with(index, one))),
        ),
      value,
    );
  if (!isObject(value)) return value;
  return Object.entries(value).reduce(
    (whole, [name, member]) => ({ ...whole, [name]: plainer(member, (one) => shows({ ...whole, [name]: one })) }),
    value,
  );
}

function plainText(text: string, shows: (text: string) => boolean): string {
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
