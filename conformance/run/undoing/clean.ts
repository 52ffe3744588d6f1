import type { Leftover } from "../../items/leftover.ts";
import type { RemovalTools } from "../../items/removal.ts";
import type { Listing } from "../../items/listed-items.ts";
import { createRateLimitRetry } from "../../target/rate/rate-limit-retry.ts";
import { listCollection } from "./list-collection.ts";
import type { Session } from "../session.ts";

/** Changes back the settings that a trial on a live deployment changed, before they affect other trials. */
export function restoreSettings(session: Session): Promise<void> {
  return session.tracker.restoreSettings(createRemovalTools(session));
}

/** Removes what a run made on a live deployment, and changes back what it changed. Returns what stays. */
export function clean(session: Session): Promise<readonly Leftover[]> {
  const { tracker, deployment, options } = session;
  const tools = createRemovalTools(session);
  return tracker.removeItems(tools, async (listing: Listing) => {
    const [operation] = listing.contract.operations;
    if (!operation || options.isExcluded?.({ method: "GET", path: listing.path, headers: {} })) return undefined;
    return listCollection(listing, tools.send, { target: deployment.at(operation) });
  });
}

function createRemovalTools({ deployment, meter }: Session): RemovalTools {
  const sendRemoval: RemovalTools["send"] = async (request, operation, as) => {
    const target = deployment.at(operation);
    await target.prepareToken().catch(() => undefined);
    const full = as ? as.authorize(operation, request) : target.authorize(operation, request);
    return createRateLimitRetry().until(
      async () => ({ request, response: await target.send(full ?? request, { isAfterwards: true }) }),
      ({ response }) => target.isLater(response),
    );
  };
  return { send: sendRemoval, pause: (milliseconds) => meter.pause(milliseconds) };
}
