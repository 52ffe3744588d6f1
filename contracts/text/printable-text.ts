/** Text of a document on one line, without control characters and invisible characters. */
export function printableText(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFE\uFFFF]+/gu, " ");
}
