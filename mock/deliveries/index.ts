export type { Attempt, Delivery, DeliveryQuery, PlatformEvent, SettleOptions } from "../model/delivery.ts";
export { MAX_PENDING, createDeliveries } from "./deliveries.ts";
export type { PostgresDeliveries } from "./postgres/postgres-deliveries.ts";
export { createSharedDeliveries } from "./postgres/shared-deliveries.ts";
export type { Deliveries } from "../calls/deliveries.ts";
export type { OrganizationDeliveries } from "../model/organization-deliveries.ts";
export { forgetWebhooks, subscribedTo, listWebhooks } from "./webhooks.ts";
