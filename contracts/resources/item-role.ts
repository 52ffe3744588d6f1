import type { JsonSchema } from "../model/json.ts";
import type { Parameter } from "../model/contract.ts";
import type { Role, RoleKind } from "../model/role.ts";
import { foldedName } from "../text/folded.ts";
import { singular } from "../text/nouns.ts";
import type { Placing } from "./placing.ts";
import type { Resource } from "./resources.ts";

/** Schemas of the bodies of an operation on items, and its parameters. */
interface ItemMessages {
  readonly shown?: JsonSchema | undefined;
  readonly sent?: JsonSchema | undefined;
  readonly parameters?: readonly Parameter[];
}

/** Role of an operation on items, with the places of the item in its bodies. */
export function itemRole(kind: RoleKind, resource: Resource, { shown, sent, parameters = [] }: ItemMessages): Role {
  const shownSite = resource.findItem(shown);
  const wrapper = stepsTo(shownSite);
  const sentSite = resource.findSent(sent);
  const sentIn = stepsTo(sentSite);
  const sentKey = kind === "create" ? findSentKey(resource, sentSite?.site.names ?? new Set(), parameters) : undefined;
  return {
    kind,
    ...keyRole(resource),
    ...findShownKey(resource, shownSite, kind),
    ...(wrapper !== undefined && { wrapper }),
    ...(sentIn !== undefined && sentIn !== wrapper && { sentIn }),
    ...(sentKey !== undefined && { sentKey }),
  };
}

/** Member that holds the key of an item in a response, if it is named otherwise than in the item. */
function findShownKey(
  { key, otherKeyIn }: Resource,
  placing: Placing | undefined,
  kind: RoleKind,
): Pick<Role, "shownKey"> {
  const { names, schema } = placing?.site ?? {};
  if (!key || names === undefined || schema === undefined || names.size === 0) return {};
  if (names.has(key.property.split(".", 1)[0] as string)) return {};
  const shownKey = otherKeyIn(schema, kind === "create");
  return shownKey === undefined ? {} : { shownKey };
}

/** Member or query parameter that holds the key of a new item under the name of the path parameter. */
function findSentKey(
  { key, idParameter, collection }: Resource,
  names: ReadonlySet<string>,
  parameters: readonly Parameter[],
): string | undefined {
  if (idParameter === undefined || (key && names.has(key.property))) return undefined;
  if (key?.isNamed) return [...names].find((name) => foldedName(name) === foldedName(key.property));
  const noun = foldedName(singular(collection));
  const wanted = foldedName(idParameter);
  const ownKey = key && noun + foldedName(key.property);
  // "number" for {productNumber} of "/products", and "tag_name" for the "name" of a tag.
  const isNamedLikeKey = (name: string): boolean =>
    [name, noun + name].some((each) => foldedName(each) === wanted) || foldedName(name) === ownKey;
  return (
    [...names].find(isNamedLikeKey) ??
    [...names].find((name) => /^(_?id|uuid|guid)$/i.test(name)) ??
    parameters.find(({ in: place, name }) => place === "query" && isNamedLikeKey(name))?.name
  );
}

/** Role of an operation that lists items, with the place of the list. */
export function listRole(resource: Resource, list: Placing | undefined): Role {
  return {
    kind: "list",
    ...keyRole(resource),
    ...findShownKey(resource, list, "list"),
    ...(resource.isListOfKeys && { listsKeys: true }),
    ...describeListPlace(list),
  };
}

/** The members of a role that say where the items of a list are. */
export type ListPlace = Pick<Role, "isKeyed" | "itemsProperty" | "entryProperty">;

/** The place of a list, and of the items in its entries. */
export function describeListPlace(list: Placing | undefined): ListPlace {
  const itemsProperty = stepsTo(list);
  const isKeyed = list?.site.form === "map";
  return {
    ...(isKeyed && { isKeyed }),
    ...(itemsProperty !== undefined && { itemsProperty }),
    ...(list?.site.entry && { entryProperty: list.site.entry.join(".") }),
  };
}

/** The collection of a resource, and what identifies its items. */
export function keyRole({ collection, idParameter, key }: Resource): Omit<Role, "kind"> {
  return {
    collection,
    ...(idParameter !== undefined && { idParameter }),
    ...(key && { idProperty: key.property }),
  };
}

function stepsTo(placing: Placing | undefined): string | undefined {
  if (placing && placing.site.steps.length > 0) return placing.site.steps.join(".");
  return undefined;
}
