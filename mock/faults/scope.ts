import { integerOption, listOption, shareOption } from "./option.ts";

const frequency = {
  probability: shareOption({ description: "Probability that the fault affects a call or a delivery." }),
  times: integerOption({ min: 0, description: "Maximum number of calls and deliveries that the fault affects." }),
};

const calls = {
  operations: listOption({
    description: 'Affects only these operations: "operationId", "api/operationId" or "METHOD /path/{template}".',
  }),
};

const deliveries = {
  events: listOption({ description: 'Affects only deliveries of these event types, such as "meter.created".' }),
  webhooks: listOption({ description: "Affects only deliveries to the webhooks with these ids." }),
};

/** Options that every fault of a kind has. They select the calls and deliveries that the fault affects. */
export const scopeOptions = {
  calls: { ...calls, ...frequency },
  deliveries: { ...deliveries, ...frequency },
  both: { ...calls, ...deliveries, ...frequency },
};

/** Targets of a fault: calls, deliveries, or both. */
export type FaultTarget = keyof typeof scopeOptions;
