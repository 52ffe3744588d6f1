/** Text for a message, cut to a readable length. */
export function shorten(text: string | undefined): string {
  if (text === undefined) return "nothing";
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
