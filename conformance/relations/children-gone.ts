import type { WireRequest } from "../model/wire-message.ts";
import { type Json, type Operation, percentEncode } from "../../contracts/index.ts";
import { pathValuesByName } from "../items/items.ts";
import { isSuccess } from "../items/fields.ts";
import type { Relation } from "./story/relation.ts";

const MAX_PATHS = 2;

/** Paths below a deleted item answer like paths below an item that never existed. */
export const childrenGone: Relation = {
  id: "children-gone",
  claim: "Children of a deleted item are deleted, too",
  cause: "lives",
  needs: ["delete", "read"],
  runs: 1,
  async holds(item, { resource, contract, exchange }) {
    const path = resource.operationOf("read")?.path ?? "";
    const below = contract.operations.filter((operation) => isBelow(operation, path)).slice(0, MAX_PATHS);
    if (below.length === 0) return [];
    const gone = await resource.sendRequest("delete", item);
    if (!gone || ![200, 204].includes(gone.response.status)) return { unjudged: "no item could be deleted" };
    const read = await resource.sendRequest("read", item);
    if (read?.response.status !== 404 && read?.response.status !== 410)
      return { unjudged: "the deleted item was still answered" };
    for (const operation of below) {
      const result = await exchange(requestTo(operation, item.values), operation);
      if (!isSuccess(result)) continue;
      const never = await exchange(requestTo(operation, unusedIdOf(item.values)), operation);
      if (never.response.status !== 404) continue;
      const message = `What is below a deleted item is still answered (${result.response.status})`;
      return [{ key: operation.name, message, exchange: result }];
    }
    return [];
  },
};

/** True for a GET below the item path that requires no parameters but the path parameters of the item. */
function isBelow({ method, path, parameters }: Operation, item: string): boolean {
  const isFree = parameters.every((parameter) => parameter.in === "path" || !parameter.required);
  return method === "GET" && isFree && path.startsWith(`${item}/`) && !path.slice(item.length).includes("{");
}

function requestTo({ path, method }: Operation, values: readonly Json[]): WireRequest {
  const known = Object.entries(pathValuesByName(path, values));
  const filled = known.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, () => percentEncode(String(value))),
    path,
  );
  return { method, path: filled, headers: { accept: "application/json, */*" } };
}

/** Path values of an item that never existed: the last id is replaced by an unused id of the same form. */
function unusedIdOf(values: readonly Json[]): readonly Json[] {
  const text = String(values.at(-1));
  const isCounter = /(^|[^0-9a-f])\d{1,6}$/i.test(text);
  const other = isCounter
    ? text.replace(/\d{1,6}$/, "7654321")
    : text.replaceAll(/[0-9]/g, (digit) => String((Number(digit) + 7) % 10));
  return [...values.slice(0, -1), other === text ? `${text}x7` : other];
}
