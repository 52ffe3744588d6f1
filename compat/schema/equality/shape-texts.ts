import { toSortedJson } from "./json-text.ts";
import { createHash } from "node:crypto";
import type { JsonType } from "../../../contracts/index.ts";

/** Constraints of one alternative, as texts. */
export interface ShapeText {
  readonly types: readonly JsonType[];
  /** Listed values without null. */
  readonly values: readonly string[] | null;
  /** True if the list may grow. */
  readonly mayGrow: boolean;
  readonly properties: ReadonlyMap<string, ValueText>;
  readonly required: readonly string[];
  readonly inner: ReadonlyMap<string, ValueText>;
  readonly isSealed: boolean;
  readonly constraintTexts: readonly string[];
}

/** Text of the alternatives of a value. */
export interface ValueText {
  readonly text: string;
  readonly isNullable: boolean;
}

/**
 * Maximum length of a nested text. Longer ones are replaced by their hash, because each level would contain all texts
 * below it several times.
 */
const LONGEST = 500;

function brief(text: string): string {
  if (text.length <= LONGEST) return text;
  return createHash("sha256").update(text).digest("base64");
}

/** Text of the alternatives of a value, and null. */
export function textOfValue(shapes: readonly ShapeText[], isNullable: boolean): ValueText {
  const texts = new Set(shapes.map(textOfShape));
  return {
    text: brief(`${[...texts].toSorted().join("|")}${isNullable ? "?" : ""}`),
    isNullable,
  };
}

function textOfShape({
  types,
  values,
  mayGrow,
  properties,
  required,
  inner,
  isSealed,
  constraintTexts,
}: ShapeText): string {
  // True and false are all values of a boolean.
  const isAll = values?.join() === "false,true";
  return toSortedJson([
    [...types],
    isAll || !values ? null : [...values],
    mayGrow,
    listMemberEntries(properties),
    [...required],
    listMemberEntries(inner),
    isSealed,
    [...constraintTexts],
  ]);
}

function listMemberEntries(members: ReadonlyMap<string, ValueText>): string[][] {
  return [...members]
    .map(([name, { text }]) => [name, text])
    .toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1));
}
