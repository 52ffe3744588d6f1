/** The sentences of a description, and what stands between semicolons; a paragraph ends one, too. */
export function sentencesIn(text: string): readonly string[] {
  return text.split(/(?<=[.;!])\s+|\n{2,}/);
}
