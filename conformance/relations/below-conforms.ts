import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import type { Operation } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { contentTypeOf } from "../model/media-of.ts";
import { isText } from "../requests/wire.ts";
import { isSuccess } from "../items/fields.ts";
import { refusedAsMalformed } from "./story/malformed.ts";
import { otherMediaType } from "./story/other-media-type.ts";
import { type Relation, type Story, casesIn } from "./story/relation.ts";
import { settledReadingOf } from "./story/settled.ts";

/** Maximum number of items created, each with a different enum value. */
const MAX_ITEMS = 3;
/** Maximum number of requests sent to one operation below an item. */
const MAX_WRITES = 2;
const MAX_READS = 6;

/**
 * Operations below an item are called with each enum value that the contract lists. The checks judge each response; this
 * relation itself looks for what was put, and compares texts.
 */
export const belowConforms: Relation = {
  id: "below-conforms",
  claim: "Operations below an item respond as documented, and a value that was put is read back unchanged",
  needs: [],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const below = operationsBelow(story);
    const readers = below.filter(({ method }) => method === "GET");
    if (readers.length === 0) return [];
    const broken = new Map<string, Violation>();
    for (const [index, each] of [item, ...(await variantsOf(story))].entries()) {
      const early = index === 0 ? await readsOf(readers, each, story) : [];
      await settledReadingOf(each, story);
      for (const flaw of await blamedRequests(early, story)) broken.set(flaw.key, flaw);
      for (const reader of readers)
        for (const flaw of await checkReader(reader, each, { story, below, isFirst: index === 0 }))
          broken.set(flaw.key, flaw);
    }
    return [...broken.values()];
  },
};

/** Operations below the path of the item that need no further path parameter. */
function operationsBelow({ contract, resource }: Story): readonly Operation[] {
  const path = (["read", "delete", "update", "replace"] as const)
    .map((deed) => resource.operationOf(deed)?.path)
    .find((each) => each !== undefined);
  if (path === undefined) return [];
  return contract.operations.filter(
    (each) => each.path.startsWith(`${path}/`) && !each.path.slice(path.length).includes("{"),
  );
}

/** A read below an item that was refused before the item was settled. */
interface EarlyRefusal {
  readonly reader: Operation;
  readonly exchange: Exchange;
}

/** Reads below a new item whose refusal blames the request, although the contract has a status for a conflict. */
async function readsOf(readers: readonly Operation[], item: Item, story: Story): Promise<readonly EarlyRefusal[]> {
  const refused: EarlyRefusal[] = [];
  for (const reader of readers.filter(({ responses }) => responses.some(({ status }) => status === "409"))) {
    const request = story.coverageAt(reader, item.values)?.plain;
    const exchange = request && (await story.exchange(request, reader));
    if (exchange && refusedAsMalformed(exchange, reader, ["409"])) refused.push({ reader, exchange });
  }
  return refused;
}

/** Refusals of requests that succeed once the item is settled: nothing was wrong with them. */
async function blamedRequests(refused: readonly EarlyRefusal[], story: Story): Promise<readonly Violation[]> {
  const broken: Violation[] = [];
  for (const { reader, exchange } of refused) {
    const later = await story.exchange(exchange.request, reader);
    if (!isSuccess(later)) continue;
    const message = `A request that succeeds later was answered with ${exchange.response.status}, as if it were wrong; the contract has 409 for it`;
    broken.push({ key: `refusal of ${reader.name}`, message, exchange, after: [later] });
  }
  return broken;
}

/** New items with different enum values. */
async function variantsOf(story: Story): Promise<readonly Item[]> {
  const { coverage, resource, exchange } = story;
  const items: Item[] = [];
  for (const request of coverage ? casesIn(coverage, story).slice(0, MAX_ITEMS) : [])
    items.push(...[resource.createdItem(await exchange(request)) ?? []].flat());
  return items;
}

/** Writes to a path below an item with each documented body, and reads it after each write. Enum values of the read are tried only on the first item. */
async function checkReader(
  reader: Operation,
  item: Item,
  { story, below, isFirst }: { readonly story: Story; readonly below: readonly Operation[]; readonly isFirst: boolean },
): Promise<readonly Violation[]> {
  const reads = story.coverageAt(reader, item.values);
  if (!reads) return [];
  const writer = below.find(({ method, path }) => path === reader.path && (method === "PUT" || method === "POST"));
  const writes = writer && story.coverageAt(writer, item.values);
  const texts = writes?.texts.filter(({ body }) => body !== "") ?? [];
  const broken: Violation[] = [];
  for (const request of texts.length > 0 ? texts.slice(0, MAX_WRITES) : [writes?.plain]) {
    const written = request && writer && (await story.exchange(request, writer));
    const read = await story.exchange(reads.plain, reader);
    broken.push(...(written ? [...missingAfter(written, read), ...changedText(written, read)] : []));
    broken.push(...otherMediaType(read, reader, item));
  }
  const counted = reads.valid.filter(({ label }) => label.includes(" enum,")).slice(0, MAX_READS);
  for (const { request } of isFirst ? counted : []) await story.exchange(request, reader);
  return broken;
}

/** A violation if what a PUT stored, with a final success, is unknown to the read of the same path. */
function missingAfter(written: Exchange, read: Exchange): readonly Violation[] {
  const isStored = written.request.method === "PUT" && [200, 201, 204].includes(written.response.status);
  const { status } = read.response;
  if (!isStored || (status !== 404 && status !== 410)) return [];
  const message = `A PUT was accepted with ${written.response.status}, and its path is read with ${status}`;
  return [{ key: "missing", message, exchange: read, otherExchanges: [written] }];
}

/** The difference between a text sent with PUT and the text that is read. */
function changedText(written: Exchange, read: Exchange): readonly Violation[] {
  const type = written.request.headers["content-type"] ?? "";
  const isSame = contentTypeOf(read.response) === type;
  if (!isSuccess(written) || !isSuccess(read) || !isText(type) || written.request.method !== "PUT" || !isSame)
    return [];
  const [sent, shown] = [written.request.body ?? "", read.response.body];
  if (sent.trim() === shown.trim()) return [];
  return [{ key: "text", message: "A text that was put is not read as it was put", exchange: read }];
}
