import { isObject, omitUndefined } from "../../../../contracts/index.ts";
import { type Behaviour, storeSecret, removeSecret } from "../../../../mock/profile/index.ts";

/**
 * The response that creates a webhook shows its signing secret. No later response shows it (§2.3). The
 * secret is deleted with its webhook.
 */
export const signingSecret: Behaviour = {
  id: "signing-secret",
  section: "2.3",
  operations: ["webhooks/createWebhook", "webhooks/deleteWebhook"],
  async handle(call, next) {
    const answer = await next(call);
    if ("refused" in answer) return answer;
    if (call.operation.id === "deleteWebhook") {
      await removeSecret(call, String(call.input.parameters["webhook_id"]));
      return answer;
    }
    if (!isObject(answer.value)) return answer;
    const { headers, value } = answer;
    const signing_secret = await storeSecret(call, String(value["id"]));
    return omitUndefined({ value: { ...value, signing_secret }, headers });
  },
};
