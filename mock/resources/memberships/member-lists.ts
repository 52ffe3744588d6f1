import { type Json, type JsonObject, type MemberListPart, isObject } from "../../../contracts/index.ts";
import type { Answer, Call, Handler } from "../../calls/call.ts";
import type { Refusal } from "../../model/problem.ts";
import type { Address, Store } from "../../state/store.ts";
import type { Stored } from "../../state/stored.ts";
import { withWrapper } from "../bodies/wrapper.ts";
import { createExamples } from "../examples.ts";
import { toMembers } from "../members/members.ts";
import type { ResourceContext } from "../resource-context.ts";
import { compileCollection, notFound } from "../resource.ts";
import { createEntryList, pickEchoed, readSentValue, withListed } from "./entry-list.ts";

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
  const above = compileCollection({ ...owner.role, collection: part.collection });
  const listed = compileCollection(role);
  const exampleAt = createExamples(owner);
  const { entriesIn, keyOf, withEntries } = createEntryList([member], key);
  const names = [...representations.propertyNames(operation)];
  if (effect === "list") return (call) => readHandler({ ...call, store: joinListStore(call) });
  return changeMemberList;

  async function changeMemberList(call: Call): Promise<Answer | Refusal> {
    const address = toOwnerAddress(call);
    const example = await exampleAt(call, address);
    const entries = sentEntries(call.input);
    const removed = effect === "remove" ? new Set(entries.map(keyOf)) : undefined;
    let isFound = true;
    const next = await call.store.change(address, (stored) => {
      const current = stored ?? example?.();
      if (!current) return notFound(owner.role, address.id);
      isFound =
        !removed || keyParameter === undefined || readOwnEntries(current).some((entry) => removed.has(keyOf(entry)));
      const value =
        effect === "replace"
          ? { ...current.value, [member]: entries }
          : withEntries(current.value, removed ? { removed } : { added: entries });
      return isFound ? { ...current, value } : current;
    });
    if (next === null || "refused" in next) return next ?? notFound(owner.role, address.id);
    if (isFound) return answerListChange(call, next, entries);
    return notFound(role, String(call.input.parameters[keyParameter ?? ""]));
  }

  function sentEntries(input: Call["input"]): readonly Json[] {
    if (keyParameter !== undefined) {
      const named = input.parameters[keyParameter] ?? "";
      return [key === undefined ? named : { ...toMembers(input.body), [key]: named }];
    }
    if (sent) return [readSentValue(input, sent.name) ?? []].flat() as Json[];
    return [];
  }

  function answerListChange(call: Call, item: Stored, changed: readonly Json[]): Answer {
    if (part.shows === "item") return { value: withWrapper(item.value, role), stored: item };
    const entries = readOwnEntries(item);
    if (part.shows === "list") return { value: bodyWith(entries) };
    const [entry] = changed;
    if (part.shows === "entry")
      return { value: entries.find((each) => entry !== undefined && keyOf(each) === keyOf(entry)) ?? {} };
    return { value: pickEchoed(call.input, names) };
  }

  /** The list of entries in the body of a response. */
  function bodyWith(entries: readonly Json[]): Json {
    const [name, second] = names;
    if (name === undefined || second !== undefined) return entries;
    return { [name]: entries };
  }

  function joinListStore(call: Call): Store {
    return withListed(call.store, listed(call), {
      items: async () =>
        readOwnEntries(await readListOwner(call)).map((entry): Stored => ({ value: shownEntry(entry) })),
      idOf: ({ value }) => value[role.idProperty ?? PLAIN_KEY],
    });
  }

  function shownEntry(entry: Json): JsonObject {
    if (isObject(entry)) return entry;
    return { [PLAIN_KEY]: entry };
  }

  async function readListOwner(call: Call): Promise<Stored | undefined> {
    const address = toOwnerAddress(call);
    return (await call.store.read(address)) ?? (await exampleAt(call, address))?.();
  }

  function readOwnEntries(item: Stored | undefined): readonly Json[] {
    return entriesIn(item?.value) ?? [];
  }

  function toOwnerAddress(call: Call): Address {
    const id = String(call.input.parameters[part.idParameter] ?? "");
    return { organization: call.world.organization, collection: above(call), id };
  }
}
