import { type Json, type JsonObject, foldedName, valueAt } from "../../../contracts/index.ts";
import type { Call, Handler } from "../../calls/call.ts";
import type { Input } from "../../calls/input.ts";
import type { Stored } from "../../state/stored.ts";
import { allItems } from "../find-items.ts";
import { withListed } from "../memberships/entry-list.ts";
import { compileCollection } from "../resource.ts";
import type { ResourceContext } from "../resource-context.ts";
import { createItemView } from "./item-view.ts";
import { keptItems } from "./restoring.ts";

/** Words of a deletion after which the item can be read. */
const keepingWords =
  /\bsoft[- ]?delet|\b(?:can|may) still be (?:read|retrieved|fetched|accessed|viewed)\b|\b(?:marks?|flags?) [^.]*\bas deleted\b|\bsets? (?:its |the )?["'`]?(?:deleted_?(?:at|on)|status|state)\b/i;

/** Parameters of a deletion that leaves nothing, and of a list that shows deleted items as well. */
const hardNames = /^(?:permanent(?:ly)?|hard|force|purge)(?:delete)?$/;
const includingNames = /^(?:include|with|show)(?:deleted|trashed)$/;

const deletedStates = /^(?:soft[-_ ]?)?(?:deleted|trashed)$/i;

/** Returns the members that say of an item that it is deleted. Undefined if the call leaves nothing of the item. */
export type DeletionMarks = (input: Input, now: Date) => JsonObject | undefined;

/**
 * Compiles the marks of a deletion after which the item can still be read, as its texts say: "Deleted tapes can still be
 * read". Undefined for other deletions, and if the item has no member that could show it.
 */
export function createDeletionMarks(context: ResourceContext): DeletionMarks | undefined {
  const { contract, operation, role } = context;
  const texts = [operation.summary, valueAt(contract.document, `${operation.pointer}/description`)];
  const text = texts.filter((each) => typeof each === "string").join(". ");
  if (role.kind !== "delete" || !keepingWords.test(text)) return undefined;
  const { members, times } = readDeletedState(context);
  if (Object.keys(members).length + times.length === 0) return undefined;
  const hard = operation.parameters.map(({ name }) => name).filter((name) => hardNames.test(foldedName(name)));
  return ({ parameters }, now) => {
    if (hard.some((name) => isOn(parameters[name]))) return undefined;
    return { ...members, ...Object.fromEntries(times.map((time) => [time, now.toISOString()])) };
  };
}

/** Shows deleted items in a list for a request that asks for them: `includeDeleted=true`, `status=deleted`. */
export function withDeletedItems(context: ResourceContext, handler: Handler): Handler {
  const { bin, operation, role } = context;
  if (!bin) return handler;
  const names = operation.parameters.filter(({ in: place }) => place === "query").map(({ name }) => name);
  const including = names.filter((name) => includingNames.test(foldedName(name)));
  const { members } = readDeletedState(context);
  const marks = Object.entries(members).filter(([name]) => names.includes(name));
  if (including.length + marks.length === 0) return handler;
  const collection = compileCollection(role);
  return (call) => {
    const { parameters } = call.input;
    const isAsked =
      including.some((name) => isOn(parameters[name])) ||
      marks.some(([name, value]) => [parameters[name]].flat().some((each) => String(each) === String(value)));
    const others = Object.entries(parameters).filter(([name]) => !including.includes(name));
    const asked: Call = { ...call, input: { ...call.input, parameters: Object.fromEntries(others) } };
    if (!isAsked) return handler(asked);
    const listed = collection(call);
    const items = async (): Promise<readonly Stored[]> => {
      const { organization } = call.world;
      const kept = await call.store.list(organization, listed, allItems);
      const deleted = await call.store.list(organization, keptItems(listed), allItems);
      const keys = new Set(kept.items.map(readDeletedId));
      return [...kept.items, ...deleted.items.filter((item) => !keys.has(readDeletedId(item)))];
    };
    const readDeletedId = ({ value }: Stored): Json | undefined => value[role.idProperty ?? "id"];
    return handler({ ...asked, store: withListed(call.store, listed, { items, idOf: readDeletedId }) });
  };
}

interface DeletedState {
  readonly members: JsonObject;
  readonly times: readonly string[];
}

/** The members that show that an item is deleted: a state, flags and times. */
function readDeletedState(context: ResourceContext): DeletedState {
  const item = createItemView(context);
  const members: Record<string, Json> = {};
  for (const name of item.names) {
    const state = item.enumOf(name).find((value) => deletedStates.test(String(value)));
    const isFlag = /^(?:is)?(?:soft)?(?:deleted|trashed)$/.test(foldedName(name));
    if (state !== undefined && /(?:status|state|lifecycle)$/i.test(name)) members[name] = state;
    if (isFlag && item.typesOf(name).join() === "boolean") members[name] = true;
  }
  const isDeletionTime = (name: string): boolean =>
    /^(?:soft)?(?:deleted|trashed)(?:at|on|date|time)$/.test(foldedName(name));
  return {
    members,
    times: item.names.filter((name) => isDeletionTime(name) && item.typesOf(name).join() === "string"),
  };
}

function isOn(value: Json | undefined): boolean {
  return ["true", "1", "yes"].includes(String(value));
}
