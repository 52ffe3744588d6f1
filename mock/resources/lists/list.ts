import type { ResourceContext } from "../resource-context.ts";
import type { Stored } from "../../state/stored.ts";
import {
  type Json,
  type JsonObject,
  extractItemId,
  itemInEntry,
  isObject,
  valueAtPath,
  splitPropertyPath,
  chooseSuccess,
} from "../../../contracts/index.ts";
import type { Answer, Call, Handler } from "../../calls/call.ts";
import { type Awaitable, whenKnown } from "../../model/awaitable.ts";
import type { Refusal } from "../../model/problem.ts";
import type { Address } from "../../state/store.ts";
import {
  createEnvelopeWriter,
  createPageHeaders,
  isSpringEnvelope,
  mergeEnvelope,
  withoutNextLinks,
} from "./envelope.ts";
import { withStoredChanges } from "../examples.ts";
import { createListedCollections } from "../listed-collections.ts";
import { compileLinks } from "./links.ts";
import { type FoundItems, createLookup } from "./lookup.ts";
import { type RequestedPage, type Page, countsPagesFromOne, createPaging } from "./paging.ts";
import { compileCollection, knownPathParameters } from "../resource.ts";
import { createDefaultOrder } from "./default-order.ts";
import { createPathLimit } from "../paths/other-path.ts";
import { type RequestedSelection, createSelection } from "./selection.ts";

/** Items of a page, and the id of the next item. */
interface PageWithNext {
  readonly page: Page;
  readonly items: readonly Stored[];
  readonly next: Stored | undefined;
  readonly total: number;
}

