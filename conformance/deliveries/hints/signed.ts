import type { Keys } from "../entries.ts";

/** Parts of the signed content. */
export interface Parts {
  readonly id: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
}

/** Content that is signed by mistake instead of id, timestamp and body, joined with dots. */
export const wronglySignedContents: readonly (readonly [what: string, content: (parts: Parts) => Uint8Array])[] = [
  ["the body alone", ({ body }) => body],
  ["timestamp and body alone", ({ timestamp, body }) => joined([timestamp, body], ".")],
  ["id and body alone", ({ id, body }) => joined([id, body], ".")],
  ["timestamp, id and body, in this order", ({ id, timestamp, body }) => joined([timestamp, id, body], ".")],
  ["id, timestamp and body without dots", ({ id, timestamp, body }) => joined([id, timestamp, body], "")],
  ["id, timestamp and body, joined with colons", ({ id, timestamp, body }) => joined([id, timestamp, body], ":")],
  ["id, timestamp and no body", ({ id, timestamp }) => joined([id, timestamp, ""], ".")],
];

/** Misreadings of a secret, each as the secret that decodes to the same key. */
export const misreadSecrets: readonly (readonly [what: string, secret: (secret: string) => string])[] = [
  ["the text of the secret, not decoded", (secret) => secretFromBytes(Buffer.from(secret))],
  ["the text after whsec_, not decoded", (secret) => secretFromBytes(Buffer.from(secret.slice(6)))],
  ["nothing, as if the secret were empty", () => "whsec_"],
];

/** Keys with another secret. */
export function withSecret(keys: Keys, secret: string): Keys {
  return { ...keys, secret };
}

function secretFromBytes(bytes: Buffer): string {
  return `whsec_${bytes.toString("base64")}`;
}

function joined(parts: readonly (string | Uint8Array)[], separator: string): Uint8Array {
  const [first = "", ...rest] = parts;
  return Buffer.concat([Buffer.from(first), ...rest.flatMap((part) => [Buffer.from(separator), Buffer.from(part)])]);
}
