import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Parameter,
  type Schema,
  foldedName,
  isJson,
  isObject,
  limitNames,
  percentEncode,
  writeForm,
  writeParameterPairs,
  writeParameterText,
  writeQuery,
} from "../../contracts/index.ts";
import { type Values, createValues } from "../../contracts/generate/index.ts";

/** Request as it is sent. */
export interface RequestToSend {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Bodies of requests. */
export interface Variant {
  /** A set of names are the optional members that are sent. */
  readonly members: "all" | "without keys" | ReadonlySet<string>;
  /** Values to distribute over the items by member, so that a filter selects some of the items. */
  readonly spread?: ReadonlyMap<string, readonly Json[]>;
}

export interface RequestParts extends Partial<Variant> {
  readonly index?: number;
  /** Values of path parameters. */
  readonly known?: JsonObject;
  readonly limit?: number;
  readonly filter?: JsonObject;
}

/** Writer of requests to the operations of a contract. */
export type RequestWriter = (operation: Operation, parts: RequestParts) => RequestToSend;

/** Creates the writer. Bodies have the additional members, too, where the schema leaves them open. */
export function createRequestWriter(contract: Contract, token: string, additional: JsonObject = {}): RequestWriter {
  const values = createValues(contract, "request");
  return requestTo;

  function requestTo(
    operation: Operation,
    { index = 0, members = "all", spread = new Map(), known = {}, limit, filter = {} }: RequestParts,
  ): RequestToSend {
    const name = `${operation.id} ${index}`;
    const valueOf = ({ name: own, schema }: Parameter): Json =>
      known[own] ?? filter[own] ?? valueFor(values, schema, own);
    const path = operation.path.replaceAll(/\{([^{}]+)\}/g, (_, own: string) => {
      const parameter = operation.parameters.find((each) => each.in === "path" && each.name === own);
      return parameter ? percentEncode(writeParameterText(parameter, valueOf(parameter))) : own;
    });
    const pairs = operation.parameters
      .filter(
        (each) =>
          each.in === "query" &&
          (each.required || (limit !== undefined && isLimit(each)) || Object.hasOwn(filter, each.name)),
      )
      .flatMap((each) => writeParameterPairs(each, limit !== undefined && isLimit(each) ? limit : valueOf(each)));
    const headers = Object.fromEntries(
      operation.parameters
        .filter((each) => each.in === "header" && each.required)
        .map((each) => [each.name.toLowerCase(), writeParameterText(each, valueOf(each))]),
    );
    // Some documents describe a body of GET, which clients cannot send.
    const content = operation.method === "GET" ? [] : (operation.body?.content ?? []);
    const media = content.find(({ mediaType }) => takesJson(mediaType)) ?? content[0];
    const sample = media?.schema && sampleOf(media.schema, name, members);
    const isOpen = operation.method === "POST" && isObject(sample);
    const body = withSpread(isOpen ? { ...additional, ...sample } : sample, spread, index);
    return {
      method: operation.method,
      url: pairs.length === 0 ? path : `${path}?${writeQuery(pairs)}`,
      headers: {
        ...credentialsOf(operation, token),
        ...headers,
        ...(media && { "content-type": media.mediaType === "*/*" ? "application/json" : media.mediaType }),
      },
      ...(media && { body: takesJson(media.mediaType) ? JSON.stringify(body ?? {}) : writeForm(body ?? {}) }),
    };
  }

  function sampleOf(schema: Schema, name: string, members: Variant["members"]): Json | undefined {
    const whole = values.sample(schema, { name, optional: true });
    if (members === "all" || !isObject(whole)) return whole;
    if (members === "without keys") return withoutKeys(whole);
    const required = values.sample(schema, { name, optional: false });
    const chosen = Object.entries(whole).filter(([own]) => members.has(own));
    return isObject(required) ? { ...required, ...Object.fromEntries(chosen) } : required;
  }
}

/** True for a media type of JSON, and for any type. */
function takesJson(mediaType: string): boolean {
  return isJson(mediaType) || mediaType === "*/*";
}

/** True for the parameter that limits the number of items of a list. */
export function isLimit({ in: place, name }: Parameter): boolean {
  return place === "query" && limitNames.test(foldedName(name));
}

/** Headers with a credential of the first requirement of an operation. */
function credentialsOf({ security }: Operation, token: string): Record<string, string> {
  const [scheme] = security.find((schemes) => schemes.length === 1) ?? [];
  if (scheme?.type === "apiKey" && scheme.in === "header") return { [(scheme.parameter ?? "").toLowerCase()]: token };
  const isBasic = scheme?.type === "http" && scheme.scheme === "basic";
  return { authorization: isBasic ? `Basic ${Buffer.from(`${token}:x`).toString("base64")}` : `Bearer ${token}` };
}

/** A body without members that identify the item, which may have to be unique. */
function withoutKeys(body: Json | undefined): Json | undefined {
  if (!isObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !/(id|key|number|code|slug|name)$/i.test(name)));
}

/** A body in which the members to distribute have the values of its index. */
function withSpread(
  body: Json | undefined,
  spread: ReadonlyMap<string, readonly Json[]>,
  index: number,
): Json | undefined {
  if (!isObject(body)) return body;
  const changed = [...spread].filter(([name]) => Object.hasOwn(body, name));
  return { ...body, ...Object.fromEntries(changed.map(([name, all]) => [name, all[index % all.length] as Json])) };
}

function valueFor(values: Values, schema: Schema, name: string): Json {
  return values.sample(schema, { name, label: name }) ?? "x";
}
