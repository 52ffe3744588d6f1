import { type KeyObject, createPrivateKey, createPublicKey, createSecretKey, hash } from "node:crypto";
import { decodeBase64 } from "./base64.ts";
import { keepingLast } from "./last.ts";

/** An Ed25519 key: as node:crypto has it, or in PEM. */
export type SignatureKey = KeyObject | string;

/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

const SECRET_PREFIX = "whsec_";

/**
 * The key of a signing secret: what stands behind "whsec_", in base64. As a KeyObject, since an HMAC with bytes for
 * its key takes several times as long.
 * @throws TypeError where that is no base64; the message does not show it.
 */
export const secretKey = keepingLast((secret: string): KeyObject => {
  // From JavaScript, whoever rotates secrets may come with two of them.
  if (typeof secret !== "string")
    throw new TypeError(
      `Cannot use a signing secret of type "${typeof secret}": give one text, and verify once for each secret`,
    );
  const bytes = secret.startsWith(SECRET_PREFIX) ? decodeBase64(secret.slice(SECRET_PREFIX.length)) : undefined;
  if (!bytes?.length) throw new TypeError('Cannot use a signing secret that is not "whsec_" and bytes in base64');
  return createSecretKey(bytes);
});

/** @throws TypeError where it is no public Ed25519 key. */
export function readPublicKey(key: SignatureKey): KeyObject {
  return typeof key === "string" ? publicKeyOf(key) : requireEd25519(key, "public");
}

/** @throws TypeError where it is no private Ed25519 key. */
export function readPrivateKey(key: SignatureKey): KeyObject {
  return requireEd25519(typeof key === "string" ? parsed(key, "private") : key, "private");
}

const publicKeyOf = keepingLast((pem) => requireEd25519(parsed(pem, "public"), "public"));

function requireEd25519(key: KeyObject, type: "public" | "private"): KeyObject {
  if (key.type !== type) throw new TypeError(`Cannot use a ${key.type} key where a ${type} one is needed`);
  if (key.asymmetricKeyType !== "ed25519")
    throw new TypeError(`Cannot use a key of type "${key.asymmetricKeyType}": v1a signatures are Ed25519`);
  return key;
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
