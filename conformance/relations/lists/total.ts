import { type Json, type JsonObject, foldedName, isObject, totalNames } from "../../../contracts/index.ts";
import { type Exchange, jsonIn } from "../../model/exchange.ts";

/** Total number of items: from an envelope, an object in it, or a header. "count" and "hits" are ignored, because they may count the page. */
export function totalIn({ response }: Exchange): number | undefined {
  const header = response.headers["x-total-count"];
  return totalOf(jsonIn(response)) ?? (header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined);
}

function totalOf(body: Json | undefined): number | undefined {
  if (!isObject(body)) return undefined;
  const isTotal = (name: string): boolean => totalNames.test(foldedName(name)) && /total/i.test(name);
  const totalMember = Object.entries(body).find(([name, value]) => isTotal(name) && typeof value === "number");
  if (totalMember) return totalMember[1] as number;
  const inner = Object.entries(body).filter(([name]) =>
    /^(meta|paging|page|pagination|pageinfo)$/.test(foldedName(name)),
  );
  return inner.map(([, value]) => totalOf(value as JsonObject)).find((total) => total !== undefined);
}
