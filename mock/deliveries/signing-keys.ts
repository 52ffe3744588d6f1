import { type KeyObject, createHash, createPublicKey } from "node:crypto";
import { privateKeyFrom } from "../../contracts/signatures/index.ts";
import { putItem, removeItem } from "../state/other-collections.ts";
import type { Store } from "../state/store.ts";
import { WEBHOOK_COLLECTION } from "./webhooks.ts";

/** Secrets have their own collection, because no response shows them. They are stored, because a fork has the webhooks of another organization. */
const secrets = `${WEBHOOK_COLLECTION}:secrets`;

/** The store of an organization, and the platform's seed. */
interface SecretContext {
  readonly seed: string;
  readonly store: Store;
  readonly world: { readonly organization: string };
}

/** The public key of an organization in PEM. The same for the same seed. */
export function derivePublicKey(seed: string, organization: string): string {
  return createPublicKey(derivePrivateKey(seed, organization)).export({ type: "spki", format: "pem" }).toString();
}

/** The key of an organization's v1a signatures. The same for the same seed. */
export function derivePrivateKey(seed: string, organization: string): KeyObject {
  return privateKeyFrom(`ed25519 ${seed} ${organization}`);
}

/** The signing secret of a webhook: "whsec_" and 24 bytes in base64. The same for the same seed. */
export function deriveSecret(seed: string, organization: string, webhook: string): string {
  const bytes = createHash("sha256").update(`whsec ${seed} ${organization} ${webhook}`).digest().subarray(0, 24);
  return `whsec_${bytes.toString("base64")}`;
}

/** Creates and stores the signing secret of a new webhook. */
export async function storeSecret(place: SecretContext, webhook: string): Promise<string> {
  const signing_secret = deriveSecret(place.seed, place.world.organization, webhook);
  await putItem(place, secrets, { id: webhook, value: { signing_secret } });
  return signing_secret;
}

/** Removes the signing secret of a webhook. */
export async function removeSecret(place: SecretContext, webhook: string): Promise<void> {
  await removeItem(place, secrets, webhook);
}

/** The stored signing secret of a webhook. A webhook that was given as state has the secret that it would have got. */
export async function readStoredSecret(
  { organization, seed, store }: { readonly organization: string; readonly seed: string; readonly store: Store },
  webhook: string,
): Promise<string> {
  const kept = await store.read({ organization, collection: secrets, id: webhook });
  return String(kept?.value["signing_secret"] ?? deriveSecret(seed, organization, webhook));
}
