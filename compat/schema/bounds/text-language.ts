import { type Json, type TextLanguage, textBeyondPattern } from "../../../contracts/index.ts";

/** Values of a keyword in all schemas that apply to a text. */
interface TextNode {
  all(keyword: string): readonly { readonly value: Json }[];
}

/** Texts that the patterns, formats and limits of length of a schema accept. Other keywords accept fewer. */
export function computeTextLanguage({ all }: TextNode): TextLanguage {
  const numbers = (keyword: string): number[] => all(keyword).map(({ value }) => Number(value));
  const minLength = Math.max(0, ...numbers("minLength"));
  const maxLength = Math.min(Infinity, ...numbers("maxLength"));
  const collectTextValues = (keyword: string): string[] =>
    all(keyword).flatMap(({ value }) => (typeof value === "string" ? value : []));
  return {
    patterns: collectTextValues("pattern"),
    formats: collectTextValues("format"),
    minLength,
    ...(maxLength !== Infinity && { maxLength }),
  };
}

/** Checks that the patterns and limits of a schema leave no other texts than those of a list. */
export function acceptsOnlyTexts(node: TextNode, texts: readonly string[]): boolean {
  const anyOfTexts = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  return textBeyondPattern(computeTextLanguage(node), `^(?:${anyOfTexts})$`) === "none";
}
