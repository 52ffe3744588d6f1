/** Returns a text cut to a maximum length for use in an error message. */
export function shortened(text: string, maxLength = 80): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 3)}…` : text;
}
