import type { WireRequest } from "../model/wire-message.ts";
import type { Json, JsonObject, Operation, Role } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";

/** An item that a target was made to have. */
export interface Item {
  /** The values of the parameters of its path, its id the last. */
  readonly values: readonly Json[];
  readonly id: Json;
  /** As it was shown when it was made. */
  readonly value: JsonObject;
  /** What was asked for. */
  readonly sent: JsonObject;
  /** How it was made. */
  readonly exchange: Exchange;
}

/** What may be done to the items of a collection, beside making them. */
export type Deed = "read" | "replace" | "update" | "delete" | "list";

/** How a request is made. */
export interface Asked {
  /** In place of a body that is made up. */
  readonly body?: JsonObject;
  /** Query parameters by name, over those that are needed. */
  readonly query?: JsonObject;
  /** Bodies made up of another seed differ. */
  readonly seed?: number;
  /** As whom; the usual identity if not said. */
  readonly as?: Send;
}

/** Sends a request of an operation. */
export type Send = (request: WireRequest, operation: Operation) => Promise<Exchange>;

/** The collection that an operation makes items of, and what can be done to them: each a request and its answer. */
export interface Resource {
  readonly collection: string;
  /** What changes an item otherwise than by its content: "POST /orders/{id}/ship". */
  readonly transitions: readonly Operation[];
  /** The operation of a deed, where the contract has one. */
  operationOf(deed: Deed): Operation | undefined;
  /** Of a deed that the contract has. */
  roleOf(deed: Deed): Role | undefined;
  /** The item that an exchange with the making operation has made; nothing where it made none. */
  made(exchange: Exchange): Item | undefined;
  /** The request to make an item, with an id of its own where the client chooses it. */
  fresh(request: WireRequest): WireRequest;
  /** Makes another item. */
  make(asked?: Asked): Promise<Item | undefined>;
  /** Nothing where the contract has no such deed, or no request for it can be made. */
  ask(deed: Deed, item: Item, asked?: Asked): Promise<Exchange | undefined>;
  /** Sends a transition of an item; nothing where no request for it can be made. */
  act(transition: Operation, item: Item): Promise<Exchange | undefined>;
  /** The item that an answer to a deed shows; nothing where it shows none. */
  shown(deed: Deed, exchange: Exchange): JsonObject | undefined;
  /** The items that a list shows; nothing where it is no list. */
  listed(exchange: Exchange): readonly JsonObject[] | undefined;
}
