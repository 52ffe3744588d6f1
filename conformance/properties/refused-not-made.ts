import type { Item } from "../items/item.ts";
import fc from "fast-check";
import type { JsonObject } from "../../contracts/index.ts";
import { Unsatisfiable } from "../../contracts/generate/index.ts";
import type { Exchange, WireRequest } from "../model/exchange.ts";
import { refusesContent, readSentItem } from "../items/fields.ts";
import { firstAlteration } from "../items/alterations.ts";
import type { Scope } from "../scope/scope.ts";
import type { Property } from "../scope/property.ts";

const RUNS = 4;
const SAMPLES = 40;
const MAX_FULLEST = 2;

/** A refused create adds no item: after a second refusal, the list has no more items like the request than after the first. */
export const refusedNotMade: Property = {
  id: "refused-not-made",
  claim: "A refused create request adds no item to the list",
  cause: "trace",
  faultCode: "F104",
  phase: "sequences",
  writes: true,
  applies: ({ resource }) => resource?.operationOf("list") !== undefined,
  lacks: ({ resource }) => (resource ? "the contract has no list of the items that this is about" : undefined),
  given: ({ requests }) => [
    { label: "", requests: requests.valid, runs: RUNS },
    { label: "", requests: requestsWithLongestBodies(requests.valid), runs: 0 },
  ],
  async holds(request, scope) {
    const { operation, contract, resource, exchange } = scope;
    const refused = await exchange(request);
    const item = refusesContent(refused) ? await resource?.createItem() : undefined;
    const sent = readSentItem({ contract, operation, exchange: refused });
    if (!item || !sent) return scope.judge(refused);
    const first = await countMatches(sent, item, scope);
    const again = await exchange(request);
    const second = first && refusesContent(again) ? await countMatches(sent, item, scope) : undefined;
    if (!first || !second || second.count <= first.count) return scope.judge(refused);
    const { status } = again.response;
    return [
      {
        check: "refused-not-made",
        key: String(status),
        message: `An item whose creation was refused with ${status} is in the list`,
        basis: operation.basis,
        exchange: second.exchange,
        operation: second.operation,
        steps: [refused, first.exchange, again],
      },
    ];
  },
};

/** Requests with the longest bodies of a sample. Rules outside of the schema often limit sizes. */
function requestsWithLongestBodies(requests: fc.Arbitrary<WireRequest>): readonly WireRequest[] {
  try {
    const samples = fc.sample(fc.noBias(requests), { seed: 1, numRuns: SAMPLES });
    return samples.toSorted((one, other) => (other.body ?? "").length - (one.body ?? "").length).slice(0, MAX_FULLEST);
  } catch (error) {
    if (error instanceof Unsatisfiable) return [];
    throw error;
  }
}

/** The list, and the number of its items that have the sent values. */
async function countMatches(sent: JsonObject, item: Item, { resource }: Scope) {
  const exchange: Exchange | undefined = await resource?.sendRequest("list", item);
  const operation = resource?.operationOf("list");
  const items = exchange && resource?.itemsIn(exchange);
  if (!items || !operation) return undefined;
  const matchesSentItem = (each: JsonObject): boolean =>
    Object.keys(sent).some((name) => name in each) && firstAlteration(sent, each) === undefined;
  return { exchange, operation, count: items.filter(matchesSentItem).length };
}
