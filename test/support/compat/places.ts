import { type Json, type JsonObject, isObject, joinPointer, targetPointer, valueAt } from "../../../contracts/index.ts";

/** Where a value is sent, and what is said of it there, read from a document as it is written. */
export interface SentPlace {
  /** The operation and what of it: the same on both sides of a comparison. */
  readonly operation: string;
  readonly part: string;
  /** Whether the provider takes it ("in") or sends it. */
  readonly polarity: "in" | "out";
  readonly required: boolean;
  /** Of its schema; undefined where there is none. */
  readonly pointer?: string;
}

interface Found {
  readonly node: JsonObject;
  readonly pointer: string;
}

const methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"];

/** Everything that the operations and webhooks of a document send and take. Callbacks are left out. */
export function placesOf(document: JsonObject): readonly SentPlace[] {
  return (["paths", "webhooks"] as const).flatMap((section) =>
    membersOf(document, { node: document, pointer: "" }, section).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = followed(document, joinPointer(item.pointer, method));
        const polarity = section === "paths" ? "in" : "out";
        return operation
          ? [...requested(document, item, operation), ...answered(document, operation)].map((place) => ({
              ...place,
              operation: nameOf(method, path),
              polarity: place.part.startsWith("answer") ? opposite(polarity) : polarity,
            }))
          : [];
      }),
    ),
  );
}

/** The name of an operation, in which the names of path parameters do not count. */
export function anonymous(operation: string): string {
  return operation.replaceAll(/\{[^}]*\}/g, "{}");
}

type Part = Pick<SentPlace, "part" | "required" | "pointer">;

function requested(document: JsonObject, item: Found, operation: Found): readonly Part[] {
  const own = parametersOf(document, operation);
  const shared = parametersOf(document, item).filter(({ part }) => !own.some((one) => one.part === part));
  const body = followed(document, joinPointer(operation.pointer, "requestBody"));
  return [
    ...shared,
    ...own,
    ...(body
      ? contentOf(document, body, "body").map((one) => ({ ...one, required: body.node["required"] === true }))
      : []),
  ];
}

/** Those that have a schema. Of a path, they are told by their order alone, which nothing here needs. */
function parametersOf(document: JsonObject, { node, pointer }: Found): readonly Part[] {
  const list = Array.isArray(node["parameters"]) ? node["parameters"] : [];
  return list.flatMap((_, index): readonly Part[] => {
    const found = followed(document, joinPointer(pointer, "parameters", String(index)));
    if (!found || found.node["in"] === "path") return [];
    const { name, in: where, required } = found.node;
    const called = where === "header" ? String(name).toLowerCase() : String(name);
    return [{ part: `${where}.${called}`, required: required === true, ...schemaOf(found) }];
  });
}

function answered(document: JsonObject, operation: Found): readonly Part[] {
  return membersOf(document, operation, "responses").flatMap(([status, response]) => [
    ...membersOf(document, response, "headers").map(([name, header]) => ({
      part: `answer ${status} ${name.toLowerCase()}`,
      required: header.node["required"] === true,
      ...schemaOf(header),
    })),
    ...contentOf(document, response, `answer ${status} body`),
  ]);
}

function contentOf(document: JsonObject, holder: Found, part: string): readonly Part[] {
  return membersOf(document, holder, "content").map(([type, media]) => ({
    part: `${part} ${type}`,
    required: true,
    ...schemaOf(media),
  }));
}

function schemaOf({ node, pointer }: Found): Pick<SentPlace, "pointer"> {
  return node["schema"] === undefined ? {} : { pointer: joinPointer(pointer, "schema") };
}

function membersOf(document: JsonObject, { node, pointer }: Found, key: string): readonly (readonly [string, Found])[] {
  const members = node[key];
  return Object.keys(isObject(members) ? members : {}).flatMap((name) => {
    const found = followed(document, joinPointer(pointer, key, name));
    return found ? [[name, found] as const] : [];
  });
}

/** The node at a pointer, or that its reference leads to. */
function followed(document: JsonObject, pointer: string): Found | undefined {
  const node: Json | undefined = valueAt(document, pointer);
  if (!isObject(node)) return undefined;
  return typeof node["$ref"] === "string" ? followed(document, targetPointer(node["$ref"])) : { node, pointer };
}

function nameOf(method: string, path: string): string {
  return anonymous(`${method.toUpperCase()} ${path}`);
}

function opposite(polarity: "in" | "out"): "in" | "out" {
  return polarity === "in" ? "out" : "in";
}
