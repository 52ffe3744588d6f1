import type { Operation } from "../../../contracts/index.ts";
import { MAX_PAGES } from "../../items/listed-items.ts";
import type { RequestToSend } from "../../items/request-to-send.ts";
import type { Exchange, WireRequest } from "../../model/exchange.ts";
import { listCollection } from "./list-collection.ts";
import type { Trial } from "../trial.ts";
import { sendUnjudged } from "../sending/send-unjudged.ts";

/** Maximum number of requests to list all collections before the first write. Then each has its first page. */
const MAX_REQUESTS = 90;

/**
 * Reads what a request may create, change or delete, so that the run tells its own items from those of others. Nothing
 * judges or shows these requests.
 */
export async function lookBefore(sent: RequestToSend, trial: Trial): Promise<void> {
  const { session, targetOf } = trial;
  const { tracker, endless, options } = session;
  const { contract } = sent;
  let requests = 0;
  for (const listing of tracker.listingsBefore(sent)) {
    const target = targetOf(sent.operation);
    const sendRecordedRead = async (request: WireRequest, operation: Operation): Promise<Exchange> => {
      if (endless.has(operation) || options.isExcluded?.(request)) throw new Error("it is excluded");
      requests += 1;
      const exchange = await sendUnjudged({ request, operation, contract }, trial);
      tracker.recordExchange(exchange, operation, contract);
      return exchange;
    };
    const most = Math.max(1, Math.min(MAX_PAGES, MAX_REQUESTS - requests));
    tracker.recordListing(listing, await listCollection(listing, sendRecordedRead, { target, most }));
  }
  for (const reading of tracker.readingsBefore(sent)) {
    if (endless.has(reading.operation) || options.isExcluded?.(reading.request)) continue;
    // The request itself meets the same error.
    const read = await sendUnjudged({ ...reading, contract }, trial).catch(() => undefined);
    if (read) tracker.recordBefore(read, reading.operation, contract);
  }
}
