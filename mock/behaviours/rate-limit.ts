import type { Behaviour } from "./behaviour.ts";

/** Operations that may answer 429 do, past the limit; each organization has a bucket for each of them (§4.2, §4.3, §7). */
export const rateLimit: Behaviour = {
  id: "rate-limit",
  section: "7",
  operations: [
    "metering/createReading",
    "integration-toolkit/sendErpUpdatesV1",
    "integration-toolkit/sendErpUpdatesV2",
    "integration-toolkit/sendErpUpdatesV3",
  ],
  handle(call, next) {
    const { limits } = call.world;
    const wait = limits.take(`${call.operation.api}/${call.operation.id}`, call.now);
    if (wait === 0) return next(call);
    const { burst, perSecond } = limits.get();
    const refused = `More than ${burst} requests at once and ${perSecond} a second: try again in ${wait} s`;
    return { refused, status: 429, headers: { "retry-after": String(wait) } };
  },
};
