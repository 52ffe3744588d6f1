/** Collections that the behaviours of one API use from another API, under the paths of the owner. */
export const collections = {
  accessTokens: "/v1/access-tokens",
  auditRecords: "/v1/logs",
  automationExecutions: "/v1/automation/executions",
  automationFlows: "/v1/automation/flows",
  catalogEvents: "/v1/event-catalog/events",
  entities: "/v1/entity",
  orders: "/v1/orders",
  pricedOrders: "/v1/order",
  prices: "/v1/prices",
  taxes: "/v1/taxes",
} as const;
