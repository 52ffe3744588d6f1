import { createHash } from "node:crypto";
import { isObject } from "../../contracts/index.ts";
import type { Behaviour } from "./behaviour.ts";

/** Creating a webhook shows its signing secret, once: nothing keeps it in the resource (§2.3). */
export const signingSecret: Behaviour = {
  id: "signing-secret",
  section: "2.3",
  operations: ["webhooks/createWebhook"],
  async handle(call, next) {
    const answer = await next(call);
    if ("refused" in answer || !isObject(answer.value)) return answer;
    const { headers, value } = answer;
    const secret = secretOf(call.seed, call.world.organization, String(value["id"]));
    return { value: { ...value, signing_secret: secret }, ...(headers && { headers }) };
  },
};

/** The signing secret of a webhook: "whsec_" and 24 bytes in base64; the same for the same seed. */
export function secretOf(seed: string, organization: string, webhook: string): string {
  const bytes = createHash("sha256").update(`whsec ${seed} ${organization} ${webhook}`).digest().subarray(0, 24);
  return `whsec_${bytes.toString("base64")}`;
}
