import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  joinPointer,
  deriveLaw,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
} from "../../contracts/index.ts";
import { isEmptyValue } from "../items/alterations.ts";
import { listDifferences, shortText } from "../items/difference.ts";
import { allowsMember, canShowProperty, isDone, isGone, isSuccess, readSentItem } from "../items/fields.ts";
import type { Item } from "../items/item.ts";
import type { Reading } from "../requests/preconditions.ts";
import { findBodyVersion } from "../requests/version-base.ts";
import { requestMedia } from "../requests/wire.ts";
import { type Write, listWrites } from "./story/acts.ts";
import { acceptsBody, listValidBodies, chooseExtremes } from "./story/bodies.ts";
import {
  listChangedMembers,
  selectClientMembers,
  echoedMembers,
  judgeReads,
  findLosses,
  selectMembers,
  readCurrentItem,
} from "./story/compare.ts";
import type { Relation, Story } from "./story/relation.ts";
import { type Violation, asDifference, collectViolations } from "./story/violation.ts";

/** A new item is read with the values of its create response. Only members that the client sent are compared, because the provider may change all others. */
export const createdRead: Relation = {
  id: "created-read",
  claim: "A created item can be read, and equals the response to its creation",
  cause: "loss",
  needs: ["read"],
  hasCases: true,
  async holds(item, story) {
    const { resource, contract } = story;
    const read = await resource.sendRequest("read", item);
    if (!read) return [];
    const { status } = read.response;
    if (isGone(read))
      return [
        { key: "not found", message: `The item that was just created is answered with ${status}`, exchange: read },
      ];
    const shown = resource.itemIn("read", read);
    if (!shown) return { unjudged: `the item was not read: status ${status}` };
    const answered = { contract, operation: resource.operationOf("read") ?? story.operation, exchange: read };
    const echoed = echoedMembers(item);
    // The two responses may show a member in different types.
    const comparable = selectMembers(echoed, (name, value) => allowsMember(name, value, answered));
    const differing = listDifferences(comparable, shown).map((difference) => {
      const { pointer, expected, got } = difference;
      const message = `The created item is read with another "${pointer}": ${got}. The create response showed ${expected}`;
      return asDifference(difference, { key: `differs ${pointer}`, message, exchange: read });
    });
    const lost = Object.keys(echoed).find(
      (name) => echoed[name] === null && !Object.hasOwn(shown, name) && canShowProperty(name, null, answered),
    );
    if (lost === undefined) return differing;
    const message = `The create response showed "${lost}" null, and the item is read without it`;
    // Many providers omit nulls.
    return [...differing, { key: `null /${lost}`, message, exchange: read, basis: "assumed" }];
  },
};

/** Members sent on create are read back, even if the create response does not show them. */
export const sentRead: Relation = {
  id: "sent-read",
  claim: "A created item keeps the values of the request",
  cause: "loss",
  needs: ["read"],
  hasCases: true,
  holds: (item, story) =>
    judgeReads(item, story, {
      find: (read) => findLosses(story, item.exchange, "create", read),
      describe: ({ pointer, expected, got }) => ({
        key: pointer,
        message: `The item was created with "${pointer}" ${expected} and is read with ${got}`,
      }),
    }),
};

/** An item is read with the values of the update response, or with the sent values if the response does not show them. */
export const updatedRead: Relation = {
  id: "updated-read",
  claim: "An update can be read back",
  cause: "loss",
  needs: ["read"],
  holds: (item, story) => collectViolations(listWrites(story), (write) => lostInUpdate(write, item, story)),
};

async function lostInUpdate(write: Write, item: Item, story: Story): Promise<readonly Violation[]> {
  const { deed, operation, send } = write;
  const bodies = write.bodies(item);
  const toNull = bodiesToNull(bodies, (each) => acceptsBody(story.contract, operation, each));
  return collectViolations([...chooseExtremes(bodies), ...toNull], async (body) => {
    const updated = await send(item, { body });
    if (!isDone(updated)) return [];
    return judgeReads(item, story, {
      find: (read) => findLosses(story, updated, deed, read),
      describe: ({ pointer, expected, got }) => ({
        key: `${deed} ${pointer}`,
        message: `After an update of "${pointer}" to ${expected}, the item is read with ${got}`,
      }),
    });
  });
}

