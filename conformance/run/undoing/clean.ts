import type { Leftover } from "../../items/leftover.ts";
import type { RemovalTools } from "../../items/removal.ts";
import type { Listing } from "../../items/unnamed-items.ts";
import { createRateLimitRetry } from "../../target/rate/rate-limit-retry.ts";
import { listCollection } from "./list-collection.ts";
import type { Session } from "../session.ts";

/** Removes what a run made on a live deployment, and changes back what it changed. Returns what stays. */
export function clean({ tracker, deployment, meter, options }: Session): Promise<readonly Leftover[]> {
  const send: RemovalTools["send"] = async (request, operation, as) => {
    const target = deployment.at(operation);
    await target.prepareToken().catch(() => undefined);
    const full = as ? as.authorize(operation, request) : target.authorize(operation, request);
    return createRateLimitRetry().until(
      async () => ({ request, response: await target.sendAfterwards(full ?? request) }),
      ({ response }) => target.isLater(response),
    );
  };
  return tracker.removeItems({ send, pause: (milliseconds) => meter.pause(milliseconds) }, list);

  async function list(listing: Listing) {
    const [operation] = listing.contract.operations;
    if (!operation || options.isExcluded?.({ method: "GET", path: listing.path, headers: {} })) return undefined;
    const target = deployment.at(operation);
    return (await listCollection(listing, send, target))?.items;
  }
}
