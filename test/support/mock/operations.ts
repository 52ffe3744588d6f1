import type { Json, JsonObject } from "../../../contracts/index.ts";
import type { Platform } from "../../../mock/index.ts";
import { compileInMemory } from "../contracts/in-memory.ts";
import { platformServing } from "./ask.ts";

/** An operation of a test document. */
export interface Stated {
  readonly shows?: Json;
  readonly sends?: Json;
  /** Query parameters, by name: the schema, or all that the document says. */
  readonly query?: Readonly<Record<string, JsonObject>>;
  readonly id?: string;
  readonly summary?: string;
  readonly description?: string;
  /** Other responses, by status: their descriptions. */
  readonly refuses?: Readonly<Record<string, string>>;
}

/** Schema of an object. */
export function object(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: "object", properties, required };
}

/** A platform for a document with some operations: "POST /orders/{id}/cancel". Parameters of paths are texts. */
export function servingOperations(operations: Readonly<Record<string, Stated>>): Platform {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, stated] of Object.entries(operations)) {
    const [method, path] = name.split(" ") as [string, string];
    (paths[path] ??= {})[method.toLowerCase()] = describe(path, stated);
  }
  return platformServing([compileInMemory({ paths })]);
}

function describe(path: string, { shows, sends, query = {}, id, refuses = {}, ...texts }: Stated): JsonObject {
  const content = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter);
  const refusals = Object.entries(refuses).map(([status, description]) => [status, { description }] as const);
  return {
    parameters: [
      ...inPath.map((each) => ({ name: each, in: "path", required: true, schema: { type: "string" } })),
      ...Object.entries(query).map(([each, said]) => ({ name: each, in: "query", schema: {}, ...said })),
    ],
    ...(sends !== undefined && { requestBody: content(sends) }),
    ...(id !== undefined && { operationId: id }),
    ...texts,
    responses: {
      "200": { description: "", ...(shows !== undefined && content(shows)) },
      ...Object.fromEntries(refusals),
    },
  };
}
