import type { Operation } from "../../model/contract.ts";
import { partsOf } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import type { Resources } from "../resources.ts";
import { holdsKey } from "../sites.ts";
import { findHome } from "./homes.ts";
import { readList } from "./read-list.ts";

/** A deletion at the path of a list, which names its items by members. */
export interface Removal {
  readonly collection: string;
  /** Members of the items, by the field of the request that must have their value. */
  readonly selects: Readonly<Record<string, string>>;
}

/**
 * The items that a DELETE of a list removes: `emoji` for "/comments/{id}/reactions?emoji=", and `user_id` for a body that
 * must have it. Undefined if the request need not name them, or must have what the items do not show.
 */
export function findRemoval(resources: Resources, operation: Operation): Removal | undefined {
  const { bodies, contract, operationsAt, placeOf } = resources;
  const { path, method } = placeOf(operation);
  const list = readList(resources, path);
  const isFilled = operationsAt.get(path)?.some((each) => placeOf(each).method === "POST" && !each.safe) ?? false;
  if (method !== "DELETE" || operation.method !== "DELETE" || list === undefined || !isFilled) return undefined;
  const sent = bodies.requestSchema(operation);
  const inQuery = operation.parameters.filter(({ in: place, required }) => place === "query" && required);
  const inBody =
    sent === undefined ? [] : partsOf(contract, sent).flatMap((part) => (part["required"] ?? []) as string[]);
  const isSingle =
    inQuery.every(({ schema }) => holdsKey(contract, schema.value)) &&
    inBody.every((name) => holdsKey(contract, bodies.member(sent ?? true, name) ?? false));
  const fields = [...inQuery.map(({ name }) => name), ...new Set(inBody)];
  if (fields.length === 0 || !isSingle) return undefined;
  const { collection, item = true } = findHome(resources, path);
  const known = new Set([...list.site.names, ...bodies.names(item)]);
  const selects: Record<string, string> = {};
  for (const field of fields) {
    const member = [...known].find((name) => foldedName(name) === foldedName(field));
    if (member === undefined) return undefined;
    selects[field] = member;
  }
  return { collection, selects };
}
