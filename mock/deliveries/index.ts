export type { Attempt, Delivery, DeliveryQuery, PlatformEvent, SettleOptions } from "./delivery.ts";
export { createDeliveries } from "./deliveries.ts";
export { type Deliveries, type OrganizationDeliveries } from "./organization-deliveries.ts";
export { forgetWebhooks, subscribedTo, webhooksOf } from "./webhooks.ts";
