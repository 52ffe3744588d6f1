import { type KeyObject, createHash, createPrivateKey, createPublicKey } from "node:crypto";
import type { Behaviour } from "./behaviour.ts";

/** What stands before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** Assumed: the specification says only that the response is cacheable, and the key rarely changes (§4.12). */
const CACHE_SECONDS = 86_400;

/** Each organization has one Ed25519 key pair; its public half is shown to every organization that asks (§2.5, §4.12). */
export const organizationKey: Behaviour = {
  id: "organization-key",
  section: "4.12",
  operations: ["webhooks/getPublicKey"],
  handle({ input, seed }) {
    const publicKey = publicKeyOf(seed, String(input.parameters["orgId"]));
    return { value: { public_key: publicKey }, headers: { "cache-control": `public, max-age=${CACHE_SECONDS}` } };
  },
};

/** The public key of an organization in PEM; the same for the same seed. */
export function publicKeyOf(seed: string, organization: string): string {
  return createPublicKey(privateKeyOf(seed, organization)).export({ type: "spki", format: "pem" }).toString();
}

/** The key that an organization's v1a signatures are made with (§5.3.3); the same for the same seed. */
export function privateKeyOf(seed: string, organization: string): KeyObject {
  const secret = createHash("sha256").update(`ed25519 ${seed} ${organization}`).digest();
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, secret]), format: "der", type: "pkcs8" });
}
