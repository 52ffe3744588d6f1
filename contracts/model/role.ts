import type { JsonObject } from "./json.ts";

/** The kinds of roles, in the order in which people are told of them. */
export const roleKinds = [
  "list",
  "create",
  "copy",
  "read",
  "replace",
  "update",
  "transition",
  "delete",
  "singleton",
  "action",
] as const;

/**
 * What an operation does: a `copy` makes an item like another one, a `transition` is an action that changes the
 * item it is about (":publish", "/archive"), an `action` does nothing to what is remembered.
 */
export type RoleKind = (typeof roleKinds)[number];

/** What an operation does to the resources of its contract. */
export interface Role {
  readonly kind: RoleKind;
  /** The canonical template of the collection that the operation works on; a singleton is one by itself. */
  readonly collection: string;
  /** The parameter that names the item; of the path, where `x-state` names no other. */
  readonly idParameter?: string;
  /** The property of the item that holds its id, where one does. */
  readonly idProperty?: string;
  /** The property of the response that the item is wrapped in: "pet" in `{"pet": {…}}`. */
  readonly wrapper?: string;
  /**
   * The property of a list response that holds the items; a bare array has none. One inside an object is named
   * "_embedded.items".
   */
  readonly itemsProperty?: string;
  /** The property of the body that lists the items, or their ids, which it is about one by one; "" is the body itself. */
  readonly each?: string;
  /** The property of the item that is all the operation reads or writes. */
  readonly part?: string;
  /** What properties of the item become, where the body says nothing else. */
  readonly sets?: JsonObject;
  /** What query parameters of a list are about, where their names do not tell: "items.sku" is a member of each of its items. */
  readonly filters?: Readonly<Record<string, string>>;
  /** The properties that a list is ordered by where a request asks for no order; "-" before one turns it round. */
  readonly order?: readonly string[];
  /**
   * What properties must be for the operation to be carried out: a value, or one of several. They are the item's, or,
   * of an operation that makes items, those of the item that they belong to.
   */
  readonly when?: JsonObject;
  /** The properties of which no two items of a collection have the same value; "contact.email" is a member of one. */
  readonly unique?: readonly string[];
}

/** What `x-state` says of an operation's role. */
export type StateNote = Partial<Role>;
