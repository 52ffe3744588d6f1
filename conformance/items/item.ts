import type { Json, JsonObject, Operation, Role } from "../../contracts/index.ts";
import type { Exchange, WireRequest } from "../model/exchange.ts";

/** Item that the run has created on the target. */
export interface Item {
  /** Path parameter values. The last one is the id. */
  readonly values: readonly Json[];
  readonly id: Json;
  /** Item in the response of the creating request. */
  readonly value: JsonObject;
  /** Item in the body of the creating request. */
  readonly sent: JsonObject;
  /** Exchange that created the item. */
  readonly exchange: Exchange;
}

/** Kinds of operations on the items of a collection, other than creation. */
export type ItemOperationKind = "read" | "replace" | "update" | "delete" | "list";

/** Options of a generated request. */
export interface ItemRequestOptions {
  /** Body in place of a generated one. */
  readonly body?: JsonObject;
  /** Query parameters by name, in addition to the required ones. */
  readonly query?: JsonObject;
  /** Seed of the generated body, added to the seed of the run. */
  readonly seed?: number;
  /** Sender of the request. Defaults to the usual identity. */
  readonly as?: Send;
}

/** Function that sends a request of an operation. */
export type Send = (request: WireRequest, operation: Operation) => Promise<Exchange>;

/** Collection of items, with the operations on them. */
export interface Resource {
  readonly collection: string;
  /** Operations that change an item without sending its content: "POST /orders/{id}/ship". */
  readonly transitions: readonly Operation[];
  /** Operation of a kind. Undefined if the contract has none. */
  operationOf(deed: ItemOperationKind): Operation | undefined;
  /** Role of the operation of a kind. Undefined if the contract has none. */
  roleOf(deed: ItemOperationKind): Role | undefined;
  /** Item that an exchange with the creating operation created. Undefined if it created none. */
  createdItem(exchange: Exchange): Item | undefined;
  /** Creating request with an unused id, if the client chooses ids. */
  withUnusedId(request: WireRequest): WireRequest;
  /** Creates another item. */
  createItem(asked?: ItemRequestOptions): Promise<Item | undefined>;
  /** Sends a request of a kind. Undefined if the contract has no such operation or no request can be generated. */
  sendRequest(deed: ItemOperationKind, item: Item, asked?: ItemRequestOptions): Promise<Exchange | undefined>;
  /** Sends a transition of an item. Undefined if no request can be generated. */
  sendTransition(transition: Operation, item: Item): Promise<Exchange | undefined>;
  /** Item in a successful response. Undefined if the response has none. */
  itemIn(deed: ItemOperationKind, exchange: Exchange): JsonObject | undefined;
  /** Items in the response of a list. Undefined if the response is not a list. */
  itemsIn(exchange: Exchange): readonly JsonObject[] | undefined;
}
