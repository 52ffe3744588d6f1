import type { ResourceContext } from "../resource-context.ts";
import type { Stored } from "../../state/stored.ts";
import {
  type Json,
  type JsonObject,
  itemIdOf,
  isObject,
  valueAtPath,
  propertyPathOf,
  successOf,
} from "../../../contracts/index.ts";
import type { Answer, Call, Handler } from "../../calls/call.ts";
import type { Refusal } from "../../model/problem.ts";
import type { Address } from "../../state/store.ts";
import { createEnvelopeWriter, createPageHeaders, isOfSpring, mergedInto, withoutNext } from "./envelope.ts";
import { withStoredChanges } from "../examples.ts";
import { createListedCollections } from "../listed-collections.ts";
import { linksOf } from "./links.ts";
import { type Found, createLookup } from "./lookup.ts";
import { type Asked, type Page, beginsWithOne, createPaging } from "./paging.ts";
import { collectionOf, inPath } from "../resource.ts";
import { createUsualOrder } from "./usual-order.ts";
import { type Select, createSelection } from "./selection.ts";

/** Items of a page, and the id of the next item. */
interface Shown {
  readonly page: Page;
  readonly items: readonly Stored[];
  readonly next: Stored | undefined;
  readonly total: number;
}

/** Creates the handler of a list, which answers with a page in the envelope of the contract. */
export function listHandler(context: ResourceContext): Handler {
  const { contract, operation, role, representations, isWritable } = context;
  const { itemsProperty } = role;
  const collection = collectionOf(role);
  const schema = representations.schemaOf(operation)?.value ?? true;
  const steps = propertyPathOf(contract, schema, itemsProperty);
  const paging = createPaging(contract, operation, isOfSpring(contract, schema) && !beginsWithOne(contract, operation));
  const selection = createSelection(contract, operation, role, representations);
  const usual = createUsualOrder(context);
  const listedCollections = createListedCollections(operation, role);
  const lookUp = createLookup({ viewOf: selection.viewOf, idOf, usual });
  const tell = createEnvelopeWriter(contract, schema, { steps, means: paging });
  const tellHeaders = createPageHeaders(contract, successOf(operation).response, paging);
  const isShown = representations.isShownByExample(operation);
  const examples = new WeakMap<object, readonly Stored[]>();
  return async (call) => {
    const { organization } = call.world;
    const asked = paging.read(call.input);
    if ("refused" in asked) return asked;
    const select = selection.read(call.input);
    if (!isWritable)
      return exampleOf(
        call,
        representations.example(operation, `${call.seed} ${organization} ${call.path}`),
        asked,
        select,
      );
    if (select || usual.sort || listedCollections.coversSeveral) {
      const found = await lookUp(call, await listedCollections.collections(call), select);
      const shown = found
        ? await pageFound(found, asked)
        : await pageOf(
            usual.isReversed ? (await listedCollections.all(call)).toReversed() : await listedCollections.all(call),
            asked,
            select,
          );
      return "refused" in shown ? shown : answerOf(call, shown);
    }
    const address = { organization, collection: collection(call) };
    const page = asked.anchor ? await paging.place(asked, (id) => positionOf(call, { ...address, id })) : asked;
    if ("refused" in page) return page;
    // A cursor contains the id of the next item.
    const limit = page.limit + (paging.hasCursor ? 1 : 0);
    const { isReversed } = usual;
    const wanted = { offset: page.offset, limit, isReversed };
    const { items, total } = await call.store.list(organization, address.collection, wanted);
    return answerOf(call, shownOf(items, page, total));
  };

  /** Position of an item in the order of the list. */
  async function positionOf({ store }: Call, address: Address): Promise<number | undefined> {
    const position = await store.position(address);
    if (position === undefined || !usual.isReversed) return position;
    const { total } = await store.list(address.organization, address.collection, { offset: 0, limit: 0 });
    return total - 1 - position;
  }

  async function pageOf(all: readonly Stored[], asked: Asked, select?: Select): Promise<Shown | Refusal> {
    const usually = usual.sort?.(all) ?? all;
    const kept = select?.from(usually) ?? usually;
    const page = await paging.place(asked, (id) => {
      const position = kept.findIndex((item) => idOf(item) === id);
      return position < 0 ? undefined : position;
    });
    if ("refused" in page) return page;
    return shownOf(kept.slice(page.offset, page.offset + page.limit + 1), page, kept.length);
  }

  async function pageFound({ total, slice, position }: Found, asked: Asked): Promise<Shown | Refusal> {
    const page = await paging.place(asked, position);
    if ("refused" in page) return page;
    return shownOf(await slice(page.offset, page.limit + 1), page, total);
  }

  /** Reads the items of a page and the one after it. */
  function shownOf(items: readonly Stored[], page: Page, total: number): Shown {
    if (items.length <= page.limit) return { page, items, next: undefined, total };
    return { page, items: items.slice(0, page.limit), next: items[page.limit], total };
  }

  function answerOf(call: Call, { page, items, next, total }: Shown, envelope: JsonObject = {}): Answer {
    if (steps.length === 0 && !tellHeaders) return { page: { items, envelope } };
    const count = items.length;
    const shown = { ...page, total, count, nextId: idOf(next), lastId: idOf(items.at(-1)) };
    const told = { ...shown, linkTo: linksOf(call, paging, shown) };
    return {
      page: { items, envelope: steps.length === 0 ? {} : mergedInto(envelope, tell(told)) },
      ...(tellHeaders && { headers: tellHeaders(told) }),
    };
  }

  /** Page of the items of an example. */
  async function exampleOf(
    call: Call,
    example: Json,
    asked: Asked,
    select: Select | undefined,
  ): Promise<Answer | Refusal> {
    const listed = valueAtPath(example, steps);
    if (!Array.isArray(listed)) return { value: example };
    let all = examples.get(listed);
    if (!all) examples.set(listed, (all = listed.map((value: JsonObject) => ({ value: placed(call, value) }))));
    const place = { collection: collection(call), idOf };
    const shown = await pageOf(
      context.isChangeable || context.isSeeded ? await withStoredChanges(call, all, place) : all,
      asked,
      select,
    );
    if ("refused" in shown) return shown;
    const envelope = isObject(example) ? example : {};
    return answerOf(call, shown, paging.goesOn ? withoutNext(envelope) : envelope);
  }

  /** Generated items have the parameters of the path. */
  function placed({ input }: Call, value: JsonObject): JsonObject {
    if (isShown || !isObject(value)) return value;
    return { ...value, ...inPath(operation, input.parameters, (name) => Object.hasOwn(value, name)) };
  }

  function idOf(item: Stored | undefined): string | undefined {
    const id = itemIdOf(item?.value, role);
    return id === undefined ? undefined : String(id);
  }
}
