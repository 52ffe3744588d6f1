import {
  type Json,
  type JsonObject,
  type JsonSchema,
  type MemberListPart,
  canonicalPath,
  isObject,
  membersOf,
  typesOf,
} from "../../../contracts/index.ts";
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

/** Keys of entries that servers make. */
const madeKeys = /^_?(id|uuid|guid)$/i;

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
  const keySchema = findKeySchema(context, owner, part);
  const isNumbered = typesOf(context.contract, keySchema).every((type) => /integer|number|null/.test(type));
  if (effect === "list") return (call) => readHandler({ ...call, store: storeOf(call) });
  return changeList;

  async function changeList(call: Call): Promise<Answer | Refusal> {
    const address = addressOf(call);
    const example = await exampleAt(call, address);
    const entries = effect === "add" ? await withKeys(call, sentEntries(call.input)) : sentEntries(call.input);
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
    return isFound ? answerOf(call, next, entries) : notFound(role, String(call.input.parameters[keyParameter ?? ""]));
  }

  function sentEntries(input: Call["input"]): readonly Json[] {
    if (keyParameter !== undefined) {
      const named = input.parameters[keyParameter] ?? "";
      return [key === undefined ? named : { ...membersIn(input.body), [key]: named }];
    }
    return sent ? ([sentIn(input, sent.name) ?? []].flat() as Json[]) : [];
  }

  /** New entries with a key of the server, where they lack one. */
  async function withKeys(call: Call, entries: readonly Json[]): Promise<readonly Json[]> {
    if (key === undefined || !madeKeys.test(key)) return entries;
    const keyed: Json[] = [];
    for (const entry of entries) {
      const isWhole = !isObject(entry) || entry[key] !== undefined;
      keyed.push(isWhole ? entry : { ...entry, [key]: await newKey(call) });
    }
    return keyed;
  }

  async function newKey({ seed, store, world: { organization } }: Call): Promise<Json> {
    const counter = await store.next(organization);
    const keyRole = { ...role, collection: canonicalPath(operation.path) };
    const made = representations.newId(keyRole, operation, `${seed} ${organization} ${counter}`, counter);
    return isNumbered ? counter : String(made);
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
    return name === undefined || second !== undefined ? entries : { [name]: entries };
  }

  function storeOf(call: Call): Store {
    return withListed(call.store, listed(call), {
      items: async () => entriesOf(await itemOf(call)).map((entry): Stored => ({ value: shownEntry(entry) })),
      idOf: ({ value }) => value[role.idProperty ?? PLAIN_KEY],
    });
  }

  function shownEntry(entry: Json): JsonObject {
    return isObject(entry) ? entry : { [PLAIN_KEY]: entry };
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

function findKeySchema(
  { contract, representations }: ResourceContext,
  owner: ResourceContext,
  { key, member }: MemberListPart,
): JsonSchema {
  const list = representations.propertyOf(owner.operation, member);
  return { allOf: key === undefined ? [] : membersOf(contract, { allOf: membersOf(contract, list, "items") }, key) };
}
