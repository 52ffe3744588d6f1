import { type Behaviour, derivePublicKey } from "../../../../mock/profile/index.ts";

/** Assumed: the specification says only that the response is cacheable, and the key rarely changes (§4.12). */
const CACHE_SECONDS = 86_400;

/** Each organization has one Ed25519 key pair; its public half is shown to every organization that asks (§2.5, §4.12). */
export const organizationKey: Behaviour = {
  id: "organization-key",
  section: "4.12",
  operations: ["webhooks/getPublicKey"],
  handle({ input, seed }) {
    const publicKey = derivePublicKey(seed, String(input.parameters["orgId"]));
    return { value: { public_key: publicKey }, headers: { "cache-control": `public, max-age=${CACHE_SECONDS}` } };
  },
};
