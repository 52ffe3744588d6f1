/** Text cut to the length of a line in a report. */
export function cut(text: string, most = 300): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;
}
