/** Collections that a rule of one API needs of another, under the paths of the API that owns them. */
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
