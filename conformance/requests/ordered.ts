import { type Json, type JsonObject, isObject, oncePerText } from "../../contracts/index.ts";
import { wordsOf } from "../../contracts/generate/index.ts";

/** Name patterns of properties that begin and end a range. */
const pairs: readonly (readonly [begins: RegExp, ends: RegExp])[] = [
  [/(^|_)(start|starts|started|begin|begins)(_|$)/, /(^|_)(end|ends|ended|finish|finishes)(_|$)/],
  [/(^|_)(from|since|after)(_|$)/, /(^|_)(to|until|till|before|through)(_|$)/],
  [
    /(^|_)(open|opens|opening|check_?in|arrival|departs?)(_|$)/,
    /(^|_)(close|closes|closing|check_?out|departure|arrives?)(_|$)/,
  ],
  [/(^|_)(min|minimum|lower)(_|$)/, /(^|_)(max|maximum|upper)(_|$)/],
];

/** Body with valid, short ranges. A range whose end is before its start gets the two values swapped. */
export function ordered(body: Json): Json {
  if (Array.isArray(body)) return body.map((each: Json) => ordered(each));
  if (!isObject(body)) return body;
  const members: Record<string, Json> = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, ordered(value as Json)]),
  );
  const names = Object.keys(members);
  for (const name of names) {
    const other = findRangeEnd(name, names);
    if (other === undefined) continue;
    if (isAfter(members[name] as Json, members[other] as Json))
      [members[name], members[other]] = [members[other] as Json, members[name] as Json];
    members[other] = sooner(members[name] as Json, members[other] as Json);
  }
  return members as JsonObject;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** End of a period, at most a day after the start, or a week for dates. Long periods would conflict with other items. */
function sooner(begins: Json, ends: Json): Json {
  if (typeof begins !== "string" || typeof ends !== "string" || !isDateText(begins) || !isDateText(ends)) return ends;
  const [start, gap] = [Date.parse(begins), Date.parse(ends) - Date.parse(begins)];
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(ends);
  if (gap <= (isDate ? 7 * DAY_MS : DAY_MS)) return ends;
  const near = new Date(start + (isDate ? DAY_MS * (1 + ((gap / DAY_MS) % 6)) : HOUR_MS + (gap % (22 * HOUR_MS))));
  if (isDate) return near.toISOString().slice(0, 10);
  return near.toISOString();
}

/** Name of the property that ends the range that `name` begins. */
function findRangeEnd(name: string, names: readonly string[]): string | undefined {
  const { begins } = stemsOf(name);
  if (begins.length === 0) return undefined;
  return names.find((other) => {
    const { ends } = stemsOf(other);
    return begins.some(({ pair, stem }) => ends[pair] === stem);
  });
}

/** Stems of a name: the name without the word that begins or ends a range, for each pair of words. */
const stemsOf = oncePerText((name) => {
  const word = wordsOf(name).join("_");
  const begins = pairs
    .map(([pattern], pair) => ({ pair, stem: word.replace(pattern, "$1*$3") }))
    .filter(({ stem }) => stem !== word);
  return { begins, ends: pairs.map(([, pattern]) => word.replace(pattern, "$1*$3")) };
});

function isDateText(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text));
}

/** True if the first of two numbers or two times is greater. */
function isAfter(one: Json, other: Json): boolean {
  if (typeof one === "number" && typeof other === "number") return one > other;
  if (typeof one !== "string" || typeof other !== "string") return false;
  return isDateText(one) && isDateText(other) && Date.parse(one) > Date.parse(other);
}
