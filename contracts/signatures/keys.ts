import { type KeyObject, createPrivateKey, createPublicKey, createSecretKey, hash } from "node:crypto";
import { decodeBase64 } from "./base64.ts";
import { memoizeLast } from "./memoize-last.ts";

/** Ed25519 key, as a KeyObject of node:crypto or in PEM. */
export type SignatureKey = KeyObject | string;

/** Prefix of the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

const SECRET_PREFIX = "whsec_";

/**
 * HMAC key of a signing secret: the base64 after "whsec_". It is a KeyObject, because an HMAC whose key is bytes takes
 * several times as long.
 * @throws TypeError if the secret is not base64; the message does not contain it.
 */
export const secretKey = memoizeLast((secret: string): KeyObject => {
  // JavaScript callers that rotate secrets may pass an array.
  if (typeof secret !== "string")
    throw new TypeError(
      `Cannot use a signing secret of type "${typeof secret}": give one text, and verify once for each secret`,
    );
  const bytes = secret.startsWith(SECRET_PREFIX) ? decodeBase64(secret.slice(SECRET_PREFIX.length)) : undefined;
  if (!bytes?.length) throw new TypeError('Cannot use a signing secret that is not "whsec_" and bytes in base64');
  return createSecretKey(bytes);
});

/** @throws TypeError if it is not a public Ed25519 key. */
export function readPublicKey(key: SignatureKey): KeyObject {
  if (typeof key === "string") return publicKeyOf(key);
  return requireEd25519(key, "public");
}

/** @throws TypeError if it is not a private Ed25519 key. */
export function readPrivateKey(key: SignatureKey): KeyObject {
  return requireEd25519(typeof key === "string" ? parsePem(key, "private") : key, "private");
}

const publicKeyOf = memoizeLast((pem) => requireEd25519(parsePem(pem, "public"), "public"));

function requireEd25519(key: KeyObject, type: "public" | "private"): KeyObject {
  if (key.type !== type) throw new TypeError(`Cannot use a ${key.type} key where a ${type} one is needed`);
  if (key.asymmetricKeyType !== "ed25519")
    throw new TypeError(`Cannot use a key of type "${key.asymmetricKeyType}": v1a signatures are Ed25519`);
  return key;
}

function parsePem(pem: string, type: "public" | "private"): KeyObject {
  try {
    if (type === "public") return createPublicKey(pem);
    return createPrivateKey(pem);
  } catch (cause) {
    throw new TypeError(`Cannot read the ${type} key: it is not PEM`, { cause });
  }
}

/** Ed25519 private key that is derived from a text. For mocks and tests only, because the text reveals the key. */
export function privateKeyFrom(text: string): KeyObject {
  const key = Buffer.concat([pkcs8Prefix, hash("sha256", text, "buffer")]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}
