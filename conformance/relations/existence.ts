import { type Operation, refusesUnknown, findResponse } from "../../contracts/index.ts";
import { isDone, isGone, isSuccess } from "../items/fields.ts";
import type { Item } from "../items/item.ts";
import { showsUndeleted, isSoftDeleted } from "../model/soft-deleted.ts";
import type { Exchange } from "../model/exchange.ts";
import { rolesFor } from "../model/roles.ts";
import { mapPropertyToCollection } from "../requests/references.ts";
import { judgeLists, listsWith, searchList } from "./lists/judge-lists.ts";
import {
  type Act,
  findAct,
  listActions,
  listActsBelow,
  listWrites,
  needsNoBody,
  refusedAsMalformed,
  unknownLike,
} from "./story/acts.ts";
import { chooseExtremes } from "./story/bodies.ts";
import type { Relation, Story } from "./story/relation.ts";
import { deleteSettledItem } from "./story/settled.ts";
import { type Violation, collectViolations } from "./story/violation.ts";

const MAX_ACTIONS = 6;

/** Actions on an unknown item, and operations below it, that are tried. */
const [MAX_UNKNOWN_ACTIONS, MAX_BELOW] = [4, 6];

/** Maximum number of bodies tried of a child. */
const MAX_BODIES = 2;

/** Operations of an item that never existed are refused, if the contract has a status for it. */
export const unknownRefused: Relation = {
  id: "unknown-refused",
  claim: "An item that was never created cannot be read, deleted or acted on, and has nothing below it",
  cause: "lives",
  needs: ["read"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const reader = findAct("read", story);
    const unknown = reader && refusesUnknown(reader.operation) ? unknownLike(item, story) : undefined;
    const read = unknown && (await reader?.send(unknown));
    if (!reader || !unknown || !read) return [];
    if (isSuccess(read)) {
      // One generated id may be that of an item by chance.
      const other = unknownLike(unknown, story);
      return other ? doneTo(other, reader) : [];
    }
    if (!isGone(read)) return wrongRefusal(reader.operation, read);
    return collectViolations(listRefusing(story), (act) => doneTo(unknown, act));
  },
};

/** Acts that document the refusal of an unknown item, apart from its read and its changes: of those below it, reads first. */
function listRefusing(story: Story): readonly Act[] {
  const refuses = ({ operation }: Act): boolean => refusesUnknown(operation);
  const actions = listActions(story).filter((act) => needsNoBody(act) && refuses(act));
  const below = listActsBelow(story)
    .filter((act) => refuses(act) && !(needsNoBody(act) && story.resource.transitions.includes(act.operation)))
    .toSorted((one, other) => Number(other.operation.safe) - Number(one.operation.safe));
  const removal = [findAct("delete", story)].filter((act) => act !== undefined).filter(refuses);
  return [...removal, ...actions.slice(0, MAX_UNKNOWN_ACTIONS), ...below.slice(0, MAX_BELOW)];
}

async function doneTo(unknown: Item, { operation: { name }, send }: Act): Promise<readonly Violation[]> {
  const exchange = await send(unknown);
  if (!exchange || !isSuccess(exchange)) return [];
  const message = `${name} was answered with ${exchange.response.status} for an id that no item has; the contract documents 404 for it`;
  return [{ key: name, message, exchange }];
}

/** A violation if an unknown item is refused as a wrong request, with a status that the contract does not have. */
function wrongRefusal(reader: Operation, exchange: Exchange): readonly Violation[] {
  const { status } = exchange.response;
  if ((status !== 400 && status !== 409) || findResponse(reader, status)) return [];
  const message = `${reader.name} was answered with ${status} for an id that no item has; the contract documents 404 for it, and no ${status}`;
  return [{ key: `${reader.name} ${status}`, message, exchange }];
}

/** An item that is read before and after a request is no unknown item to that request. */
export const itemServed: Relation = {
  id: "item-served",
  claim: "An item that can be read is also known to its updates, actions and delete, and to creates below it",
  cause: "lives",
  needs: ["read"],
  runs: 1,
  isWhole: true,
  holds: async (item, story) =>
    collectViolations(listAttempts(story), async ({ name, send }) => {
      const before = await story.resource.sendRequest("read", item);
      const sent = before && isSuccess(before) ? await send(item) : [];
      const [exchange] = sent;
      if (!exchange || !sent.every((each) => isGone(each) || each.response.status === 405)) return [];
      const after = await story.resource.sendRequest("read", item);
      if (!after || !isSuccess(after)) return [];
      const { status } = exchange.response;
      const message = `${name} was answered with ${status}, and the item is read before and after`;
      return [{ key: `${name} ${status}`, message, exchange, otherExchanges: [after] }];
    }),
};

