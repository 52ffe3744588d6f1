import { MASK } from "./mask-forms.ts";

/** Masks a secret in each of its encodings. */
function maskSecret(text: string, secret: string): string {
  const spellings = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(`${secret}:`).toString("base64"),
    JSON.stringify(secret).slice(1, -1),
  ];
  return spellings.reduce((masked, spelling) => masked.replaceAll(spelling, MASK), text);
}

/** Masks several secrets, longest first, because one may contain another. */
export function maskSecrets(secrets: readonly string[]): (text: string) => string {
  const longest = secrets.filter((secret) => secret !== "").toSorted((one, other) => other.length - one.length);
  return (text) => longest.reduce(maskSecret, text);
}
