import type { Json } from "../../contracts/index.ts";
import type { Delivery, DeliveryQuery } from "../deliveries/index.ts";
import type { EmittedEvent } from "../events/emit.ts";
import type { Refusal } from "../model/problem.ts";
import type { ControlCall, ControlHandlers } from "./operation.ts";

/** How many deliveries are shown, if the request does not say. */
const SHOWN = 100;

/** What happens in an organization, and what its webhooks are told. */
export const deliveryHandlers: ControlHandlers = {
  async emitEvent({ platform, organization, body }) {
    return { value: { ...(await platform.emit(organization, body as unknown as EmittedEvent)) } };
  },
  listDeliveries({ platform, organization, input }) {
    const deliveries = platform.deliveriesOf(organization);
    const { limit = SHOWN, ...query } = queryOf(input);
    const count = deliveries.list(query).length;
    return { value: { count, deliveries: deliveries.list({ ...query, limit }).map(valueOf) } };
  },
  getDelivery(call) {
    const delivery = named(call);
    return "refused" in delivery ? delivery : { value: valueOf(delivery) };
  },
  async redeliver(call) {
    const delivery = named(call);
    if ("refused" in delivery) return delivery;
    const { platform, organization } = call;
    const isSent = await platform.deliveriesOf(organization).redeliver(delivery.id);
    if (!isSent) return { refused: `Webhook "${delivery.webhook}" is gone`, status: 409 };
    return { value: valueOf(named(call)) };
  },
  async settleDeliveries({ platform, organization, input }) {
    await platform.deliveriesOf(organization).settled({ held: input.parameters["held"] === true });
    return {};
  },
};

function named({ platform, organization, input }: ControlCall): Delivery | Refusal {
  const id = String(input.parameters["delivery"]);
  return platform.deliveriesOf(organization).get(id) ?? { refused: `There is no delivery "${id}"`, status: 404 };
}

function valueOf(delivery: Delivery | Refusal): Json {
  return delivery as unknown as Json;
}

function queryOf({ parameters }: ControlCall["input"]): DeliveryQuery {
  const { event, webhook, status, limit } = parameters;
  return {
    ...(event !== undefined && { event: String(event) }),
    ...(webhook !== undefined && { webhook: String(webhook) }),
    ...(status !== undefined && { status: status as NonNullable<DeliveryQuery["status"]> }),
    ...(limit !== undefined && { limit: Number(limit) }),
  };
}
