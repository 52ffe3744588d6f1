import { MASK } from "./mask-forms.ts";

/** Masks a secret in each of its encodings. */
function maskSecret(text: string, secret: string): string {
  const spellings = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(`${secret}:`).toString("base64"),
    JSON.stringify(secret).slice(1, -1),
  ];
  return spellings.reduce(
    (masked, spelling) =>
      spelling.length < SHORTEST_ANYWHERE ? maskValue(masked, spelling) : masked.replaceAll(spelling, MASK),
    text,
  );
}

/** Shorter secrets are masked only where they are a whole value: as a part of a text they match by chance. */
const SHORTEST_ANYWHERE = 4;

/** Masks a short secret where it is all of the text, of a quoted text, of a parameter, or of a header. */
function maskValue(text: string, secret: string): string {
  const value = new RegExp(
    String.raw`(?<=^|["'=]|[:=] |\b(?:Bearer|Basic|Digest) )${secret.replaceAll(/[^\w]/g, String.raw`\$&`)}(?=$|["'&;\\\r\n])`,
    "gm",
  );
  return text.replaceAll(value, MASK);
}

/** Masks several secrets, longest first, because one may contain another. */
export function maskSecrets(secrets: readonly string[]): (text: string) => string {
  const longest = secrets.filter((secret) => secret !== "").toSorted((one, other) => other.length - one.length);
  return (text) => longest.reduce(maskSecret, text);
}
