/** A text of a stranger as a message shows it. */
export function shortened(text: string, most = 80): string {
  return text.length > most ? `${text.slice(0, most - 3)}…` : text;
}
