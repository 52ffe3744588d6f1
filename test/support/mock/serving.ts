import type { Json, JsonObject } from "../../../contracts/index.ts";
import { documentOf } from "../contracts/scratch.ts";

/** Schemas of the bodies of an operation, and the statuses that it documents, the usual one first. */
export interface StatedOperation {
  readonly sends?: Json;
  /** Media type of the request, if it is not JSON. */
  readonly sendsAs?: string;
  readonly shows?: Json;
  readonly statuses?: readonly string[];
  /** Other members of the operation object. */
  readonly also?: JsonObject;
  /** Links of the usual response. */
  readonly links?: JsonObject;
  readonly query?: readonly string[];
}

/** Operations by their methods and paths, such as "GET /users". */
export type StatedOperations = Readonly<Record<string, StatedOperation>>;

export const text = { type: "string" };

export function object(properties: JsonObject, also: JsonObject = {}): JsonObject {
  return { type: "object", properties, ...also };
}

export function listOf(items: Json): JsonObject {
  return { type: "array", items };
}

/** An OpenAPI document with some operations. */
export function documentWith(operations: StatedOperations): JsonObject {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, stated] of Object.entries(operations)) {
    const [method = "", path = ""] = name.split(" ");
    (paths[path] ??= {})[method.toLowerCase()] = statedOperation(method, path, stated);
  }
  return documentOf({ paths });
}

function statedOperation(
  method: string,
  path: string,
  { sends, sendsAs = "application/json", shows, statuses, also, links, query = [] }: StatedOperation,
): JsonObject {
  const parameter = (place: string) => (name: string) => ({
    name,
    in: place,
    required: place === "path",
    schema: text,
  });
  const inPath = [...path.matchAll(/\{([\w-]+)\}/g)].map(([, name = ""]) => name);
  const [usual = "", ...others] = statuses ?? [usualStatus(method, shows)];
  const response: Record<string, Json> = { description: "" };
  if (shows !== undefined) response["content"] = { "application/json": { schema: shows } };
  if (links !== undefined) response["links"] = links;
  const operation: Record<string, Json> = {
    parameters: [...inPath.map(parameter("path")), ...query.map(parameter("query"))],
    responses: { [usual]: response, ...Object.fromEntries(others.map((each) => [each, { description: "" }])) },
    ...also,
  };
  if (sends !== undefined) operation["requestBody"] = { content: { [sendsAs]: { schema: sends } } };
  return operation;
}

function usualStatus(method: string, shows: Json | undefined): string {
  if (shows === undefined) return "204";
  return method === "POST" ? "201" : "200";
}
