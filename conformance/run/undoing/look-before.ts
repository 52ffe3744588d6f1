import type { Operation } from "../../../contracts/index.ts";
import type { SentRequest } from "../../items/sent-request.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { WireRequest } from "../../model/wire-message.ts";
import { listCollection } from "./list-collection.ts";
import type { Trial } from "../trial.ts";

/**
 * Reads what a request may create, change or delete, so that the run tells its own items from those of others. Nothing
 * judges or shows these requests.
 */
export async function lookBefore(sent: SentRequest, { session, targetOf }: Trial): Promise<void> {
  const { tracker, endless, options } = session;
  const { contract } = sent;
  const look = async (request: WireRequest, operation: Operation): Promise<Exchange> => {
    const to = targetOf(operation);
    await to.prepareToken();
    return { request, response: await to.send(to.authorize(operation, request)) };
  };
  const listing = tracker.listingBefore(sent);
  if (listing) {
    const target = targetOf(sent.operation);
    const record = async (request: WireRequest, operation: Operation): Promise<Exchange> => {
      if (endless.has(operation) || options.isExcluded?.(request)) throw new Error("it is excluded");
      const exchange = await look(request, operation);
      tracker.recordExchange(exchange, operation, contract);
      return exchange;
    };
    tracker.recordListing(listing, (await listCollection(listing, record, target))?.isWhole === true);
  }
  const reading = tracker.readingBefore(sent);
  if (!reading || endless.has(reading.operation) || options.isExcluded?.(reading.request)) return;
  // The request itself meets the same error.
  const read = await look(reading.request, reading.operation).catch(() => undefined);
  if (read) tracker.recordBefore(read, reading.operation, contract);
}
