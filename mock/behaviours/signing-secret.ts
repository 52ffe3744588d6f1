import { createHash } from "node:crypto";
import { isObject } from "../../contracts/index.ts";
import { collections, putItem, removeItem } from "../state/other-collections.ts";
import type { Store } from "../state/store.ts";
import type { Behaviour } from "./behaviour.ts";

/** Beside the webhooks, since no answer shows it; and kept, since a fork has the webhooks of another organization. */
const secrets = `${collections.webhooks}:secrets`;

/** Creating a webhook shows its signing secret, once: nothing keeps it in the resource (§2.3). It goes with its webhook. */
export const signingSecret: Behaviour = {
  id: "signing-secret",
  section: "2.3",
  operations: ["webhooks/createWebhook", "webhooks/deleteWebhook"],
  async handle(call, next) {
    const answer = await next(call);
    if ("refused" in answer) return answer;
    if (call.operation.id === "deleteWebhook") {
      await removeItem(call, secrets, String(call.input.parameters["webhook_id"]));
      return answer;
    }
    if (!isObject(answer.value)) return answer;
    const { headers, value } = answer;
    const id = String(value["id"]);
    const signing_secret = secretOf(call.seed, call.world.organization, id);
    await putItem(call, secrets, { id, value: { signing_secret } });
    return { value: { ...value, signing_secret }, ...(headers && { headers }) };
  },
};

/** The signing secret that was shown when a webhook was created. One that was given as state has the one that it would have got. */
export async function keptSecretOf(
  { organization, seed, store }: { readonly organization: string; readonly seed: string; readonly store: Store },
  webhook: string,
): Promise<string> {
  const kept = await store.read({ organization, collection: secrets, id: webhook });
  return String(kept?.value["signing_secret"] ?? secretOf(seed, organization, webhook));
}

/** The signing secret of a webhook: "whsec_" and 24 bytes in base64; the same for the same seed. */
export function secretOf(seed: string, organization: string, webhook: string): string {
  const bytes = createHash("sha256").update(`whsec ${seed} ${organization} ${webhook}`).digest().subarray(0, 24);
  return `whsec_${bytes.toString("base64")}`;
}
