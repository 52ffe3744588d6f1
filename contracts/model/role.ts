import type { JsonObject } from "./json.ts";

/** Kinds of roles in display order. */
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
 * Effect of an operation. `copy` creates an item from another one. `transition` is an action that changes its item
 * (":publish", "/archive"). `action` changes no stored state.
 */
export type RoleKind = (typeof roleKinds)[number];

/** Effect of an operation on the resources of its contract. */
export interface Role {
  /** True for a read of items at a path that says nothing of their collection. */
  readonly isView?: boolean;
  readonly kind: RoleKind;
  /** Canonical path template of the collection. A singleton is a collection of its own. */
  readonly collection: string;
  /** Parameter that identifies the item. It is a path parameter unless `x-state` names another one. */
  readonly idParameter?: string;
  /** Property of the item by which the path names it, if that is not its id: "tag_name" for "/releases/tags/{tag}". */
  readonly by?: string;
  /** Property of the item that holds its id, if there is one. */
  readonly idProperty?: string;
  /** Property of the response that holds the id, if it has another name there than in the item. */
  readonly shownKey?: string;
  /** Member or query parameter of a creating request that holds the id, if it has another name there. */
  readonly sentKey?: string;
  /** Property of the response that wraps the item: "pet" in `{"pet": {…}}`, or "result.pet". */
  readonly wrapper?: string;
  /** Property of the request that wraps the item, if it is another one than that of the response. */
  readonly sentIn?: string;
  /** Property of a list response that holds the items, such as "items" or "_embedded.items". Absent for a bare array. */
  readonly itemsProperty?: string;
  /** Property of each entry of a list that holds its item: "node" in `{"edges": [{"node": {…}}]}`, or "resource.data". */
  readonly entryProperty?: string;
  /** True for a list that shows only the ids of its items. */
  readonly listsKeys?: boolean;
  /** True for a list that is an object of items by their ids. */
  readonly isKeyed?: boolean;
  /** Property of the request body that lists items or their ids. The operation applies to each; "" is the body itself. */
  readonly each?: string;
  /** Property of the item to which the operation is limited. */
  readonly part?: string;
  /** Default values that the operation sets on the item. The request body overrides them. */
  readonly sets?: JsonObject;
  /** Item properties that query parameters filter by, by parameter name. "items.sku" is a member of each of the `items`. */
  readonly filters?: Readonly<Record<string, string>>;
  /** Default sort order of a list, as property names. "-" before a name means descending. */
  readonly order?: readonly string[];
  /**
   * Precondition of the operation: each property must have the value, or one of the values. The properties are those of
   * the item, or of the parent item if the operation creates items.
   */
  readonly when?: JsonObject;
  /** Properties that are unique within the collection, such as "contact.email". */
  readonly unique?: readonly string[];
}

/** Role fields that `x-state` sets. */
export type StateNote = Partial<Role>;
