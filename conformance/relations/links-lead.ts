import type { Item } from "../items/item.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  decodeSegment,
  isObject,
  joinPointer,
  findJsonMedia,
  listPropertyNames,
  findResponse,
  chooseSuccess,
  resolveTarget,
  splitPointer,
  valueAt,
  omitUndefined,
} from "../../contracts/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "../model/exchange.ts";
import { isGone } from "../items/fields.ts";
import { pathValuesByName } from "../items/items.ts";
import { arrivesValid, toParameterKey, writeRequest } from "../requests/wire.ts";
import type { Reading } from "../requests/preconditions.ts";
import type { Relation, Story } from "./story/relation.ts";
import { readSettledItem } from "./story/settled.ts";
import { resolveTargetPath, compilePathTemplate } from "./story/target-path.ts";
import { type Violation, collectViolations } from "./story/violation.ts";

/** Maximum number of links followed per response. */
const MAX_LINKS = 6;

/**
 * A documented link leads to an existing resource (OpenAPI 3.1, "Link Object"), and so does a URL that an item shows of
 * itself. Only links to safe operations are followed.
 */
export const linksLead: Relation = {
  id: "links-lead",
  claim: "A documented link, or a URL that an item shows of itself, leads to an existing resource",
  needs: [],
  runs: 2,
  async holds(item, story) {
    const read = await story.resource.sendRequest("read", item);
    const reader = story.resource.operationOf("read");
    const itemViolations = await followLinks({ operation: story.operation, exchange: item.exchange }, item, story);
    const further = read && reader ? await followLinks({ operation: reader, exchange: read }, item, story) : [];
    const urls = read ? await followUrls(item, story, read) : [];
    return [...itemViolations, ...further, ...urls];
  },
};

/** Names of members with a URL. */
const urlNames = /(^|_)(href|ur[il]|link)$|(Href|Ur[il]|Link)$/;

/**
 * Follows the URLs of an item that have its id and lead to a documented read: those of its first reading, and those that
 * it has once it is settled.
 */
async function followUrls(item: Item, story: Story, first: Exchange): Promise<readonly Violation[]> {
  const reader = story.resource.operationOf("read");
  const schema = reader && findJsonMedia(chooseSuccess(reader).response?.content ?? [])?.schema?.value;
  if (schema === undefined || ![...listPropertyNames(story.contract, schema)].some((name) => urlNames.test(name)))
    return [];
  const shownFirst = story.resource.itemIn("read", first);
  const early = shownFirst ? await brokenUrls({ exchange: first, shown: shownFirst }, item, story) : [];
  const reading = early.length > 0 ? undefined : await readSettledItem(item, story);
  if (reading) return brokenUrls(reading, item, story);
  return early;
}

async function brokenUrls({ exchange: read, shown }: Reading, item: Item, story: Story): Promise<readonly Violation[]> {
  return collectViolations(Object.entries(shown), async ([name, value]) => {
    if (!urlNames.test(name) || typeof value !== "string" || Object.hasOwn(item.sent, name)) return [];
    const path = resolveTargetPath(value, read.request.path, story);
    const to = path === undefined ? undefined : findReadByPath(path, item, story);
    if (path === undefined || !to) return [];
    const exchange = await story.exchange({ method: "GET", path, headers: {} }, to);
    const { status } = exchange.response;
    // The item shows the URL in its present state, so a conflict with that state is as wrong.
    if (![404, 409, 410].includes(status)) return [];
    const message = `The item shows "${name}" ${JSON.stringify(value)}, which leads nowhere (${status})`;
    return [{ key: `url ${name}`, message, exchange, otherExchanges: [read] }];
  });
}

/** The documented read at a path that has the id of an item. */
function findReadByPath(path: string, { id }: Item, { contract }: Story): Operation | undefined {
  const [bare = ""] = path.split("?", 1);
  if (!bare.split("/").some((segment) => decodeSegment(segment) === String(id))) return undefined;
  return contract.operations.find((each) => each.method === "GET" && compilePathTemplate(each.path).test(bare));
}

interface LinkSource {
  readonly operation: Operation;
  readonly exchange: Exchange;
}

