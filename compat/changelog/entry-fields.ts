import { type Json, type JsonObject, isDate, isObject, nearestHint } from "../../contracts/index.ts";
import { verdicts } from "../model/change.ts";
import { type Entry, directions, entryKinds } from "./entry.ts";

/** A validation error of an entry, and its field. */
export interface EntryMistake {
  readonly field?: string;
  readonly reason: string;
}

/** Format of a field: a description and a check. */
interface FieldFormat {
  readonly words: string;
  readonly isValid: (value: Json) => boolean;
  readonly isRequired?: boolean;
}

const text: FieldFormat = { words: "a text", isValid: (value) => typeof value === "string" };
const day: FieldFormat = { words: "a day such as 2026-01-31", isValid: isDate };
const texts: FieldFormat = {
  words: "a list of texts",
  isValid: (value) => Array.isArray(value) && value.every(text.isValid),
};
const anything: FieldFormat = { words: "anything", isValid: () => true };
const nonEmptyText: FieldFormat = {
  words: "a text",
  isValid: (value) => typeof value === "string" && value.trim() !== "",
};

/** Formats of the fields of an entry, in the order of the file. */
const fieldFormats: Readonly<Record<keyof Entry, FieldFormat>> = {
  id: {
    words: "letters, digits, dots and dashes, as aaf416a514f0 or maintenance-2026",
    isValid: (value) => typeof value === "string" && /^[a-z0-9][a-z0-9.-]*$/i.test(value),
    isRequired: true,
  },
  date: { ...day, isRequired: true },
  effective: day,
  version: text,
  api: { ...nonEmptyText, isRequired: true },
  feed: nonEmptyText,
  kind: { ...allowWords(entryKinds), isRequired: true },
  compatibility: { ...allowWords(verdicts), isRequired: true },
  section: {
    words: 'a section in quotes, as "9.5"',
    isValid: nonEmptyText.isValid,
  },
  basis: allowWords(["assumed"]),
  rule: text,
  direction: allowWords(directions),
  operations: texts,
  path: text,
  message: { ...nonEmptyText, isRequired: true },
  before: anything,
  after: anything,
  impact: text,
  action: text,
  replacement: text,
  sunset: day,
  note: text,
  links: {
    words: "a list of http or https URLs",
    isValid: (value) => Array.isArray(value) && value.every(isFieldWebAddress),
  },
  reminds: text,
  covers: texts,
  hidden: { words: "true or false", isValid: (value) => typeof value === "boolean" },
};

/** Default values of fields. */
const defaults = { operations: [], path: "", links: [], covers: [], hidden: false } as const satisfies Partial<Entry>;

/** Validates a parsed file: returns the entry, or the first mistake. */
export function parseEntry(value: Json): { readonly entry: Entry } | { readonly mistake: EntryMistake } {
  if (!isObject(value)) return { mistake: { reason: "it has no fields" } };
  const mistake = findMistake(value);
  if (mistake) return { mistake };
  const fields = value as unknown as Partial<Entry>;
  return { entry: { ...defaults, ...fields } as Entry };
}

/** Fields of an entry in the order of the file, without those that have their default value. */
export function writtenFields(entry: Entry): JsonObject {
  const fields = Object.keys(fieldFormats).map((name) => [name, entry[name as keyof Entry]] as const);
  const defaultText = (name: string): string | undefined => JSON.stringify(defaults[name as keyof typeof defaults]);
  return Object.fromEntries(
    fields.filter(([name, value]) => value !== undefined && JSON.stringify(value) !== defaultText(name)),
  ) as JsonObject;
}

function findMistake(value: JsonObject): EntryMistake | undefined {
  const names = Object.keys(fieldFormats);
  for (const [field, fieldValue] of Object.entries(value)) {
    if (!Object.hasOwn(fieldFormats, field))
      return { field, reason: `an entry has no field "${field}"${nearestHint(field, names)}` };
    const { words, isValid: fits } = fieldFormats[field as keyof Entry];
    if (!fits(fieldValue)) return { field, reason: `its ${field} must be ${words}, not ${JSON.stringify(fieldValue)}` };
  }
  const missing = names.find((name) => fieldFormats[name as keyof Entry].isRequired && !Object.hasOwn(value, name));
  if (missing === undefined) return undefined;
  return { reason: `it has no ${missing}` };
}

function allowWords(words: readonly string[]): FieldFormat {
  return {
    words: `one of ${words.join(", ")}`,
    isValid: (value) => typeof value === "string" && words.includes(value),
  };
}

function isFieldWebAddress(value: Json): boolean {
  return typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value);
}
