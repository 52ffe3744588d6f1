import type { ShownHeader } from "./authentication.ts";
import type { RawRequest } from "./raw-client.ts";

/** A body that is longer goes into no command. */
const LONGEST_BODY = 2000;

/** Stands for what the endpoint is shown, in the environment of a command. */
export const CREDENTIALS = "CONCORD_CREDENTIALS";

/**
 * A curl command that sends a delivery as it was sent; nothing where its body goes into no command line. What the
 * endpoint is shown is taken from the variable CONCORD_CREDENTIALS, and what is like it is not printed.
 */
export function curlOf({ url, headers, body, framing }: RawRequest, shown?: ShownHeader): string | null {
  const text = Buffer.from(body).toString();
  // What is no text, or what a shell could not be handed, would come as another body.
  const isText = Buffer.from(text).equals(body) && !text.includes("\0");
  if (body.length > LONGEST_BODY || !isText) return null;
  const words = ["curl", "-i", "--path-as-is", "-X", "POST"];
  // By itself curl would send these, and tell a form from a file by its first letter.
  if (!headers.some(([name]) => name.toLowerCase() === "content-type")) words.push("-H", "Content-Type:");
  for (const [name, value] of headers) words.push("-H", headerWord(name, value, shown));
  if (framing === "chunked") words.push("-H", quoted("Transfer-Encoding: chunked"));
  return [...words, "--data-raw", quoted(text), quoted(url.href)].join(" ");
}

function headerWord(name: string, value: string, shown: ShownHeader | undefined): string {
  if (value === "") return quoted(`${name};`);
  if (name.toLowerCase() !== shown?.[0].toLowerCase()) return quoted(`${name}: ${value}`);
  return value === shown[1] ? `"${name}: $${CREDENTIALS}"` : quoted(`${name}: ***`);
}

/** A word as a POSIX shell takes it literally. */
function quoted(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
