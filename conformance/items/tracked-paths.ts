import {
  type Contract,
  type Json,
  type Operation,
  type Role,
  type Router,
  extractItemId,
} from "../../contracts/index.ts";
import type { Exchange, WireRequest } from "../model/exchange.ts";
import { listAskedItems, listRevealedKeys, readSentKey } from "./creation.ts";
import { isCreating, findRequestRole, findSubjectPath } from "./effects.ts";
import { readResponseItem, sentValues } from "./items.ts";
import { buildCollectionPath, buildItemPath, countPathParameters, plainPath } from "./places.ts";
import type { RequestToSend } from "./request-to-send.ts";
import type { Listing } from "./listed-items.ts";

/** Paths of the items and collections that a request concerns. `router` has the operations of the run. */
export function createTrackedPaths(router: Router) {
  /** Values of the parameters in the path of a collection. */
  const collectionValues = (request: WireRequest, role: Role): readonly Json[] =>
    sentValues(request, router).slice(0, countPathParameters(role.collection));
  return {
    collectionValues,
    /** Path of the item that a request may create, change or delete. */
    pathBefore({ request, operation, contract }: RequestToSend): string | undefined {
      const role = findRequestRole({ request, operation, contract });
      if (role && isCreating(role)) {
        const key = readSentKey(request, contract, operation);
        if (key === undefined) return undefined;
        return buildItemPath(contract, role, [...collectionValues(request, role), key]);
      }
      if (request.method === "DELETE") return plainPath(request.path);
      return findSubjectPath(request, operation, contract);
    },
    /** Paths of the items that a refusal shows to be there. */
    revealedPathsIn(exchange: Exchange, sent: RequestToSend): readonly string[] {
      const { request, response } = exchange;
      const role = findRequestRole(sent);
      if (role && isCreating(role)) {
        const values = collectionValues(request, role);
        const keys = listRevealedKeys(exchange, sent.contract, sent.operation);
        return keys.map((key) => buildItemPath(sent.contract, role, [...values, key]));
      }
      if ([409, 412, 423].includes(response.status)) return [plainPath(request.path)];
      return [];
    },
    /** Path of an item after a change. The body may show another id than the path. */
    shownPathIn(exchange: Exchange, { contract }: RequestToSend, role: Role | undefined): string {
      const path = plainPath(exchange.request.path);
      if (!role || role.idParameter === undefined || role.part !== undefined) return path;
      const values = sentValues(exchange.request, router);
      const id = extractItemId(readResponseItem(exchange, role), role);
      const isOther = (typeof id === "string" || typeof id === "number") && String(id) !== String(values.at(-1));
      if (isOther) return buildItemPath(contract, role, [...values.slice(0, -1), id]);
      return path;
    },
    /** True for a request that sends the key of the item at a path. */
    sendsKey({ request, operation, contract }: RequestToSend, path: string): boolean {
      const key = readSentKey(request, contract, operation);
      return key !== undefined && path.endsWith(`/${encodeURIComponent(String(key))}`);
    },
    /** Paths of the items that the body of a batch names. */
    batchPaths({ request, contract }: RequestToSend, role: Role): readonly string[] {
      const values = collectionValues(request, role);
      return listAskedItems(request, role).map((asked) => {
        const id = typeof asked === "object" ? extractItemId(asked, role) : asked;
        return buildItemPath(contract, role, [...values, id ?? ""]);
      });
    },
    /** Collection that a request concerns. */
    listingOf(
      request: WireRequest,
      { api }: Operation,
      { contract, role }: { readonly contract: Contract; readonly role: Role },
    ): Listing {
      const values = collectionValues(request, role);
      return { api, contract, role, values, path: buildCollectionPath(role, values) };
    },
  };
}
