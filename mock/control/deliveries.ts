import type { Json } from "../../contracts/index.ts";
import type { Delivery, DeliveryQuery } from "../deliveries/index.ts";
import type { EmittedEvent } from "../events/emit.ts";
import type { Refusal } from "../model/problem.ts";
import type { ControlCall, ControlHandlers } from "./operation.ts";

/** Number of deliveries in a response without the parameter `limit`. */
const DEFAULT_LIMIT = 100;

/** Handlers for the events of an organization and the deliveries to its webhooks. */
export const deliveryHandlers: ControlHandlers = {
  async emitEvent({ organization, body }) {
    return { value: { ...(await organization.emit(body as unknown as EmittedEvent)) } };
  },
  async listDeliveries({ organization, input }) {
    const { limit = DEFAULT_LIMIT, ...query } = readDeliveryQuery(input);
    const deliveries = await organization.deliveries.complete();
    const count = deliveries.list(query).length;
    return { value: { count, deliveries: deliveries.list({ ...query, limit }).map(toDeliveryValue) } };
  },
  async getDelivery(call) {
    const delivery = await findDelivery(call);
    if ("refused" in delivery) return delivery;
    return { value: toDeliveryValue(delivery) };
  },
  async redeliver(call) {
    const delivery = await findDelivery(call);
    if ("refused" in delivery) return delivery;
    const isSent = await call.organization.deliveries.redeliver(delivery.id);
    if (!isSent) return { refused: `Webhook "${delivery.webhook}" was deleted`, status: 409 };
    return { value: toDeliveryValue(await findDelivery(call)) };
  },
  async settleDeliveries({ organization, input }) {
    await organization.deliveries.settled({ held: input.parameters["held"] === true });
    return {};
  },
};

async function findDelivery({ organization, input }: ControlCall): Promise<Delivery | Refusal> {
  const id = String(input.parameters["delivery"]);
  return (await organization.deliveries.complete()).get(id) ?? { refused: `There is no delivery "${id}"`, status: 404 };
}

function toDeliveryValue(delivery: Delivery | Refusal): Json {
  return delivery as unknown as Json;
}

function readDeliveryQuery({ parameters }: ControlCall["input"]): DeliveryQuery {
  const { event, webhook, status, limit } = parameters;
  return {
    ...(event !== undefined && { event: String(event) }),
    ...(webhook !== undefined && { webhook: String(webhook) }),
    ...(status !== undefined && { status: status as NonNullable<DeliveryQuery["status"]> }),
    ...(limit !== undefined && { limit: Number(limit) }),
  };
}
