import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  joinPointer,
  mayBePartialUpdate,
  membersOf,
  partsOf,
  propertyNamesOf,
} from "../../contracts/index.ts";
import { bodyBaseOf } from "../requests/version-base.ts";
import { requestMedia } from "../requests/wire.ts";
import { bodiesFor, acceptsBody } from "./story/bodies.ts";
import { persistentDifferences, shortText } from "../items/difference.ts";
import { isSuccess, sentItemIn } from "../items/fields.ts";
import { changesIn, clientMembersOf, readingOf } from "./story/lost.ts";
import { isEmptyValue } from "../items/alterations.ts";
import type { Relation, Story } from "./story/relation.ts";

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
    const richest = bodiesFor(contract, operation, item).at(-1);
    const isRicher = richest !== undefined && Object.keys(richest).length > Object.keys(item.sent).length;
    const rich = (isRicher ? await resource.createItem({ body: richest }) : undefined) ?? item;
    return [...(await checkPatch(rich, story)), ...(await checkPut(rich, story))];
  },
};

/** PATCH requests with at most one member. Enum values are left out, because another value may clear dependent members. */
async function checkPatch(item: Item, story: Story): Promise<readonly Violation[]> {
  const { resource, contract } = story;
  const operation = resource.operationOf("update");
  if (!operation || operation.method !== "PATCH") return [];
  const plain = new Map(
    bodiesFor(contract, operation, item).flatMap((body) =>
      Object.entries(body).flatMap(([name, value]) =>
        isPlain(operation, name, story) && ["string", "number"].includes(typeof value) ? [[name, value]] : [],
      ),
    ) as [string, Json][],
  );
  const broken: Violation[] = [];
  const bodies = [{}, ...[...plain].map(([name, value]) => ({ [name]: value }))];
  for (const body of bodies.filter((each) => acceptsBody(contract, operation, each)).slice(0, 3)) {
    const before = await readingOf(item, story);
    const updated = before && (await resource.sendRequest("update", item, { body }));
    if (!updated || !isSuccess(updated) || updated.response.status === 202) continue;
    const [name] = Object.keys(body);
    const rest = Object.fromEntries(
      Object.entries(clientMembersOf(item, before, story)).filter(
        ([key]) => name === undefined || (key !== name && !sharesWord(key, name)),
      ),
    );
    const what = name === undefined ? "PATCH of nothing" : `PATCH of "${name}"`;
    broken.push(...(await changesOf(rest, item, story, { what, key: "PATCH" })));
  }
  return broken;
}

async function checkPut(item: Item, story: Story): Promise<readonly Violation[]> {
  const { resource, contract } = story;
  const operation = resource.operationOf("replace");
  const body = operation && replacementOf(item, operation, story);
  if (!operation || !body || !acceptsBody(contract, operation, body)) return [];
  // Create and replace may store different members, so that a first PUT is the baseline unless PUT created the item as it is.
  const isAsMade = operation === story.operation && !resource.operationOf("update");
  const again = isAsMade ? item.exchange : await resource.sendRequest("replace", item, { body });
  const before = again && isSuccess(again) ? await readingOf(item, story) : undefined;
  if (!before) return [];
  const same = await resource.sendRequest("replace", item, { body });
  if (!same || !isSuccess(same) || same.response.status === 202) return [];
  const whole: Item = { ...item, sent: body };
  const clientMembers = clientMembersOf(whole, before, story);
  const changed = await changesOf(clientMembers, whole, story, { what: "PUT of the same", key: "same" });
  return [...changed, ...(await keptByPut(operation, clientMembers, whole, story))];
}

/** The create body, reduced to members of the replacement schema, with the base version if the operation has one. */
function replacementOf({ sent, value }: Item, operation: Operation, { contract }: Story): JsonObject {
  const names = propertyNamesOf(contract, requestMedia(operation)?.schema?.value ?? true);
  const base = bodyBaseOf(contract, operation);
  const head = base && Object.entries(value).find(([name]) => base.isNamed(name))?.[1];
  return {
    ...Object.fromEntries(Object.entries(sent).filter(([name]) => names.size === 0 || names.has(name))),
    ...(base && head !== undefined && { [base.name]: head }),
  };
}

async function changesOf(
  rest: JsonObject,
  item: Item,
  story: Story,
  { what, key }: { readonly what: string; readonly key: string },
): Promise<readonly Violation[]> {
  const changed = await persistentDifferences(async () => {
    const after = await readingOf(item, story);
    return after ? changesIn(rest, after.shown).map((each) => ({ ...each, ...after })) : [];
  });
  return changed.map(({ pointer, expected, got, exchange }) => ({
    key: `${key} ${pointer}`,
    message: `A ${what} changed "${pointer}" from ${expected} to ${got}`,
    shown: { pointer, expected, actual: got },
    exchange,
  }));
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
  if (!schema || mayBePartialUpdate(contract, operation)) return [];
  const names = Object.keys(own).filter(
    (name) =>
      !isEmptyValue(own[name] as Json) &&
      isRemovable(contract, membersOf(contract, schema.value, name)) &&
      acceptsBody(contract, operation, without(item.sent, [name])),
  );
  const rest = without(item.sent, names);
  if (names.length === 0 || !acceptsBody(contract, operation, rest)) return [];
  const replaced = await resource.sendRequest("replace", item, { body: rest });
  if (!replaced || !isSuccess(replaced) || replaced.response.status === 202) return [];
  // The response shows which members the provider read from the request.
  const sent = sentItemIn({ contract, operation, exchange: replaced });
  const after = sent && (await readingOf(item, story));
  const kept = after && names.find((name) => JSON.stringify(after.shown[name]) === JSON.stringify(own[name]));
  if (!after || kept === undefined) return [];
  const value = shortText(own[kept] as Json);
  const message = `A PUT without "${kept}" keeps its earlier value: ${value}`;
  const pointer = joinPointer("", kept);
  return [
    {
      key: `PUT keeps ${pointer}`,
      message,
      shown: { pointer, actual: value, isLeftOut: true },
      exchange: after.exchange,
    },
  ];
}

/** True for a writable member without a default, references followed. Members that a replacement cannot name are fixed at creation. */
function isRemovable(contract: Contract, members: readonly JsonSchema[]): boolean {
  return (
    members.length > 0 &&
    members.every(
      (member) =>
        typeof member === "object" &&
        partsOf(contract, member).every((part) => !("default" in part) && part["readOnly"] !== true),
    )
  );
}

function without(body: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** True for a member that is no enum, const or reference, and whose name is none on which other members depend. */
function isPlain(operation: Operation, name: string, { contract }: Story): boolean {
  const schema = requestMedia(operation)?.schema;
  const members = schema ? membersOf(contract, schema.value, name) : [];
  return (
    !/^(type|kind)$|_?(type|kind|mode|id)$/i.test(name) &&
    members.length > 0 &&
    members.every(
      (member) => typeof member === "object" && !("enum" in member) && !("const" in member) && !("$ref" in member),
    )
  );
}

/** True for names with a common word, such as "price" and "price_currency": one may change with the other. */
function sharesWord(one: string, other: string): boolean {
  const words = new Set(one.toLowerCase().split(/[_-]/));
  return other
    .toLowerCase()
    .split(/[_-]/)
    .some((word) => words.has(word));
}
