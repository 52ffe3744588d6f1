import { type Json, type JsonObject, isDate, isObject, theNearest } from "../../contracts/index.ts";
import { verdicts } from "../model/change.ts";
import { type Entry, directions, entryKinds } from "./entry.ts";

/** What is wrong with an entry, and at which of its fields. */
export interface Mistake {
  readonly field?: string;
  readonly reason: string;
}

/** What a field may hold, in words, and whether a value is that. */
interface Form {
  readonly words: string;
  readonly fits: (value: Json) => boolean;
  readonly isNeeded?: boolean;
}

const text: Form = { words: "a text", fits: (value) => typeof value === "string" };
const day: Form = { words: "a day such as 2026-01-31", fits: isDate };
const texts: Form = { words: "a list of texts", fits: (value) => Array.isArray(value) && value.every(text.fits) };
const anything: Form = { words: "anything", fits: () => true };
const filled: Form = { words: "a text", fits: (value) => typeof value === "string" && value.trim() !== "" };

/** The fields of an entry, in the order in which they are written. */
const forms: Readonly<Record<keyof Entry, Form>> = {
  id: {
    words: "letters, digits, dots and dashes, as aaf416a514f0 or maintenance-2026",
    fits: (value) => typeof value === "string" && /^[a-z0-9][a-z0-9.-]*$/i.test(value),
    isNeeded: true,
  },
  date: { ...day, isNeeded: true },
  effective: day,
  version: text,
  api: { ...filled, isNeeded: true },
  feed: filled,
  kind: { ...oneOf(entryKinds), isNeeded: true },
  compatibility: { ...oneOf(verdicts), isNeeded: true },
  section: {
    words: 'a section in quotes, as "9.5"',
    fits: filled.fits,
  },
  basis: oneOf(["assumed"]),
  rule: text,
  direction: oneOf(directions),
  operations: texts,
  path: text,
  message: { ...filled, isNeeded: true },
  before: anything,
  after: anything,
  impact: text,
  action: text,
  replacement: text,
  sunset: day,
  note: text,
  links: {
    words: "a list of http or https URLs",
    fits: (value) => Array.isArray(value) && value.every(isWebAddress),
  },
  reminds: text,
  covers: texts,
  hidden: { words: "true or false", fits: (value) => typeof value === "boolean" },
};

/** What holds where a file does not say it. */
const unsaid = { operations: [], path: "", links: [], covers: [], hidden: false } as const satisfies Partial<Entry>;

/** The entry that a value is, or the first mistake in it. */
export function entryIn(value: Json): { readonly entry: Entry } | { readonly mistake: Mistake } {
  if (!isObject(value)) return { mistake: { reason: "it holds no fields" } };
  const mistake = mistakeIn(value);
  if (mistake) return { mistake };
  const given = value as unknown as Partial<Entry>;
  return { entry: { ...unsaid, ...given } as Entry };
}

/** An entry as it is written: its fields in order, without those that say nothing. */
export function fieldsOf(entry: Entry): JsonObject {
  const fields = Object.keys(forms).map((name) => [name, entry[name as keyof Entry]] as const);
  const unwritten = (name: string): string | undefined => JSON.stringify(unsaid[name as keyof typeof unsaid]);
  return Object.fromEntries(
    fields.filter(([name, value]) => value !== undefined && JSON.stringify(value) !== unwritten(name)),
  ) as JsonObject;
}

function mistakeIn(value: JsonObject): Mistake | undefined {
  const names = Object.keys(forms);
  for (const [field, given] of Object.entries(value)) {
    if (!Object.hasOwn(forms, field))
      return { field, reason: `an entry has no field "${field}"${theNearest(field, names)}` };
    const { words, fits } = forms[field as keyof Entry];
    if (!fits(given)) return { field, reason: `its ${field} is ${words}, not ${JSON.stringify(given)}` };
  }
  const missing = names.find((name) => forms[name as keyof Entry].isNeeded && !Object.hasOwn(value, name));
  return missing === undefined ? undefined : { reason: `it has no ${missing}` };
}

function oneOf(words: readonly string[]): Form {
  return { words: `one of ${words.join(", ")}`, fits: (value) => typeof value === "string" && words.includes(value) };
}

function isWebAddress(value: Json): boolean {
  return typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);
}
