/** Text cut to a number of characters, with an ellipsis at its end. The default suits a name in an error message. */
export function shortenText(text: string, maxLength = 80): string {
  if (text.length > maxLength) return `${text.slice(0, maxLength - 1).toWellFormed()}…`;
  return text;
}
