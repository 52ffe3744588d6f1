import type { Broken } from "./story/broken.ts";
import type { Item } from "../items/item.ts";
import type { Operation } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { contentTypeOf } from "../model/media-of.ts";
import { isText } from "../requests/wire.ts";
import { isSuccess } from "../items/fields.ts";
import { type Relation, type Story, casesIn } from "./story/relation.ts";
import { statePropertyOf } from "./story/state-property.ts";

/** So many items are made, each with another of the values that the contract counts. */
const MAX_ITEMS = 3;
/** So many requests are sent to what is below an item. */
const MAX_WRITES = 2;
const MAX_READS = 6;
/** So often an item that goes on is asked for, until it is done. */
const MAX_LOOKS = 5;

/** What is below an item is put there and asked for in all ways that its contract counts; each answer is judged by itself. */
export const belowConforms: Relation = {
  id: "below-conforms",
  claim: "What is below an item is answered as documented, and a text as it was put",
  needs: [],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const below = operationsBelow(story);
    const readers = below.filter(({ method }) => method === "GET");
    if (readers.length === 0) return [];
    const broken = new Map<string, Broken>();
    for (const [index, each] of [item, ...(await variantsOf(story))].entries()) {
      await untilDone(each, story);
      for (const reader of readers)
        for (const flaw of await tried(reader, each, { story, below, isFirst: index === 0 }))
          broken.set(flaw.key, flaw);
    }
    return [...broken.values()];
  },
};

/** Whatever needs no more to be asked for than the item. */
function operationsBelow({ contract, resource }: Story): readonly Operation[] {
  const path = (["read", "delete", "update", "replace"] as const)
    .map((deed) => resource.operationOf(deed)?.path)
    .find((each) => each !== undefined);
  if (path === undefined) return [];
  return contract.operations.filter(
    (each) => each.path.startsWith(`${path}/`) && !each.path.slice(path.length).includes("{"),
  );
}

/** Items that differ in what the contract counts the values of. */
async function variantsOf({ coverage, resource, exchange }: Story): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (const request of coverage ? casesIn(coverage).slice(0, MAX_ITEMS) : [])
    items.push(...[resource.made(await exchange(request)) ?? []].flat());
  return items;
}

/** Asks for an item that goes on by itself until it does so no more. */
async function untilDone(item: Item, story: Story): Promise<void> {
  const property = statePropertyOf(story);
  if (!property) return;
  let state = property.of(item.value);
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const read = await story.resource.ask("read", item);
    const now = read && property.of(story.resource.shown("read", read));
    if (now === undefined || (looks > 1 && now === state)) return;
    state = now;
  }
}

/** Puts something below an item, in each way that is documented, and asks for it; what is counted is asked for once. */
async function tried(
  reader: Operation,
  item: Item,
  { story, below, isFirst }: { readonly story: Story; readonly below: readonly Operation[]; readonly isFirst: boolean },
): Promise<readonly Broken[]> {
  const reads = story.coverageAt(reader, item.values);
  if (!reads) return [];
  const writer = below.find(({ method, path }) => path === reader.path && (method === "PUT" || method === "POST"));
  const writes = writer && story.coverageAt(writer, item.values);
  const texts = writes?.texts.filter(({ body }) => body !== "") ?? [];
  const broken: Broken[] = [];
  for (const request of texts.length > 0 ? texts.slice(0, MAX_WRITES) : [writes?.plain]) {
    const written = request && writer && (await story.exchange(request, writer));
    const read = await story.exchange(reads.plain, reader);
    broken.push(...(written ? changedText(written, read) : []));
  }
  const counted = reads.valid.filter(({ label }) => label.includes(" enum,")).slice(0, MAX_READS);
  for (const { request } of isFirst ? counted : []) await story.exchange(request, reader);
  return broken;
}

/** A text that is put is read as it was put. */
function changedText(written: Exchange, read: Exchange): readonly Broken[] {
  const type = written.request.headers["content-type"] ?? "";
  const isSame = contentTypeOf(read.response) === type;
  if (!isSuccess(written) || !isSuccess(read) || !isText(type) || written.request.method !== "PUT" || !isSame)
    return [];
  const [sent, shown] = [written.request.body ?? "", read.response.body];
  if (sent.trim() === shown.trim()) return [];
  return [{ key: "text", message: "A text that was put is not read as it was put", exchange: read }];
}