async function followLinks(source: LinkSource, item: Item, story: Story): Promise<readonly Violation[]> {
  return collectViolations(listDocumentedLinks(source, story.contract).slice(0, MAX_LINKS), async ([name, link]) => {
    const to = linkTarget(link, story.contract);
    const request = to?.safe ? buildLinkRequest(link, to, { source, item, story }) : undefined;
    const exchange = to && request && (await story.exchange(request, to));
    if (!exchange || !isGone(exchange)) return [];
    const message = `The link "${name}" of ${source.operation.name} leads nowhere (${exchange.response.status})`;
    return [{ key: `link ${name}`, message, exchange }];
  });
}

function listDocumentedLinks(
  { operation, exchange }: LinkSource,
  contract: Contract,
): readonly (readonly [string, JsonObject])[] {
  const documented = findResponse(operation, exchange.response.status);
  const links = documented && valueAt(contract.document, joinPointer(documented.pointer, "links"));
  return Object.entries(isObject(links) ? links : {}).flatMap(([name, link]) => {
    const reference = isObject(link) ? link["$ref"] : undefined;
    const target = typeof reference === "string" ? resolveTarget(contract, reference) : link;
    if (isObject(target)) return [[name, target] as const];
    return [];
  });
}

/** The target operation of a link: by `operationId`, or by an `operationRef` within the document. */
function linkTarget({ operationId, operationRef }: JsonObject, { operations }: Contract): Operation | undefined {
  if (operationId !== undefined) return operations.find(({ id }) => id === operationId);
  if (typeof operationRef !== "string" || !operationRef.startsWith("#/paths/")) return undefined;
  const [, path, method = ""] = splitPointer(operationRef.slice(1));
  return operations.find((each) => each.path === path && each.method === method.toUpperCase());
}

interface Context {
  readonly source: LinkSource;
  readonly item: Item;
  readonly story: Story;
}

/** The request of a link. Returns undefined if a required value is missing or invalid. */
function buildLinkRequest(link: JsonObject, to: Operation, context: Context): WireRequest | undefined {
  const { contract } = context.story;
  const linkParameters = isObject(link["parameters"]) ? link["parameters"] : {};
  const parameters: Record<string, Json> = {};
  for (const parameter of to.parameters) {
    const { name, in: place, required } = parameter;
    const template = linkParameters[`${place}.${name}`] ?? linkParameters[name];
    const value = template === undefined ? undefined : evaluate(template, context);
    if (value === undefined && (required || template !== undefined)) return undefined;
    if (value === undefined) continue;
    if (!arrivesValid(contract, parameter, value)) return undefined;
    parameters[toParameterKey(parameter)] = value;
  }
  const body = link["requestBody"] === undefined ? undefined : evaluate(link["requestBody"], context);
  if (to.body?.required && body === undefined) return undefined;
  return writeRequest(contract, to, omitUndefined({ parameters, body }));
}

/** The value of a link parameter: a runtime expression, a text with expressions in braces, or a constant. */
function evaluate(template: Json, context: Context): Json | undefined {
  if (typeof template !== "string") return template;
  if (template.startsWith("$")) return evaluateExpression(template, context);
  const inner = [...template.matchAll(/\{(\$[^{}]+)\}/g)].map(([, expression = ""]) =>
    evaluateExpression(expression, context),
  );
  if (inner.some((value) => value === undefined || typeof value === "object")) return undefined;
  let index = 0;
  return template.replaceAll(/\{\$[^{}]+\}/g, () => String(inner[index++]));
}

/** The value of a runtime expression (OpenAPI 3.1, "Runtime Expressions"). */
function evaluateExpression(expression: string, { source: { exchange, operation }, item }: Context): Json | undefined {
  const { request, response } = exchange;
  const [, side, place, rest = ""] =
    /^\$(request|response)\.(body|header|path|query)([#.].*)?$/s.exec(expression) ?? [];
  if (place === "body") {
    const body = jsonIn(side === "request" ? request : response);
    if (body === undefined) return undefined;
    return valueAt(body, rest.replace(/^#/, ""));
  }
  const name = rest.slice(1);
  if (place === "header") return (side === "request" ? request : response).headers[name.toLowerCase()];
  if (place === "query") return new URLSearchParams(request.path.split("?")[1]).get(name) ?? undefined;
  if (place === "path") return pathValuesByName(operation.path, item.values)[name];
  return undefined;
}