/** Creates the handler of a list, which answers with a page in the envelope of the contract. */
export function listHandler(context: ResourceContext): Handler {
  const { contract, operation, role, representations, isCreatable } = context;
  const { itemsProperty } = role;
  const collection = compileCollection(role);
  const schema = representations.shapeOf(operation);
  const steps = splitPropertyPath(contract, schema, itemsProperty);
  const isFromZero = isSpringEnvelope(contract, schema) && !countsPagesFromOne(contract, operation);
  const paging = createPaging(contract, operation, { shown: schema, isFromZero });
  const selection = createSelection(context);
  const defaultOrder = createDefaultOrder(context);
  const listedCollections = createListedCollections(operation, role);
  const lookUp = createLookup({ viewOf: selection.viewOf, idOf: readListId, defaultOrder });
  const writeEnvelope = createEnvelopeWriter(contract, schema, { steps, paging });
  const writeHeaders = createPageHeaders(contract, chooseSuccess(operation).response, paging);
  const limitToPath = createPathLimit(context);
  const examples = new WeakMap<object, readonly Stored[]>();
  return (call) => {
    const unread = selection.unreadFilters(call.input);
    if (unread.length === 0) return answerList(call);
    const note = `the list is not filtered by ${unread.join(", ")}, which the mock does not understand`;
    return whenKnown(answerList(call), (answer) => ("refused" in answer ? answer : { ...answer, note }));
  };

  function answerList(call: Call): Awaitable<Answer | Refusal> {
    const { organization } = call.world;
    const requested = paging.read(call.input);
    if ("refused" in requested) return requested;
    const wanted = selection.read(call.input);
    const select = limitToPath ? limitToPath(call, wanted) : wanted;
    if (!isCreatable)
      return examplePage(
        call,
        representations.example(operation, `${call.seed} ${organization} ${call.path}`),
        requested,
        select,
      );
    if (select || defaultOrder.sort || listedCollections.coversSeveral)
      return whenKnown(selectedBy(call, requested, select), (shown) =>
        "refused" in shown ? shown : answerPage(call, shown),
      );
    const address = { organization, collection: collection(call) };
    return whenKnown(
      paging.locate(requested, (id) => findListPosition(call, { ...address, id })),
      (page) => {
        if ("refused" in page) return page;
        // A cursor contains the id of the next item.
        const limit = page.limit + (paging.cursorName === undefined ? 0 : 1);
        const { isReversed } = defaultOrder;
        const range = { offset: page.offset, limit, isReversed };
        return whenKnown(call.store.list(organization, address.collection, range), ({ items, total }) =>
          answerPage(call, splitNext(items, page, total)),
        );
      },
    );
  }

  /** Page of the items that a request selects: by indexes, or by reading all if the store has none. */
  function selectedBy(
    call: Call,
    requested: RequestedPage,
    select: RequestedSelection | undefined,
  ): Awaitable<PageWithNext | Refusal> {
    if (listedCollections.coversSeveral) return pageOfAll(call, requested, select);
    return whenKnown(lookUp(call, collection(call), select), (found) =>
      found ? foundPage(found, requested) : pageOfAll(call, requested, select),
    );
  }

  async function pageOfAll(
    call: Call,
    requested: RequestedPage,
    select: RequestedSelection | undefined,
  ): Promise<PageWithNext | Refusal> {
    const all = await listedCollections.all(call);
    return selectedPage(defaultOrder.isReversed ? all.toReversed() : all, requested, select);
  }

  /** Position of an item in the order of the list. */
  async function findListPosition({ store }: Call, address: Address): Promise<number | undefined> {
    const position = await store.position(address);
    if (position === undefined || !defaultOrder.isReversed) return position;
    const { total } = await store.list(address.organization, address.collection, { offset: 0, limit: 0 });
    return total - 1 - position;
  }

  async function selectedPage(
    all: readonly Stored[],
    requested: RequestedPage,
    select?: RequestedSelection,
  ): Promise<PageWithNext | Refusal> {
    const inDefaultOrder = defaultOrder.sort?.(all) ?? all;
    const kept = select?.from(inDefaultOrder) ?? inDefaultOrder;
    const page = await paging.locate(requested, (id) => {
      const position = kept.findIndex((item) => readListId(item) === id);
      return position < 0 ? undefined : position;
    });
    if ("refused" in page) return page;
    return splitNext(kept.slice(page.offset, page.offset + page.limit + 1), page, kept.length);
  }

  function foundPage(
    { total, slice, position }: FoundItems,
    requested: RequestedPage,
  ): Awaitable<PageWithNext | Refusal> {
    return whenKnown(paging.locate(requested, position), (page) =>
      "refused" in page ? page : splitNext(slice(page.offset, page.limit + 1), page, total),
    );
  }

  /** Reads the items of a page and the one after it. */
  function splitNext(items: readonly Stored[], page: Page, total: number): PageWithNext {
    if (items.length <= page.limit) return { page, items, next: undefined, total };
    return { page, items: items.slice(0, page.limit), next: items[page.limit], total };
  }

  function answerPage(call: Call, { page, items, next, total }: PageWithNext, envelope: JsonObject = {}): Answer {
    if (steps.length === 0 && !writeHeaders) return { page: { items, envelope } };
    const count = items.length;
    const shown = { ...page, total, count, nextId: readListId(next), lastId: readListId(items.at(-1)) };
    const facts = { ...shown, linkTo: compileLinks(call, paging, shown) };
    return {
      page: { items, envelope: steps.length === 0 ? {} : mergeEnvelope(envelope, writeEnvelope(facts)) },
      ...(writeHeaders && { headers: writeHeaders(facts) }),
    };
  }

  /** Page of the items of an example. */
  async function examplePage(
    call: Call,
    example: Json,
    requested: RequestedPage,
    select: RequestedSelection | undefined,
  ): Promise<Answer | Refusal> {
    const listed = valueAtPath(example, steps);
    if (!Array.isArray(listed)) return { value: example };
    let all = examples.get(listed);
    if (!all) examples.set(listed, (all = listed.map((entry: Json) => ({ value: withPathParameters(call, entry) }))));
    const source = { collection: collection(call), idOf: readListId };
    const shown = await selectedPage(
      context.isChangeable || context.isSeeded ? await withStoredChanges(call, all, source) : all,
      requested,
      select,
    );
    if ("refused" in shown) return shown;
    const envelope = isObject(example) ? example : {};
    return answerPage(call, shown, paging.canSelectNext ? withoutNextLinks(envelope, paging) : envelope);
  }

  /** Generated items have the parameters of the path. */
  function withPathParameters({ input }: Call, entry: Json): JsonObject {
    const value = itemInEntry(entry, role) as JsonObject;
    if (!isObject(value) || representations.isShownByExample(operation)) return value;
    return { ...value, ...knownPathParameters(operation, input.parameters, (name) => Object.hasOwn(value, name)) };
  }

  function readListId(item: Stored | undefined): string | undefined {
    const id = extractItemId(item?.value, role);
    return id === undefined ? undefined : String(id);
  }
}
