import { type Behaviour, whenKnown } from "../../../../mock/profile/index.ts";

/**
 * Operations that document 429 return it above the limit. Each organization has a bucket for each of
 * them (§4.2, §4.3, §7). Every request with a valid token counts, whatever its result: a client cannot
 * evade the limit with invalid bodies.
 */
export const rateLimit: Behaviour = {
  id: "rate-limit",
  section: "7",
  operations: [
    "metering/createReading",
    "integration-toolkit/sendErpUpdatesV1",
    "integration-toolkit/sendErpUpdatesV2",
    "integration-toolkit/sendErpUpdatesV3",
  ],
  countArrival({ operation, world: { limits }, now }) {
    return whenKnown(limits.take(`${operation.api}/${operation.id}`, now), (wait) => {
      if (wait === 0) return undefined;
      const { burst, perSecond } = limits.get();
      const refused = `More than ${burst} requests at once and ${perSecond} a second: try again in ${wait} s`;
      return { refused, status: 429, headers: { "retry-after": String(wait) } };
    });
  },
};
