import type { Contract, Operation } from "../../model/contract.ts";
import type { JsonSchema } from "../../model/json.ts";
import type { Role } from "../../model/role.ts";
import { oncePer } from "../../model/once-per.ts";
import { listMemberSchemas } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import { singular } from "../../text/nouns.ts";
import { itemRole, listRole } from "../item-role.ts";
import { type Resources, resourcesIn } from "../resources.ts";
import { rolesOf } from "../roles.ts";
import { holdsKey, holdsList, holdsObject } from "../sites.ts";
import { membershipsIn } from "./memberships.ts";
import { type MembershipEffect, type Side, isAddition, listSideNames, readEffects, sidesOf } from "./sides.ts";

/** Place of the entries of a list in a request. */
interface SentEntries {
  /** Member or query parameter that holds them. Without it, the body itself does. */
  readonly name?: string;
  readonly isList: boolean;
}

/** Part that an operation has in a list that is a member of the item above its path: `tags`, for "/orders/{id}/tags". */
export interface MemberListPart {
  readonly effect: Exclude<MembershipEffect, "read">;
  /** Path template of the collection of the items that have the list. */
  readonly collection: string;
  readonly idParameter: string;
  /** Member that holds the list. */
  readonly member: string;
  /** Member of an entry that identifies it. Entries without it are texts or numbers. */
  readonly key: string | undefined;
  /** Path parameter with the key of an entry, in the path of this operation. */
  readonly keyParameter: string | undefined;
  readonly sent: SentEntries | undefined;
  /** Content of the response: the list, one entry of it, the item that has it, or something else. */
  readonly shows: "list" | "entry" | "item" | "rest";
  readonly role: Role;
}

/** The parts that operations of a contract have in lists of the items above them. */
export const memberListsIn: (contract: Contract) => ReadonlyMap<Operation, MemberListPart> = oncePer((contract) => {
  const resources = resourcesIn(contract);
  const memberships = membershipsIn(contract);
  const sides = sidesOf(resources).filter(
    ({ atList, atItem }) => ![...atList, ...atItem].some((operation) => memberships.has(operation)),
  );
  return new Map(sides.flatMap((side) => listMemberParts(resources, side)));
});

/** Names of members that identify an entry of a list, the best first. */
const usualKeys = ["key", "id", "uuid", "slug", "code", "name", "tag", "label"];

