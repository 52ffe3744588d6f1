/** Returns a text cut to a maximum length for use in an error message. */
export function shortenText(text: string, maxLength = 80): string {
  if (text.length > maxLength) return `${text.slice(0, maxLength - 3)}…`;
  return text;
}
