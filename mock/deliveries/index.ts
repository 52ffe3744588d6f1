export type { Attempt, Delivery, DeliveryQuery, PlatformEvent, SettleOptions } from "./delivery.ts";
export { type Deliveries, type OrganizationDeliveries, createDeliveries } from "./deliveries.ts";
export { forgetWebhooks, subscribedTo, webhooksOf } from "./webhooks.ts";
