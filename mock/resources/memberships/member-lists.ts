import { type Json, type JsonObject, type MemberListPart, isObject } from "../../../contracts/index.ts";
import type { Answer, Call, Handler } from "../../calls/call.ts";
import type { Refusal } from "../../model/problem.ts";
import type { Address, Store } from "../../state/store.ts";
import type { Stored } from "../../state/stored.ts";
import { withWrapper } from "../bodies/wrapper.ts";
import { examplesOf } from "../examples.ts";
import { membersIn } from "../members/members.ts";
import type { ResourceContext } from "../resource-context.ts";
import { collectionOf, notFound } from "../resource.ts";
import { createEntryList, echoOf, sentIn, withListed } from "./entry-list.ts";

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
  const { entriesIn, keyOf, withEntries } = createEntryList([member], key);
  const names = [...representations.propertyNames(operation)];
  if (effect === "list") return (call) => readHandler({ ...call, store: storeOf(call) });
  return changeList;

  async function changeList(call: Call): Promise<Answer | Refusal> {
    const address = addressOf(call);
    const example = await exampleAt(call, address);
    const entries = sentEntries(call.input);
    const removed = effect === "remove" ? new Set(entries.map(keyOf)) : undefined;
    let isFound = true;
    const next = await call.store.change(address, (stored) => {
      const current = stored ?? example?.();
      if (!current) return notFound(owner.role, address.id);
      isFound = !removed || keyParameter === undefined || entriesOf(current).some((entry) => removed.has(keyOf(entry)));
      const value =
        effect === "replace"
          ? { ...current.value, [member]: entries }
          : withEntries(current.value, removed ? { removed } : { added: entries });
      return isFound ? { ...current, value } : current;
    });
    if (next === null || "refused" in next) return next ?? notFound(owner.role, address.id);
    if (isFound) return answerOf(call, next, entries);
    return notFound(role, String(call.input.parameters[keyParameter ?? ""]));
  }

  function sentEntries(input: Call["input"]): readonly Json[] {
    if (keyParameter !== undefined) {
      const named = input.parameters[keyParameter] ?? "";
      return [key === undefined ? named : { ...membersIn(input.body), [key]: named }];
    }
    if (sent) return [sentIn(input, sent.name) ?? []].flat() as Json[];
    return [];
  }

  function answerOf(call: Call, item: Stored, changed: readonly Json[]): Answer {
    if (part.shows === "item") return { value: withWrapper(item.value, role), stored: item };
    const entries = entriesOf(item);
    if (part.shows === "list") return { value: bodyWith(entries) };
    const [entry] = changed;
    if (part.shows === "entry")
      return { value: entries.find((each) => entry !== undefined && keyOf(each) === keyOf(entry)) ?? {} };
    return { value: echoOf(call.input, names) };
  }

  /** The list of entries in the body of a response. */
  function bodyWith(entries: readonly Json[]): Json {
    const [name, second] = names;
    if (name === undefined || second !== undefined) return entries;
    return { [name]: entries };
  }

  function storeOf(call: Call): Store {
    return withListed(call.store, listed(call), {
      items: async () => entriesOf(await itemOf(call)).map((entry): Stored => ({ value: shownEntry(entry) })),
      idOf: ({ value }) => value[role.idProperty ?? PLAIN_KEY],
    });
  }

  function shownEntry(entry: Json): JsonObject {
    if (isObject(entry)) return entry;
    return { [PLAIN_KEY]: entry };
  }

  async function itemOf(call: Call): Promise<Stored | undefined> {
    const address = addressOf(call);
    return (await call.store.read(address)) ?? (await exampleAt(call, address))?.();
  }

  function entriesOf(item: Stored | undefined): readonly Json[] {
    return entriesIn(item?.value) ?? [];
  }

  function addressOf(call: Call): Address {
    const id = String(call.input.parameters[part.idParameter] ?? "");
    return { organization: call.world.organization, collection: above(call), id };
  }
}
