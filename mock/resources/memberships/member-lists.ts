import { type Json, type JsonObject, type MemberListPart, isObject, valueAtPath } from "../../../contracts/index.ts";
import type { Answer, Call, Handler } from "../../calls/call.ts";
import type { Refusal } from "../../model/problem.ts";
import { pageOf } from "../../state/pages.ts";
import type { Address, Store } from "../../state/store.ts";
import type { Stored } from "../../state/stored.ts";
import { withWrapper } from "../bodies/wrapper.ts";
import { examplesOf } from "../examples.ts";
import { membersIn, pickMembers } from "../members/members.ts";
import type { ResourceContext } from "../resource-context.ts";
import { collectionOf, notFound } from "../resource.ts";

/** Member under which an entry that is a text or a number is kept while it is listed. */
const PLAIN_KEY = "key";

/**
 * Handles an operation on a list that is a member of the item above its path: it lists, adds or removes entries.
 * `readHandler` lists them. `owner` reads the item.
 */
export function memberListHandler(
  part: MemberListPart,
  context: ResourceContext,
  { owner, readHandler }: { readonly owner: ResourceContext; readonly readHandler: Handler },
): Handler {
  const { effect, key, keyParameter, member, sent } = part;
  const { operation, representations, role } = context;
  const above = collectionOf({ ...owner.role, collection: part.collection });
  const listed = collectionOf(role);
  const exampleAt = examplesOf(owner);
  const names = [...representations.propertyNames(operation)];
  if (effect === "list") return async (call) => readHandler({ ...call, store: await storeOf(call) });
  return changeList;

  async function changeList(call: Call): Promise<Answer | Refusal> {
    const address = addressOf(call);
    const example = await exampleAt?.(call, address);
    let isFound = true;
    const next = await call.store.change(address, (stored) => {
      const current = stored ?? example?.();
      if (!current) return notFound(owner.role, address.id);
      const before = entriesOf(current);
      const after = entriesAfter(call, before);
      isFound = effect !== "remove" || keyParameter === undefined || after.length < before.length;
      return isFound ? { ...current, value: { ...current.value, [member]: after } } : current;
    });
    if (next === null || "refused" in next) return next ?? notFound(owner.role, address.id);
    return isFound ? answerOf(call, next) : notFound(role, String(call.input.parameters[keyParameter ?? ""]));
  }

  function entriesAfter({ input }: Call, before: readonly Json[]): readonly Json[] {
    const entries = sentEntries(input);
    if (effect === "replace") return entries;
    const sentByKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
    if (effect === "remove") return before.filter((entry) => !sentByKey.has(keyOf(entry)));
    const after = before.map((entry) => sentByKey.get(keyOf(entry)) ?? entry);
    for (const entry of before) sentByKey.delete(keyOf(entry));
    return [...after, ...sentByKey.values()];
  }

  function sentEntries({ parameters, body }: Call["input"]): readonly Json[] {
    if (keyParameter !== undefined) {
      const named = parameters[keyParameter] ?? "";
      return [key === undefined ? named : { ...membersIn(body), [key]: named }];
    }
    if (!sent) return [];
    const found = sent.name === undefined ? body : (valueAtPath(body, [sent.name]) ?? parameters[sent.name]);
    return [found ?? []].flat() as Json[];
  }

  function keyOf(entry: Json): string {
    return String((key !== undefined && isObject(entry) ? entry[key] : entry) ?? "");
  }

  function answerOf(call: Call, item: Stored): Answer {
    if (part.shows === "item") return { value: withWrapper(item.value, role), stored: item };
    const entries = entriesOf(item);
    if (part.shows === "list") return { value: bodyWith(entries) };
    const [entry] = sentEntries(call.input);
    if (part.shows === "entry")
      return { value: entries.find((each) => entry !== undefined && keyOf(each) === keyOf(entry)) ?? {} };
    return { value: pickMembers({ ...call.input.parameters, ...membersIn(call.input.body) }, names) };
  }

  /** The list of entries in the body of a response. */
  function bodyWith(entries: readonly Json[]): Json {
    const [name, second] = names;
    return name === undefined || second !== undefined ? entries : { [name]: entries };
  }

  async function storeOf(call: Call): Promise<Store> {
    const { store } = call;
    const collection = listed(call);
    const items = entriesOf(await itemOf(call)).map((entry): Stored => ({ value: shownEntry(entry) }));
    return {
      ...store,
      select: undefined,
      list: (organization, asked, page) =>
        asked === collection
          ? { items: pageOf(items, page), total: items.length }
          : store.list(organization, asked, page),
      position: (address) => {
        if (address.collection !== collection) return store.position(address);
        const index = items.findIndex(({ value }) => String(value[role.idProperty ?? PLAIN_KEY]) === address.id);
        return index < 0 ? undefined : index;
      },
    };
  }

  function shownEntry(entry: Json): JsonObject {
    return isObject(entry) ? entry : { [PLAIN_KEY]: entry };
  }

  async function itemOf(call: Call): Promise<Stored | undefined> {
    const address = addressOf(call);
    return (await call.store.read(address)) ?? (await exampleAt?.(call, address))?.();
  }

  function entriesOf(item: Stored | undefined): readonly Json[] {
    const entries = item?.value[member];
    return Array.isArray(entries) ? (entries as Json[]) : [];
  }

  function addressOf(call: Call): Address {
    const id = String(call.input.parameters[part.idParameter] ?? "");
    return { organization: call.world.organization, collection: above(call), id };
  }
}
