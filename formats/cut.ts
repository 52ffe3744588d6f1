/** Text cut to the length of a line in a report. */
export function cut(text: string, most = 300): string {
  if (text.length > most) return `${text.slice(0, most - 1).toWellFormed()}…`;
  return text;
}