function listMemberParts(resources: Resources, side: Side): readonly (readonly [Operation, MemberListPart])[] {
  const { bodies, contract, placeOf } = resources;
  const { own, path, word, atList, atItem, list, placing } = side;
  const member = own.item === undefined ? undefined : findListMember(resources, own.item, word);
  if (member === undefined || (list && !placing)) return [];
  const entry: JsonSchema = {
    allOf: listMemberSchemas(contract, bodies.member(own.item ?? true, member) ?? true, "items"),
  };
  const [names, shownNames] = [bodies.names(entry), placing?.site.names ?? bodies.names(entry)];
  const isOfKeys = holdsKey(contract, entry);
  if (!isOfKeys && !holdsObject(contract, entry)) return [];
  // Feeds of "/groups/{key}/feeds" that "/feeds/{key}" reads are more than entries of a list.
  const listed = list && rolesOf(contract).get(list)?.collection;
  if (!isOfKeys && listed !== undefined && listed !== path && listed !== own.collection) return [];
  const isShownAlike = placing
    ? holdsKey(contract, placing.site.schema) === isOfKeys && areNamesAlike(names, shownNames)
    : true;
  const key = isOfKeys ? undefined : findKey();
  const additions = [...atList, ...atItem].filter((each) => isAddition(resources, each));
  const canAdd = additions.every((each) =>
    atList.includes(each) ? sentBy(each) !== undefined : sendsOnlyMembers(each),
  );
  if (!isOfKeys && [...atList, ...atItem].some((each) => isOfResource(placeOf(each).method, each))) return [];
  if (!isShownAlike || additions.length === 0 || !canAdd || (!isOfKeys && key === undefined)) return [];
  const [, above = "", idParameter = ""] = /^(.*)\/\{([^{}]+)\}$/.exec(path.slice(0, path.lastIndexOf("/"))) ?? [];
  return readEffects(resources, side, sentBy).flatMap(([operation, read, sent]) => {
    // A deletion of the list itself leaves none of its entries.
    const isEmptied = atList.includes(operation) && placeOf(operation).method === "DELETE" && !sent;
    const effect = isEmptied ? "replace" : read;
    if (effect === undefined || effect === "read") return [];
    const shown = bodies.responseSchema(operation);
    const isItem = shown !== undefined && resources.isItemOf(shown, own);
    const keyParameter = atItem.includes(operation) ? (/\{([^{}]+)\}$/.exec(operation.path) ?? [])[1] : undefined;
    const shows = isItem ? "item" : classifyShown(shown);
    const base = effect === "list" ? listRole(own, placing) : itemRole("transition", own, { shown });
    const { sentIn: _, sentKey: __, shownKey: ___, wrapper, ...role } = base;
    const part: MemberListPart = {
      effect,
      collection: above,
      idParameter,
      member,
      key,
      keyParameter,
      sent,
      shows,
      role: {
        ...role,
        kind: effect === "list" ? "list" : "transition",
        collection: effect === "list" ? path : above,
        idParameter,
        ...(shows === "item" && wrapper !== undefined && { wrapper }),
        ...(effect === "list" && { idProperty: key ?? "key" }),
        ...(effect === "list" && isOfKeys && { listsKeys: true }),
      },
    };
    return [[operation, part]];
  });

  /** True for an operation on an item with a path of its own, which is more than an entry. */
  function isOfResource(method: Operation["method"], operation: Operation): boolean {
    if (atItem.includes(operation)) return method === "GET" || method === "PATCH";
    return operation.responses.some(({ headers }) => headers.some(({ name }) => /^location$/i.test(name)));
  }

  function classifyShown(shown: JsonSchema | undefined): MemberListPart["shows"] {
    if (shown === undefined) return "rest";
    const placed = own.findList(shown) ?? resources.at(path).findList(shown);
    if (placed && holdsKey(contract, placed.site.schema) === isOfKeys && areNamesAlike(names, placed.site.names))
      return "list";
    if (!isOfKeys && holdsObject(contract, shown) && areNamesAlike(names, bodies.names(shown))) return "entry";
    return "rest";
  }

  function findKey(): string | undefined {
    const parameters = atItem.flatMap((each) => (/\{([^{}]+)\}$/.exec(each.path) ?? [])[1] ?? []).map(foldedName);
    const noun = foldedName(singular(word));
    return (
      [...names].find((name) => {
        const folded = foldedName(name);
        return parameters.some((each) => each === folded || each === noun + folded);
      }) ?? usualKeys.find((name) => names.has(name))
    );
  }

  /** True for a request to the path of an entry that has only members of it, or none. */
  function sendsOnlyMembers(operation: Operation): boolean {
    const sent = bodies.requestSchema(operation);
    return sent === undefined || [...bodies.names(sent)].every((name) => names.has(name));
  }

  function sentBy(operation: Operation): SentEntries | undefined {
    const sent = bodies.requestSchema(operation);
    if (sent === undefined) return sentInQuery(operation);
    if (holdsList(contract, sent)) {
      if (isEntry({ allOf: listMemberSchemas(contract, sent, "items") })) return { isList: true };
      return undefined;
    }
    if (isEntry(sent)) return { isList: false };
    const [only, second] = [...bodies.names(sent)];
    if (only === undefined || second !== undefined) return undefined;
    const inner = bodies.member(sent, only) ?? true;
    if (holdsList(contract, inner)) {
      if (isEntry({ allOf: listMemberSchemas(contract, inner, "items") })) return { name: only, isList: true };
      return undefined;
    }
    if (isEntry(inner)) return { name: only, isList: bodies.accepts(inner, "array") };
    return undefined;
  }

  function sentInQuery({ parameters, method }: Operation): SentEntries | undefined {
    const wanted = [...listSideNames(side), member ?? ""].map((name) => foldedName(singular(name)));
    const asked = parameters.find(
      ({ in: place, name }) => place === "query" && method !== "GET" && wanted.includes(foldedName(singular(name))),
    );
    if (asked && isOfKeys) return { name: asked.name, isList: holdsList(contract, asked.schema.value) };
    return undefined;
  }

  /** True for the schema of an entry: of a key, or of an object that has the key of an entry and none but its members. */
  function isEntry(schema: JsonSchema): boolean {
    if (isOfKeys) return holdsKey(contract, schema);
    const sent = bodies.names(schema);
    return key !== undefined && sent.has(key) && [...sent].every((name) => names.has(name));
  }
}

/** The list among the members of an item that a word names: `tags` for "tags" and "tag". */
function findListMember({ bodies, contract }: Resources, item: JsonSchema, word: string): string | undefined {
  const lists = [...bodies.names(item)].filter((name) => holdsList(contract, bodies.member(item, name) ?? true));
  const folded = foldedName(word);
  return (
    lists.find((name) => foldedName(name) === folded) ??
    lists.find((name) => foldedName(singular(name)) === foldedName(singular(word)))
  );
}

/** True for objects of which one has all members of the other. */
function areNamesAlike(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const [fewer, more] = names.size < others.size ? [names, others] : [others, names];
  return [...fewer].every((name) => more.has(name));
}
