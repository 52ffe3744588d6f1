import { type KeyObject, createPrivateKey, createPublicKey, hash } from "node:crypto";
import { decodeBase64 } from "./base64.ts";

/** An Ed25519 key: as node:crypto has it, or in PEM. One that is used often is better read once, with node:crypto. */
export type SignatureKey = KeyObject | string;

/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

const SECRET_PREFIX = "whsec_";

/**
 * The bytes of a signing secret: what stands behind "whsec_", in base64.
 * @throws TypeError where that is no base64; the message does not show it.
 */
export function secretBytes(secret: string): Uint8Array {
  const bytes = secret.startsWith(SECRET_PREFIX) ? decodeBase64(secret.slice(SECRET_PREFIX.length)) : undefined;
  if (!bytes?.length) throw new TypeError('Cannot use a signing secret that is not "whsec_" and bytes in base64');
  return bytes;
}

/** @throws TypeError where it is no Ed25519 key. */
export function readKey(key: SignatureKey, type: "public" | "private"): KeyObject {
  const read = typeof key === "string" ? parsed(key, type) : key;
  if (read.type !== type) throw new TypeError(`Cannot use a ${read.type} key where a ${type} one is needed`);
  if (read.asymmetricKeyType !== "ed25519")
    throw new TypeError(`Cannot use a key of type "${read.asymmetricKeyType}": v1a signatures are Ed25519`);
  return read;
}

function parsed(pem: string, type: "public" | "private"): KeyObject {
  try {
    return type === "public" ? createPublicKey(pem) : createPrivateKey(pem);
  } catch (cause) {
    throw new TypeError(`Cannot read the ${type} key: it is not PEM`, { cause });
  }
}

/** An Ed25519 private key, the same for the same text: for mocks and tests, since whoever has the text has the key. */
export function privateKeyFrom(text: string): KeyObject {
  const key = Buffer.concat([pkcs8Prefix, hash("sha256", text, "buffer")]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}
