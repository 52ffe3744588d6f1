/** Splits a text into sentences. Semicolons, exclamation marks and blank lines also end one. */
export function splitSentences(text: string): readonly string[] {
  return text.split(/(?<=[.;!])\s+|\n{2,}/);
}
