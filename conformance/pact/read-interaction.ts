import { type Json, type JsonObject, isObject } from "../../contracts/index.ts";
import type { Interaction, NamedState } from "./interaction.ts";

interface Place {
  readonly version: number;
  readonly pointer: string;
  /** The same with the spelling of its numbers. */
  readonly raw: JsonObject;
}

/** Interaction of any version in one form, or the reason why it is invalid. */
export function readInteraction(item: Json, { version, pointer, raw }: Place): Interaction | string {
  if (!isObject(item)) return "is not an object";
  const { description } = item;
  if (typeof description !== "string") return "has no description";
  const common = { description, states: readStates(item), pointer, pending: item["pending"] === true, raw };
  const type = typeof item["type"] === "string" ? item["type"] : undefined;
  if (pointer.startsWith("/messages") || type === "Asynchronous/Messages") {
    const content = type === undefined ? item["contents"] : readBodyContent(item["contents"]);
    return {
      ...common,
      kind: "message",
      ...(content !== undefined && { content }),
      metadata: readPactHeaders(item["metadata"] ?? item["metaData"]),
    };
  }
  if (type !== undefined && type !== "Synchronous/HTTP") return { ...common, kind: "other", type };
  const { request, response } = item;
  if (!isObject(request) || typeof request["method"] !== "string" || typeof request["path"] !== "string")
    return "has no request with a method and a path";
  if (!isObject(response)) return "has no response";
  const [path = "", ...queryInPath] = request["path"].split("?");
  const status = response["status"] ?? 200;
  if (typeof status !== "number") return "has a response whose status is not a number";
  return {
    ...common,
    kind: "http",
    request: {
      method: request["method"].toUpperCase(),
      path,
      query: [...queryInPath, readPactQuery(request["query"])].filter((part) => part !== "").join("&"),
      headers: readPactHeaders(request["headers"]),
      ...readPactBody(request["body"], version),
    },
    response: { status, headers: readPactHeaders(response["headers"]), ...readPactBody(response["body"], version) },
  };
}

function readStates(raw: JsonObject): NamedState[] {
  const rawStates = raw["providerStates"] ?? raw["providerState"] ?? raw["provider_state"] ?? [];
  if (typeof rawStates === "string") {
    if (rawStates === "") return [];
    return [{ name: rawStates, params: {} }];
  }
  if (!Array.isArray(rawStates)) return [];
  return rawStates.flatMap((state: Json) => {
    if (!isObject(state) || typeof state["name"] !== "string") return [];
    return [{ name: state["name"], params: isObject(state["params"]) ? state["params"] : {} }];
  });
}

/** Headers with names in lower case. For several values, the first versions have a string, and V4 has a list. */
function readPactHeaders(values: Json | undefined): Record<string, string> {
  if (!isObject(values)) return {};
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name.toLowerCase(), [value].flat().map(toPlainText).join(", ")]),
  );
}

function toPlainText(value: Json): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value);
}

function readPactQuery(query: Json | undefined): string {
  if (typeof query === "string") return query.replace(/^\?/, "");
  if (!isObject(query)) return "";
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, toPlainText(each)] as const),
  );
  return pairs.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
}

function readPactBody(body: Json | undefined, version: number): { readonly body?: Json } {
  const value = version >= 4 ? readBodyContent(body) : body;
  return value === undefined ? {} : { body: value };
}

/** Content of a body. V4 also has its encoding. */
function readBodyContent(body: Json | undefined): Json | undefined {
  if (!isObject(body)) return undefined;
  const { content, encoded } = body;
  if (typeof content !== "string" || typeof encoded !== "string") return content;
  if (encoded.toUpperCase() !== "JSON") return Buffer.from(content, "base64").toString();
  try {
    return JSON.parse(content) as Json;
  } catch {
    return content;
  }
}
