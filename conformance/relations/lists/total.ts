import { type Json, type JsonObject, folded, isObject, totalNames } from "../../../contracts/index.ts";
import { type Exchange, jsonIn } from "../../model/exchange.ts";

/** How many items there are in all: in an envelope, in an object in it, or in a header. "count" and "hits" may mean the page. */
export function totalIn({ response }: Exchange): number | undefined {
  const told = response.headers["x-total-count"];
  return totalOf(jsonIn(response)) ?? (told !== undefined && /^\d+$/.test(told) ? Number(told) : undefined);
}

function totalOf(body: Json | undefined): number | undefined {
  if (!isObject(body)) return undefined;
  const isTotal = (name: string): boolean => totalNames.test(folded(name)) && /total/i.test(name);
  const own = Object.entries(body).find(([name, value]) => isTotal(name) && typeof value === "number");
  if (own) return own[1] as number;
  const inner = Object.entries(body).filter(([name]) => /^(meta|paging|page|pagination|pageinfo)$/.test(folded(name)));
  return inner.map(([, value]) => totalOf(value as JsonObject)).find((total) => total !== undefined);
}
