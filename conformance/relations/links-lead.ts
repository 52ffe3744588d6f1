import type { Broken } from "./story/broken.ts";
import type { Item } from "../items/item.ts";
import type { WireRequest } from "../model/wire-message.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  isObject,
  joinPointer,
  responseFor,
  targetOf,
  tokensOf,
  valueAt,
} from "../../contracts/index.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { named } from "../items/items.ts";
import { arrivesValid, keyOf, writeRequest } from "../requests/wire.ts";
import type { Relation, Story } from "./story/relation.ts";

/** So many links of an answer are followed. */
const MOST = 6;

/** A link that an answer is documented with leads to something (OpenAPI 3.1, "Link Object"); only those that change nothing are followed. */
export const linksLead: Relation = {
  id: "links-lead",
  claim: "A documented link leads to what is there",
  needs: [],
  runs: 2,
  async holds(item, story) {
    const read = await story.resource.ask("read", item);
    const reader = story.resource.operationOf("read");
    const own = await followed({ operation: story.operation, exchange: item.exchange }, item, story);
    const further = read && reader ? await followed({ operation: reader, exchange: read }, item, story) : [];
    return [...own, ...further];
  },
};

interface Linking {
  readonly operation: Operation;
  readonly exchange: Exchange;
}

async function followed(from: Linking, item: Item, story: Story): Promise<readonly Broken[]> {
  const broken: Broken[] = [];
  for (const [name, link] of linksOf(from, story.contract).slice(0, MOST)) {
    const to = linkedBy(link, story.contract);
    const request = to?.safe ? requestOf(link, to, { from, item, story }) : undefined;
    if (!to || !request) continue;
    const led = await story.exchange(request, to);
    const { status } = led.response;
    if (status !== 404 && status !== 410) continue;
    const message = `The link "${name}" of ${from.operation.name} leads nowhere (${status})`;
    broken.push({ key: `link ${name}`, message, exchange: led });
  }
  return broken;
}

function linksOf({ operation, exchange }: Linking, contract: Contract): readonly (readonly [string, JsonObject])[] {
  const documented = responseFor(operation, exchange.response.status);
  const links = documented && valueAt(contract.document, joinPointer(documented.pointer, "links"));
  return Object.entries(isObject(links) ? links : {}).flatMap(([name, link]) => {
    const reference = isObject(link) ? link["$ref"] : undefined;
    const target = typeof reference === "string" ? targetOf(contract, reference) : link;
    return isObject(target) ? [[name, target] as const] : [];
  });
}

/** By its id, or by a reference within the document. */
function linkedBy({ operationId, operationRef }: JsonObject, { operations }: Contract): Operation | undefined {
  if (operationId !== undefined) return operations.find(({ id }) => id === operationId);
  if (typeof operationRef !== "string" || !operationRef.startsWith("#/paths/")) return undefined;
  const [, path, method = ""] = tokensOf(operationRef.slice(1));
  return operations.find((each) => each.path === path && each.method === method.toUpperCase());
}

interface Context {
  readonly from: Linking;
  readonly item: Item;
  readonly story: Story;
}

/** Nothing where something that it needs is not said, or is no valid value. */
function requestOf(link: JsonObject, to: Operation, context: Context): WireRequest | undefined {
  const { contract } = context.story;
  const given = isObject(link["parameters"]) ? link["parameters"] : {};
  const parameters: Record<string, Json> = {};
  for (const parameter of to.parameters) {
    const { name, in: place, required } = parameter;
    const said = given[`${place}.${name}`] ?? given[name];
    const value = said === undefined ? undefined : evaluated(said, context);
    if (value === undefined && (required || said !== undefined)) return undefined;
    if (value === undefined) continue;
    if (!arrivesValid(contract, parameter, value)) return undefined;
    parameters[keyOf(parameter)] = value;
  }
  const body = link["requestBody"] === undefined ? undefined : evaluated(link["requestBody"], context);
  if (to.body?.required && body === undefined) return undefined;
  return writeRequest(to, { parameters, ...(body !== undefined && { body }) });
}

/** A value that a link gives: a runtime expression, a text with some in braces, or itself. */
function evaluated(said: Json, context: Context): Json | undefined {
  if (typeof said !== "string") return said;
  if (said.startsWith("$")) return expressed(said, context);
  const inner = [...said.matchAll(/\{(\$[^{}]+)\}/g)].map(([, expression = ""]) => expressed(expression, context));
  if (inner.some((value) => value === undefined || typeof value === "object")) return undefined;
  let index = 0;
  return said.replaceAll(/\{\$[^{}]+\}/g, () => String(inner[index++]));
}

/** A runtime expression (OpenAPI 3.1, "Runtime Expressions"). */
function expressed(expression: string, { from: { exchange, operation }, item }: Context): Json | undefined {
  const { request, response } = exchange;
  const [, side, place, rest = ""] =
    /^\$(request|response)\.(body|header|path|query)([#.].*)?$/s.exec(expression) ?? [];
  if (place === "body") {
    const body = jsonIn(side === "request" ? request : response);
    return body === undefined ? undefined : valueAt(body, rest.replace(/^#/, ""));
  }
  const name = rest.slice(1);
  if (place === "header") return (side === "request" ? request : response).headers[name.toLowerCase()];
  if (place === "query") return new URLSearchParams(request.path.split("?")[1]).get(name) ?? undefined;
  return place === "path" ? named(operation.path, item.values)[name] : undefined;
}
