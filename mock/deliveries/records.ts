import type { JsonObject } from "../../contracts/index.ts";
import { maskValue } from "../../contracts/secrets/index.ts";
import type { Delivery } from "../model/delivery.ts";
import type { DeliveryRecords } from "../model/organization-deliveries.ts";
import type { DeliveryLog } from "./log.ts";
import { checkQuery } from "./query.ts";

/** Shows a log, with the secrets in the payloads masked. */
export function createRecords(log: Pick<DeliveryLog, "get" | "entries">): DeliveryRecords {
  return {
    list(query = {}) {
      checkQuery(query);
      return log.entries(query).map(maskedDelivery);
    },
    get(id) {
      const delivery = log.get(id);
      return delivery && maskedDelivery(delivery);
    },
  };
}

function maskedDelivery(delivery: Delivery): Delivery {
  const { event } = delivery;
  return { ...delivery, event: { ...event, payload: maskValue(event.payload, undefined) as JsonObject } };
}
