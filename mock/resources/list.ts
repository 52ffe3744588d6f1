import { type Json, propertyNamesOf } from "../../contracts/index.ts";
import type { Call, Handler } from "../call.ts";
import type { ResourceContext } from "./handlers.ts";

const limitNames = ["limit", "size", "page_size", "pageSize", "per_page", "perPage"];
const offsetNames = ["offset", "from", "skip", "start"];
const totalNames = /^(total|count|hits|total_?(count|items|results|hits|records))$/i;
const moreNames = /^has_?(more|next)(_?page)?$/i;

/** Answers with a page of the collection, in the envelope that the contract has. */
export function listHandler(
  { contract, operation, role, representations, isWritable }: ResourceContext,
  collection: (call: Call) => string,
): Handler {
  const { itemsProperty } = role;
  const schema = representations.schemaOf(operation);
  const members = schema
    ? [...propertyNamesOf(contract, schema.value)].filter((member) => member !== itemsProperty)
    : [];
  const totals = members.filter((member) => totalNames.test(member));
  const mores = members.filter((member) => moreNames.test(member));
  return async (call) => {
    const { organization } = call.world;
    const name = `${call.seed} ${organization} ${call.path}`;
    if (!isWritable) return { value: representations.example(operation, name) };
    const page = pageOf(call.input.parameters);
    const { items, total } = await call.store.list(organization, collection(call), page);
    const values = items.map((item) => item.value);
    if (itemsProperty === undefined) return { value: values };
    const envelope: Record<string, Json> = { [itemsProperty]: values };
    for (const member of totals) envelope[member] = total;
    for (const member of mores) envelope[member] = page.offset + items.length < total;
    return { value: envelope };
  };
}

/** Which part of the collection is asked for; all of it where nothing is said. */
function pageOf(parameters: Readonly<Record<string, Json>>): { offset: number; limit: number } {
  const number = (names: readonly string[]): number | undefined =>
    names.map((name) => parameters[name]).find((value) => typeof value === "number");
  const limit = number(limitNames) ?? Number.POSITIVE_INFINITY;
  const page = number(["page"]);
  const offset =
    number(offsetNames) ?? (page !== undefined && limit < Number.POSITIVE_INFINITY ? Math.max(0, page - 1) * limit : 0);
  return { offset: Math.max(0, offset), limit: Math.max(0, limit) };
}
