/** Removes all occurrences of a character from the end of a text. A pattern such as /0+$/ would take quadratic time. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
