import { type Json, foldedName, isObject } from "../../../contracts/index.ts";
import { type Exchange, jsonIn } from "../../model/exchange.ts";

/** True if a page says that more pages follow, false if it says that none do: in an envelope or an object in it. */
export function moreIn({ response }: Exchange): boolean | undefined {
  return statedIn(jsonIn(response));
}

function statedIn(body: Json | undefined): boolean | undefined {
  if (!isObject(body)) return undefined;
  for (const [name, value] of Object.entries(body)) {
    if (typeof value !== "boolean") continue;
    if (/^(has|is)?(more|next|nextpage|morepages|moreitems|moreresults)$/.test(foldedName(name))) return value;
    if (/^(is)?last(page)?$/.test(foldedName(name))) return !value;
  }
  const inner = Object.entries(body).filter(([name]) =>
    /^(meta|paging|page|pagination|pageinfo)$/.test(foldedName(name)),
  );
  return inner.map(([, value]) => statedIn(value as Json)).find((more) => more !== undefined);
}
