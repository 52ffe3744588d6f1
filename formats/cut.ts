import { shortenText } from "../contracts/index.ts";

/** Text cut to the length of a line in a report. */
export function cut(text: string, most = 300): string {
  return shortenText(text, most);
}
