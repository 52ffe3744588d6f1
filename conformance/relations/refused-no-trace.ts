import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import fc from "fast-check";
import { type JsonObject, type Operation, isObject } from "../../contracts/index.ts";
import { Unsatisfiable, canonicalJson, createValues, seededNumber } from "../../contracts/generate/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { requestMedia } from "../requests/wire.ts";
import { basisOfFault } from "../model/schema-basis.ts";
import { bodiesFor } from "./story/bodies.ts";
import { isRefusal } from "../items/fields.ts";
import { changesIn, clientMembersOf, readingOf } from "./story/lost.ts";
import type { Reading } from "../requests/preconditions.ts";
import type { Relation, Story } from "./story/relation.ts";

const MAX_FAULTS = 3;
const MAX_VALID = 2;

/** A refused update leaves all members that the client sets unchanged. */
export const refusedNoTrace: Relation = {
  id: "refused-no-trace",
  claim: "A refused update changes nothing",
  cause: "trace",
  needs: ["read"],
  runs: 1,
  async holds(item, story) {
    const broken: Violation[] = [];
    // An item that a refused request did not change is as it was read after that request.
    let latest: Reading | undefined;
    for (const deed of ["update", "replace"] as const) {
      const operation = story.resource.operationOf(deed);
      // Providers also refuse valid bodies for rules outside of the schema. Bodies with most members are refused most often.
      const valid = operation ? bodiesFor(story.contract, operation, item).slice(-MAX_VALID) : [];
      for (const body of operation ? [...brokenBodies(operation, item, story), ...valid] : []) {
        const { traces, after } = await refusalOf(item, story, {
          what: `${deed} refused with`,
          refuse: () => story.resource.sendRequest(deed, item, { body }),
          ...(latest && { before: latest }),
        });
        latest = after;
        broken.push(...traces);
        if (traces.length > 0) break;
      }
    }
    return broken;
  },
};

/** Changes that a refused request left in the item. Returns an empty list if the request was not refused. */
export async function traceOf(
  item: Item,
  story: Story,
  what: string,
  refuse: () => Promise<Exchange | undefined>,
): Promise<readonly Violation[]> {
  return (await refusalOf(item, story, { what, refuse })).traces;
}

interface Refusing {
  readonly what: string;
  refuse(): Promise<Exchange | undefined>;
  /** The item as it was read last. */
  readonly before?: Reading;
}

interface Refused {
  readonly traces: readonly Violation[];
  /** The item as it was read after the refusal. Undefined if the request was not refused. */
  readonly after?: Reading;
}

async function refusalOf(item: Item, story: Story, { what, refuse, before: latest }: Refusing): Promise<Refused> {
  const before = latest ?? (await readingOf(item, story));
  const refused = before && (await refuse());
  if (!refused || !isRefusal(refused)) return { traces: [] };
  const clientMembers = clientMembersOf(item, before, story);
  const after = await readingOf(item, story);
  const [difference] = after ? changesIn(clientMembers, after.shown) : [];
  if (!after || !difference) return { traces: [], ...(after && { after }) };
  const { pointer, expected, got } = difference;
  const { status } = refused.response;
  const message = `A request that was refused with ${status} changed "${pointer}" from ${expected} to ${got}`;
  const otherExchanges = [before.exchange, refused];
  const shown = { pointer, expected, actual: got };
  return { traces: [{ key: `${what} ${status}`, message, shown, exchange: after.exchange, otherExchanges }], after };
}

/** Bodies with one fault each, those with most members first: the valid members must not be stored either. */
function brokenBodies(operation: Operation, item: Item, { contract, target }: Story): readonly JsonObject[] {
  const media = requestMedia(operation);
  const schema = media?.schema;
  if (!schema) return [];
  // A target that accepts violations of assumed constraints does not refuse these bodies.
  const isRefusable = (body: JsonObject): boolean =>
    !target.acceptsAssumed || basisOfFault(contract, schema, media.basis, body) === "stated";
  const seed = seededNumber(canonicalJson(item.sent));
  const bodies = createValues(contract, "request")
    .faults(schema)
    .slice(0, 12)
    .flatMap(({ arbitrary }) => {
      try {
        return fc.sample(arbitrary, { seed, numRuns: 1 });
      } catch (error) {
        if (error instanceof Unsatisfiable) return [];
        throw error;
      }
    });
  return bodies
    .filter((body) => isObject(body))
    .filter(isRefusable)
    .toSorted((one, other) => Object.keys(other).length - Object.keys(one).length)
    .slice(0, MAX_FAULTS);
}
