import { omitUndefined } from "../../../../contracts/index.ts";
import {
  type Answer,
  type Awaitable,
  type Behaviour,
  type Call,
  type Handler,
  type Refusal,
  type Stored,
  forgetWebhooks,
  countHops,
  subscribedTo,
  formatMoment,
  listWebhooks,
} from "../../../../mock/profile/index.ts";
import { describeWrite } from "./audit/record.ts";

/**
 * Each write is an event, which is delivered to the webhooks that subscribe to it (§6). The
 * specification does not list the events. It is assumed that each operation that changes something
 * causes one, with the name of its audit action ("entity.created").
 */
export const eventDeliveries: Behaviour = {
  id: "event-deliveries",
  section: "6",
  operations: ["webhooks/createWebhook", "webhooks/deleteWebhook"],
  alsoFollows: ({ safe }) => !safe,
  handle(call, next) {
    const webhooks = listWebhooks(call);
    const hasNoReceivers = "length" in webhooks && webhooks.length === 0 && !changesWebhooks(call);
    if (hasNoReceivers) return next(call);
    return replayDelivery(call, next, webhooks);
  },
};

async function replayDelivery(
  call: Call,
  next: Handler,
  webhooks: Awaitable<readonly Stored[]>,
): Promise<Answer | Refusal> {
  const webhooksBefore = await webhooks;
  const answer = await next(call);
  if (changesWebhooks(call)) await forgetWebhooks(call);
  if ("refused" in answer || webhooksBefore.length === 0) return answer;
  const { action, target } = describeWrite(call, answer);
  // A webhook receives no events of its own creation and deletion.
  const subscribed = subscribedTo(webhooksBefore, action).filter((id) => !changesWebhooks(call) || id !== target?.id);
  if (subscribed.length === 0) return answer;
  const payload = omitUndefined({ service: call.operation.api, target, parameters: readTargetId(call) });
  const event = { name: action, time: formatMoment(call.now), payload, hops: countHops(call.request) };
  const delivering = call.world.deliveries().deliver(event, subscribed, call.store);
  if ("then" in delivering) await delivering;
  return answer;
}

/** True if a write changes the webhooks themselves. */
function changesWebhooks({ operation }: Call): boolean {
  return operation.api === "webhooks";
}

/** Id of the target in the path, such as the slug of an entity. */
function readTargetId({ operation, input }: Call): Call["input"]["parameters"] {
  const named = operation.parameters.filter(({ in: place }) => place === "path");
  return Object.fromEntries(
    named.flatMap(({ name }) => (name in input.parameters ? [[name, input.parameters[name]!]] : [])),
  );
}