/** One way to change or remove an item, in one or several requests. */
interface Attempt {
  readonly name: string;
  send(item: Item): Promise<readonly Exchange[]>;
}

function listAttempts(story: Story): readonly Attempt[] {
  const updates = listWrites(story).map(({ operation, bodies, send }): Attempt => ({
    name: operation.name,
    // Another body may refer to something that exists.
    send: async (item) => sendAll(chooseExtremes(bodies(item)), (body) => send(item, { body })),
  }));
  // The body of an action may name something else that is unknown.
  const actions = listActions(story).filter(needsNoBody).slice(0, MAX_ACTIONS);
  return [
    ...updates,
    ...actions.map(asAttempt),
    ...listAdditions(story),
    ...[findAct("delete", story) ?? []].flat().map(asAttempt),
  ];
}

function asAttempt({ operation, send }: Act): Attempt {
  return { name: operation.name, send: (item) => sendAll([item], send) };
}

async function sendAll<T>(
  all: readonly T[],
  send: (one: T) => Promise<Exchange | undefined>,
): Promise<readonly Exchange[]> {
  const sent: Exchange[] = [];
  for (const one of all) sent.push(...[(await send(one)) ?? []].flat());
  return sent;
}

/** Creates of children. Those whose bodies refer to other items are left out, because such an item may be unknown. */
function listAdditions(story: Story): readonly Attempt[] {
  const { contract, coverageAt, exchange } = story;
  return listActsBelow(story)
    .map(({ operation }) => operation)
    .filter(
      (each) => rolesFor(contract).get(each)?.kind === "create" && mapPropertyToCollection(contract, each).size === 0,
    )
    .map((operation) => ({
      name: operation.name,
      send: async ({ values }) => {
        const coverage = coverageAt(operation, values);
        const requests = coverage ? [coverage.plain, ...coverage.valid.map(({ request }) => request)] : [];
        return sendAll(requests.slice(0, MAX_BODIES), (request) => exchange(request, operation));
      },
    }));
}

/** An action that was accepted is the same request when it is sent again, so that only the state can refuse it. */
export const actionRepeated: Relation = {
  id: "action-repeated",
  claim: "A repeated action is not refused as malformed if the contract documents a status for a wrong state",
  cause: "lives",
  needs: [],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    let next: Item | undefined = item;
    return collectViolations(listActions(story).slice(0, MAX_ACTIONS), async (action) => {
      const broken = next ? await refusedAgain(action, next) : [];
      next = await story.resource.createItem();
      return broken;
    });
  },
};

async function refusedAgain({ operation, send }: Act, item: Item): Promise<readonly Violation[]> {
  const first = await send(item);
  const again = first && isSuccess(first) ? await send(item) : undefined;
  if (!first || !again || !refusedAsMalformed(again, operation, ["404", "409", "410"])) return [];
  const { status } = again.response;
  const message = `${operation.name} was accepted, and the same request was refused with ${status} when it was sent again; the contract documents 409 or 404 for an item that does not allow it`;
  return [{ key: `${operation.name} ${status}`, message, exchange: again, otherExchanges: [first] }];
}

/** A deleted item is neither read nor listed, and a read is refused as one of an unknown item. A second delete causes no
 * server error, and is refused if the delete of an unknown item is. */
export const deletedGone: Relation = {
  id: "deleted-gone",
  claim: "A deleted item can no longer be read",
  cause: "lives",
  faultCode: "F103",
  faultKeys: /^read$/,
  needs: ["delete"],
  async holds(item, story) {
    const { resource } = story;
    // The item still exists after a refused or a pending delete.
    if (!isDone(await deleteSettledItem(item, story))) return [];
    const broken: Violation[] = [];
    const read = await resource.sendRequest("read", item);
    if (read && showsUndeleted(read, resource.itemIn("read", read)))
      broken.push({ key: "read", message: `The deleted item is still read (${read.response.status})`, exchange: read });
    if (isMisjudged(read, resource.operationOf("read")) && (await readsAnother(story)))
      broken.push(createRefusalViolation(read));
    broken.push(...(await stillListed(item, story)));
    // The checks of every exchange judge the second delete, too.
    const again = await resource.sendRequest("delete", item);
    if (again && isSuccess(again) && isGone(read) && (await refusesDeleteOfUnknown(item, story)))
      broken.push({
        key: "again",
        message: `A second delete was answered with ${again.response.status}, where the delete of an unknown item is refused`,
        exchange: again,
      });
    if (isMisjudged(again, resource.operationOf("delete"))) broken.push(createRefusalViolation(again));
    return broken;
  },
};