/** A body with a nullable member that has a value, followed by the same body with null. */
function bodiesToNull(bodies: readonly JsonObject[], takesBody: (body: JsonObject) => boolean): readonly JsonObject[] {
  for (const full of bodies)
    for (const [name, value] of Object.entries(full)) {
      const empty = { ...full, [name]: null };
      if (value !== null && takesBody(empty)) return [full, empty];
    }
  return [];
}

/** A PATCH keeps members that it does not name. A PUT removes members that it leaves out, and a repeated PUT changes nothing. */
export const restKept: Relation = {
  id: "rest-kept",
  claim: "An update changes only the named members, and a replacement removes all others",
  cause: "loss",
  needs: ["read"],
  runs: 3,
  async holds(item, story) {
    const { contract, operation, resource } = story;
    // An item with more members can lose more of them.
    const richest = listValidBodies(contract, operation, item).at(-1);
    const isRicher = richest !== undefined && Object.keys(richest).length > Object.keys(item.sent).length;
    const rich = (isRicher ? await resource.createItem({ body: richest }) : undefined) ?? item;
    return collectViolations(listWrites(story), (write) =>
      write.deed === "update" ? checkPatch(write, rich, story) : checkPut(write, rich, story),
    );
  },
};

/** PATCH requests with at most one member. Enum values are left out, because another value may clear dependent members. */
async function checkPatch(write: Write, item: Item, story: Story): Promise<readonly Violation[]> {
  const { operation, send } = write;
  if (operation.method !== "PATCH") return [];
  const plain = new Map(
    write
      .bodies(item)
      .flatMap((body) => Object.entries(body))
      .filter(([name, value]) => isPlainMember(operation, name, story) && ["string", "number"].includes(typeof value)),
  );
  const bodies = [{}, ...[...plain].map(([name, value]): JsonObject => ({ [name]: value as Json }))];
  const accepted = bodies.filter((each) => acceptsBody(story.contract, operation, each)).slice(0, 3);
  return collectViolations(accepted, async (body) => {
    const before = await readCurrentItem(item, story);
    if (!before || !isDone(await send(item, { body }))) return [];
    const [name] = Object.keys(body);
    const rest = selectMembers(
      selectClientMembers(item, before, story),
      (key) => name === undefined || (key !== name && !sharesWord(key, name)),
    );
    const what = name === undefined ? "PATCH of nothing" : `PATCH of "${name}"`;
    return judgeReadChanges(rest, item, story, { what, key: "PATCH" });
  });
}

async function checkPut({ operation, send }: Write, item: Item, story: Story): Promise<readonly Violation[]> {
  const body = buildReplacement(item, operation, story);
  if (!acceptsBody(story.contract, operation, body)) return [];
  // Create and replace may store different members, so that a first PUT is the baseline unless PUT created the item as it is.
  const isAsMade = operation === story.operation && !story.resource.operationOf("update");
  const first = isAsMade ? item.exchange : await send(item, { body });
  const before = first && isSuccess(first) ? await readCurrentItem(item, story) : undefined;
  if (!before || !isDone(await send(item, { body }))) return [];
  const whole: Item = { ...item, sent: body };
  const clientMembers = selectClientMembers(whole, before, story);
  const changed = await judgeReadChanges(clientMembers, whole, story, { what: "PUT of the same", key: "same" });
  return [...changed, ...(await keptByPut(operation, clientMembers, whole, story))];
}

