import { MASK } from "./text.ts";

/** A text without a secret, in whichever way it is spelt. */
function maskSecret(text: string, secret: string): string {
  const spellings = [
    secret,
    encodeURIComponent(secret),
    Buffer.from(`${secret}:`).toString("base64"),
    JSON.stringify(secret).slice(1, -1),
  ];
  return spellings.reduce((masked, spelling) => masked.replaceAll(spelling, MASK), text);
}

/** The same without several, of which one may be a part of another. */
export function maskSecrets(secrets: readonly string[]): (text: string) => string {
  const longest = secrets.filter((secret) => secret !== "").toSorted((one, other) => other.length - one.length);
  return (text) => longest.reduce(maskSecret, text);
}