/** True for a refusal of a deleted item that blames the request. */
function isMisjudged(exchange: Exchange | undefined, operation: Operation | undefined): exchange is Exchange {
  return exchange !== undefined && operation !== undefined && refusedAsMalformed(exchange, operation, ["404", "410"]);
}

function createRefusalViolation(exchange: Exchange): Violation {
  const { status } = exchange.response;
  const message = `The deleted item is answered with ${status}, as if the request were wrong; the contract documents 404 for it`;
  return { key: "refusal", message, exchange };
}

/** True if another new item is read, so that the request is right for items that exist. */
async function readsAnother({ resource }: Story): Promise<boolean> {
  const another = await resource.createItem();
  const read = another && (await resource.sendRequest("read", another));
  return read !== undefined && isSuccess(read);
}

/** True if the delete of an item that never existed is refused with 404 or 410. */
async function refusesDeleteOfUnknown(item: Item, story: Story): Promise<boolean> {
  const unknown = unknownLike(item, story, "delete");
  return unknown !== undefined && isGone(await story.resource.sendRequest("delete", unknown));
}

function stillListed(item: Item, story: Story): Promise<readonly Violation[]> {
  return judgeLists(listsWith(item, story), async (list) => {
    const { found } = await searchList(list, (each) => list.idOf(each) === String(item.id) && !isSoftDeleted(each));
    if (found) return [{ key: "listed", message: "The deleted item is still listed", exchange: found.exchange }];
    return [];
  });
}

/**
 * An update of a deleted item is refused. A PUT may create the item again (RFC 9110, section 9.3.4), unless the contract
 * documents 404 or 410 and no 201 for it.
 */
export const deletedNotUpdated: Relation = {
  id: "deleted-not-updated",
  claim: "An update of a deleted item is refused",
  cause: "lives",
  faultCode: "F103",
  needs: ["delete", "read"],
  runs: 1,
  async holds(item, story) {
    const writes = listWrites(story).filter(({ deed, operation }) => deed === "update" || !mayCreate(operation));
    return collectViolations(writes, async ({ deed, send }) => {
      const updated = (await isDeleted(item, story)) ? await send(item) : undefined;
      if (!updated || ![200, 204].includes(updated.response.status)) return [];
      const message = `${updated.request.method} of an item that was deleted is answered with ${updated.response.status}, as if the item existed`;
      return [{ key: deed, message, exchange: updated }];
    });
  },
};

/** True if a PUT may create an item, by the status codes that its operation documents. */
function mayCreate(operation: Operation): boolean {
  return operation.responses.some(({ status }) => status === "201") || !refusesUnknown(operation);
}

/** Deletes the item. False if the provider keeps it, marks it as deleted, or deletes it later. */
async function isDeleted(item: Item, story: Story): Promise<boolean> {
  const deleted = await deleteSettledItem(item, story);
  if (!deleted || ![200, 204, 404, 410].includes(deleted.response.status)) return false;
  return isGone(await story.resource.sendRequest("read", item));
}

/** The id of a deleted item is not assigned to the next item. Ids that the client chooses are exempt. */
export const idNotReused: Relation = {
  id: "id-not-reused",
  claim: "The id of a deleted item is not used again",
  cause: "lives",
  needs: ["delete"],
  runs: 1,
  async holds(item, { resource }) {
    const gone = await resource.sendRequest("delete", item);
    if (!gone || ![200, 204].includes(gone.response.status)) return { unjudged: "no item could be deleted" };
    const next = (await resource.createItem({ seed: 1 })) ?? (await resource.createItem({ seed: 2 }));
    if (!next) return { unjudged: "no item could be created after the deletion" };
    if (String(next.id) !== String(item.id) || isChosen(item) || isChosen(next)) return [];
    const message = `An item that was created after the deletion of "${item.id}" has the same id`;
    return [{ key: "reused", message, exchange: next.exchange }];
  },
};

/** True where the id is derived from the request. */
function isChosen({ id, exchange }: Item): boolean {
  const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const { path, body = "" } = exchange.request;
  // A number is always a counter, even if the same digits occur in the body.
  return !/^\d+$/.test(String(id)) && letters(path + body).includes(letters(String(id)));
}
