import { type KeyObject, createPublicKey } from "node:crypto";
import { privateKeyFrom } from "../../contracts/signatures/index.ts";
import type { Behaviour } from "./behaviour.ts";

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
  return privateKeyFrom(`ed25519 ${seed} ${organization}`);
}
