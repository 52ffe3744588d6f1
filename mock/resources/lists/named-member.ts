import {
  type Contract,
  type JsonSchema,
  type RequestField,
  foldedName,
  listMemberSchemas,
  listPropertyNames,
  schemasAtPath,
  singular,
  listJsonTypes,
} from "../../../contracts/index.ts";
import { type MemberPath, findMemberPath, findPluralList } from "../members/member-paths.ts";
import { type FilterRelation, relationNamed } from "./filter-expression.ts";

/** The items of a list, as filters see them. */
export interface FilteredItems {
  readonly contract: Contract;
  readonly item: JsonSchema;
  /** Noun for an item: "organization". */
  readonly noun: string;
  /** Members that the list itself shows. Others are those that the operation that reads an item shows. */
  readonly listed: ReadonlySet<string>;
  /** Member that identifies an item, and so possibly other items: "gid". */
  readonly key?: string | undefined;
}

/** A member that the name of a filter is about, and its relation to the sent value. */
export interface NamedMember {
  readonly path: MemberPath;
  readonly relation: FilterRelation;
}

/** The member that the name of a filter is about. Undefined if it is unclear. */
export function findNamedMember(items: FilteredItems, field: RequestField): NamedMember | undefined {
  const name = /^(?:filters?|where|query|search)\[(.+)\]$/i.exec(field.name)?.[1] ?? field.name.replace(/\[\]$/, "");
  const path = resolveMember(items, name);
  if (path) return { path, relation: "=" };
  return memberWithRelation(items, name);
}

/** The member with a name, however it is written: "address.city", "isLocked" for "is_locked", "tag" for "tags". */
export function resolveMember(items: FilteredItems, name: string): MemberPath | undefined {
  const { contract, item } = items;
  const names = listPropertyNames(contract, item);
  if (names.has(name)) return findValuePlace(items, name);
  return (
    dottedPath(items, name) ??
    findPluralList(contract, item, name) ??
    sameMember(items, name) ??
    findMemberPath(contract, item, name) ??
    relatedMember(items, name) ??
    nounlessMember(items, name) ??
    pluralOfObjects(items, name)
  );
}

/** The only member with the same letters, or the key of its objects. */
function sameMember(items: FilteredItems, name: string): MemberPath | undefined {
  const [found] = sameName([...listPropertyNames(items.contract, items.item)], name) ?? [];
  if (found === undefined) return undefined;
  return findValuePlace(items, found, name) ?? [found];
}

/** The only name with the same letters: the plural of a list of values has the same as one of them. */
function sameName(names: readonly string[], name: string): MemberPath | undefined {
  const [found, ...others] = names.filter((each) => foldedName(each) === foldedName(name));
  const ofOne = found ?? names.find((each) => foldedName(each) === foldedName(singular(name)));
  if (ofOne === undefined || others.length > 0) return undefined;
  return [ofOne];
}

/** The member that a name such as "address.city" leads to. */
function dottedPath({ contract, item }: FilteredItems, name: string): MemberPath | undefined {
  const steps = name.split(/[./]/);
  const isMember = steps.length > 1 && schemasAtPath(contract, item, steps).length > 0;
  return isMember ? steps : undefined;
}

const keyEnding = /(?:ids?|fk|idfk|uuid|key|iri|uri)$/;

/** The member that names another item, under another form of its name: "project" or "ProjectIDFK" for "projectId". */
function relatedMember(items: FilteredItems, name: string): MemberPath | undefined {
  const { contract, item } = items;
  const stem = stemName(name);
  const [found, ...others] = [...listPropertyNames(contract, item)].filter((each) => stemName(each) === stem);
  if (stem === "" || found === undefined || others.length > 0) return undefined;
  return findValuePlace(items, found, name);
}

/** The place of the single value of a member: its key, if it is an object or a list of objects. */
function findValuePlace(
  { contract, item, key: own }: FilteredItems,
  found: string,
  name = found,
): MemberPath | undefined {
  const schema = { allOf: listMemberSchemas(contract, item, found) };
  const inner = listJsonTypes(contract, schema).includes("array")
    ? { allOf: listMemberSchemas(contract, schema, "items") }
    : schema;
  const isObject = listJsonTypes(contract, inner).includes("object") && listPropertyNames(contract, inner).size > 0;
  if (!isObject) return [found];
  const names = [...listPropertyNames(contract, inner)];
  const key = sameName(names, name)?.[0] ?? names.find((each) => /^_?(id|uuid|key)$/i.test(each) || each === own);
  if (key === undefined) return undefined;
  return [found, key];
}

function stemName(name: string): string {
  const folded = foldedName(name);
  return folded.replace(keyEnding, "").replace(keyEnding, "") || folded;
}

/**
 * The member whose name has the noun of the items in front, or lacks it: "status" for "taskStatus". The noun may be its
 * last word, or "filter": "type" of custom filters, and of others, for "filter_type".
 */
function nounlessMember({ contract, item, noun }: FilteredItems, name: string): MemberPath | undefined {
  const folded = foldedName(name);
  const lastWord = noun.split(/[/_-]|(?<=[a-z])(?=[A-Z])/).at(-1) ?? "";
  const prefixes = [noun, lastWord, "filterby", "filter"].map(foldedName).filter((prefix) => prefix !== "");
  const shorter = prefixes.flatMap((prefix) => (folded.startsWith(prefix) ? [folded.slice(prefix.length)] : []));
  const wanted = new Set([foldedName(noun) + folded, ...shorter]);
  const [found, ...others] = [...listPropertyNames(contract, item)].filter((each) => wanted.has(foldedName(each)));
  if (found === undefined || others.length > 0) return undefined;
  return [found];
}

/** The keys of the objects in the list that is named by the plural: `id` of "projects" for "project" and "projectId". */
function pluralOfObjects(items: FilteredItems, name: string): MemberPath | undefined {
  const names = [...listPropertyNames(items.contract, items.item)];
  const nouns = [foldedName(name), stemName(name)];
  const plural = names.find((each) => each !== name && nouns.includes(foldedName(singular(each))));
  const path = plural === undefined ? undefined : findValuePlace(items, plural, name);
  return path && path.length > 1 ? path : undefined;
}

const wordEnds = /[._[\]-]+|(?<=[a-z0-9])(?=[A-Z])/;

/** The member and the relation of names such as "nameContains", "state__is_not" and "price[gte]". */
function memberWithRelation(items: FilteredItems, name: string): NamedMember | undefined {
  const words = name.split(wordEnds).filter((word) => word !== "");
  for (const count of [2, 1]) {
    const relation = words.length > count ? relationNamed(words.slice(-count).join("")) : undefined;
    const stem = words.slice(0, -count).join("_");
    const path = relation && resolveMember(items, stem);
    if (path) return { path, relation };
  }
  return undefined;
}
