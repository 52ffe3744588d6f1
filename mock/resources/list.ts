import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  isObject,
  membersOf,
  propertyNamesOf,
  typesOf,
} from "../../contracts/index.ts";
import type { Handler } from "../call.ts";
import { type ResourceContext, collectionOf } from "./resource.ts";

const limitNames = ["limit", "size", "page_size", "pageSize", "per_page", "perPage"];
const offsetNames = ["offset", "from", "skip", "start"];
const totalNames = /^(total|count|hits|total_?(count|items|results|hits|records))$/i;
const moreNames = /^has_?(more|next)(_?page)?$/i;

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Answers with a page of the collection, in the envelope that the contract has. */
export function listHandler({ contract, operation, role, representations, isWritable }: ResourceContext): Handler {
  const { itemsProperty } = role;
  const collection = collectionOf(role);
  const pageOf = pages(operation);
  const schema = representations.schemaOf(operation)?.value ?? true;
  const counts = countsIn(contract, schema, itemsProperty);
  return async (call) => {
    const { organization } = call.world;
    if (!isWritable) return { value: representations.example(operation, `${call.seed} ${organization} ${call.path}`) };
    const page = pageOf(call.input.parameters);
    const { items, total } = await call.store.list(organization, collection(call), page);
    const envelope = itemsProperty === undefined ? {} : counts(total, page.offset + items.length < total);
    return { page: { items, envelope } };
  };
}

/** How an operation's parameters tell a page; all of the collection where nothing is said. */
function pages(operation: Operation): (parameters: Readonly<Record<string, Json>>) => Page {
  const query = operation.parameters.filter((parameter) => parameter.in === "query");
  const named = (names: readonly string[]) => names.flatMap((name) => query.filter((each) => each.name === name));
  const [limits, offsets, numbers] = [named(limitNames), named(offsetNames), named(["page"])];
  const schema = numbers[0]?.schema.value;
  const first = isObject(schema) && (schema["minimum"] === 0 || schema["default"] === 0) ? 0 : 1;
  return (parameters) => {
    const valueOf = (candidates: Operation["parameters"]): number | undefined =>
      candidates
        .map(({ name, schema: { value } }) => parameters[name] ?? (isObject(value) ? value["default"] : undefined))
        .find((value) => typeof value === "number");
    const limit = Math.max(0, valueOf(limits) ?? Number.POSITIVE_INFINITY);
    const before = Math.max(0, (valueOf(numbers) ?? first) - first);
    // Where pages have no size, everything is on the first one.
    return { offset: Math.max(0, valueOf(offsets) ?? (before === 0 ? 0 : before * limit)), limit };
  };
}

/** The members of an envelope that count: in itself, or in an object inside it ("meta", "pagination"). */
function countsIn(
  contract: Contract,
  schema: JsonSchema,
  itemsProperty?: string,
  isInner = false,
): (total: number, hasMore: boolean) => JsonObject {
  const names = [...propertyNamesOf(contract, schema)].filter((name) => name !== itemsProperty);
  const inner = names.flatMap((name) => {
    const member: JsonSchema = { allOf: membersOf(contract, schema, name) };
    const types = typesOf(contract, member);
    return isInner || !types.includes("object") || types.includes("string")
      ? []
      : [[name, countsIn(contract, member, undefined, true)] as const];
  });
  return (total, hasMore) => {
    const envelope: Record<string, Json> = {};
    for (const [name, counts] of inner) {
      const value = counts(total, hasMore);
      if (Object.keys(value).length > 0) envelope[name] = value;
    }
    for (const name of names) {
      if (totalNames.test(name)) envelope[name] = total;
      if (moreNames.test(name)) envelope[name] = hasMore;
    }
    return envelope;
  };
}
