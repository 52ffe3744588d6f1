import type { Json, JsonObject } from "../../../contracts/index.ts";
import { rolesOf } from "../../../contracts/resources/roles.ts";
import { compileInMemory } from "./in-memory.ts";

export const text = { type: "string" };

/** Operation of a test document: its response, its request, and the names of its query parameters. */
export interface Stated {
  readonly status?: string;
  /** True if it documents 404 as well. */
  readonly missing?: boolean;
  readonly shows?: Json;
  readonly sends?: Json;
  readonly query?: readonly string[];
  readonly summary?: string;
}

/** Schema of an object. */
export function object(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

/** Schema of a list. */
export function list(items: Json): JsonObject {
  return { type: "array", items };
}

/** Contract with some operations: "POST /orders/{id}/cancel". */
export function contractOf(operations: Readonly<Record<string, Stated>>): ReturnType<typeof compileInMemory> {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, { status = "200", missing, shows, sends, query = [], summary = "" }] of Object.entries(
    operations,
  )) {
    const [method, path] = name.split(" ") as [string, string];
    const content = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
    (paths[path] ??= {})[method.toLowerCase()] = {
      summary,
      parameters: query.map((each) => ({ name: each, in: "query", schema: text })),
      ...(sends !== undefined && { requestBody: content(sends) }),
      responses: {
        [status]: { description: "Fine.", ...(shows !== undefined && content(shows)) },
        ...(missing && { "404": { description: "Missing." } }),
      },
    };
  }
  return compileInMemory({ paths });
}

/** Roles of operations, in words: "list of /orders by id". */
export function rolesIn(operations: Readonly<Record<string, Stated>>): Record<string, string> {
  return Object.fromEntries(
    [...rolesOf(contractOf(operations))].map(([{ name }, { kind, collection, idParameter, part }]) => {
      const by = idParameter === undefined ? "" : ` by ${idParameter}`;
      return [name, `${kind} of ${collection}${by}${part === undefined ? "" : `, ${part} of it`}`];
    }),
  );
}
