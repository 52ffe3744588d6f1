export type { Attempt, Delivery, DeliveryQuery, PlatformEvent, SettleOptions } from "../model/delivery.ts";
export { createDeliveries } from "./deliveries.ts";
export { type Deliveries, type OrganizationDeliveries } from "../model/organization-deliveries.ts";
export { forgetWebhooks, subscribedTo, webhooksOf } from "./webhooks.ts";