/** The create body, reduced to members of the replacement schema, with the base version if the operation has one. */
function buildReplacement({ sent, value }: Item, operation: Operation, { contract }: Story): JsonObject {
  const names = listPropertyNames(contract, requestMedia(operation)?.schema?.value ?? true);
  const base = findBodyVersion(contract, operation);
  const head = base && Object.entries(value).find(([name]) => base.isNamed(name))?.[1];
  const body = selectMembers(sent, (name) => names.size === 0 || names.has(name));
  if (base && head !== undefined) return { ...body, [base.name]: head };
  return body;
}

function judgeReadChanges(
  rest: JsonObject,
  item: Item,
  story: Story,
  { what, key }: { readonly what: string; readonly key: string },
): Promise<readonly Violation[]> {
  return judgeReads(item, story, {
    find: ({ shown }) => listChangedMembers(rest, shown),
    describe: ({ pointer, expected, got }) => ({
      key: `${key} ${pointer}`,
      message: `A ${what} changed "${pointer}" from ${expected} to ${got}`,
    }),
  });
}

/** Members that a PUT left out and that are kept. Skipped if the PUT may be a partial update. */
async function keptByPut(
  operation: Operation,
  own: JsonObject,
  item: Item,
  story: Story,
): Promise<readonly Violation[]> {
  const { resource, contract } = story;
  const schema = requestMedia(operation)?.schema;
  const role = resource.roleOf("replace");
  if (!schema || !role || !deriveLaw(contract, operation, role).isRestStated) return [];
  const omitMembers = (names: readonly string[]): JsonObject =>
    selectMembers(item.sent, (name) => !names.includes(name));
  const names = Object.keys(own).filter(
    (name) =>
      !isEmptyValue(own[name] as Json) &&
      isRemovable(contract, listMemberSchemas(contract, schema.value, name)) &&
      acceptsBody(contract, operation, omitMembers([name])),
  );
  const rest = omitMembers(names);
  if (names.length === 0 || !acceptsBody(contract, operation, rest)) return [];
  const replaced = await resource.sendRequest("replace", item, { body: rest });
  if (!isDone(replaced)) return [];
  // The response shows which members the provider read from the request.
  const sent = readSentItem({ contract, operation, exchange: replaced });
  const after: Reading | undefined = sent && (await readCurrentItem(item, story));
  const kept = after && names.find((name) => JSON.stringify(after.shown[name]) === JSON.stringify(own[name]));
  if (!after || kept === undefined) return [];
  const value = shortText(own[kept] as Json);
  const message = `A PUT without "${kept}" keeps its earlier value: ${value}`;
  const pointer = joinPointer("", kept);
  const shown = { pointer, actual: value, isLeftOut: true } as const;
  return [{ key: `PUT keeps ${pointer}`, message, shown, exchange: after.exchange }];
}

/** True for a writable member without a default, references followed. Members that a replacement cannot name are fixed at creation. */
function isRemovable(contract: Contract, members: readonly JsonSchema[]): boolean {
  const isFree = (member: JsonSchema): boolean =>
    typeof member === "object" &&
    listSchemaParts(contract, member).every((part) => !("default" in part) && part["readOnly"] !== true);
  return members.length > 0 && members.every(isFree);
}

/** True for a member that is no enum, const or reference, and whose name is none on which other members depend. */
function isPlainMember(operation: Operation, name: string, { contract }: Story): boolean {
  const schema = requestMedia(operation)?.schema;
  const members = schema ? listMemberSchemas(contract, schema.value, name) : [];
  const isFree = (member: JsonSchema): boolean =>
    typeof member === "object" && !("enum" in member) && !("const" in member) && !("$ref" in member);
  return !/^(type|kind)$|_?(type|kind|mode|id)$/i.test(name) && members.length > 0 && members.every(isFree);
}

/** True for names with a common word, such as "price" and "price_currency": one may change with the other. */
function sharesWord(one: string, other: string): boolean {
  const splitMemberName = (name: string): readonly string[] => name.toLowerCase().split(/[_-]/);
  return splitMemberName(other).some((word) => splitMemberName(one).includes(word));
}
