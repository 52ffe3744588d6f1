import { type Json, type JsonObject, isObject, joinPointer, targetPointer, valueAt } from "../../../contracts/index.ts";

/** A position where a value is sent, read from the document independently of the model. */
export interface SentPlace {
  /** Name of the operation, and of its part: the same on both sides of a comparison. */
  readonly operation: string;
  readonly part: string;
  /** Direction: "in" if the provider receives the value. */
  readonly polarity: "in" | "out";
  readonly required: boolean;
  /** Pointer to its schema, if it has one. */
  readonly pointer?: string;
}

interface ResolvedNode {
  readonly node: JsonObject;
  readonly pointer: string;
}

const methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace"];

/** All positions of values in requests and responses of operations and webhooks, without callbacks. */
export function sentPlaces(document: JsonObject): readonly SentPlace[] {
  return (["paths", "webhooks"] as const).flatMap((section) =>
    membersOf(document, { node: document, pointer: "" }, section).flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = resolveNode(document, joinPointer(item.pointer, method));
        const polarity = section === "paths" ? "in" : "out";
        return operation
          ? [...requestParts(document, item, operation), ...responseParts(document, operation)].map((place) => ({
              ...place,
              operation: operationName(method, path),
              polarity: place.part.startsWith("answer") ? opposite(polarity) : polarity,
            }))
          : [];
      }),
    ),
  );
}

/** Name of an operation without the names of its path parameters. */
export function withoutParameterNames(operation: string): string {
  return operation.replaceAll(/\{[^}]*\}/g, "{}");
}

type PlacePart = Pick<SentPlace, "part" | "required" | "pointer">;

function requestParts(document: JsonObject, item: ResolvedNode, operation: ResolvedNode): readonly PlacePart[] {
  const own = parameterParts(document, operation);
  const shared = parameterParts(document, item).filter(({ part }) => !own.some((one) => one.part === part));
  const body = resolveNode(document, joinPointer(operation.pointer, "requestBody"));
  return [
    ...shared,
    ...own,
    ...(body
      ? contentParts(document, body, "body").map((one) => ({ ...one, required: body.node["required"] === true }))
      : []),
  ];
}

/** Parameters with a schema, except path parameters. */
function parameterParts(document: JsonObject, { node, pointer }: ResolvedNode): readonly PlacePart[] {
  const list = Array.isArray(node["parameters"]) ? node["parameters"] : [];
  return list.flatMap((_, index): readonly PlacePart[] => {
    const found = resolveNode(document, joinPointer(pointer, "parameters", String(index)));
    if (!found || found.node["in"] === "path") return [];
    const { name, in: where, required } = found.node;
    const called = where === "header" ? String(name).toLowerCase() : String(name);
    return [{ part: `${where}.${called}`, required: required === true, ...schemaPointer(found) }];
  });
}

function responseParts(document: JsonObject, operation: ResolvedNode): readonly PlacePart[] {
  return membersOf(document, operation, "responses").flatMap(([status, response]) => [
    ...membersOf(document, response, "headers").map(([name, header]) => ({
      part: `answer ${status} ${name.toLowerCase()}`,
      required: header.node["required"] === true,
      ...schemaPointer(header),
    })),
    ...contentParts(document, response, `answer ${status} body`),
  ]);
}

function contentParts(document: JsonObject, holder: ResolvedNode, part: string): readonly PlacePart[] {
  return membersOf(document, holder, "content").map(([type, media]) => ({
    part: `${part} ${type}`,
    required: true,
    ...schemaPointer(media),
  }));
}

function schemaPointer({ node, pointer }: ResolvedNode): Pick<SentPlace, "pointer"> {
  return node["schema"] === undefined ? {} : { pointer: joinPointer(pointer, "schema") };
}

function membersOf(
  document: JsonObject,
  { node, pointer }: ResolvedNode,
  key: string,
): readonly (readonly [string, ResolvedNode])[] {
  const members = node[key];
  return Object.keys(isObject(members) ? members : {}).flatMap((name) => {
    const found = resolveNode(document, joinPointer(pointer, key, name));
    return found ? [[name, found] as const] : [];
  });
}

/** The node at a pointer, with its reference resolved. */
function resolveNode(document: JsonObject, pointer: string): ResolvedNode | undefined {
  const node: Json | undefined = valueAt(document, pointer);
  if (!isObject(node)) return undefined;
  return typeof node["$ref"] === "string" ? resolveNode(document, targetPointer(node["$ref"])) : { node, pointer };
}

function operationName(method: string, path: string): string {
  return withoutParameterNames(`${method.toUpperCase()} ${path}`);
}

function opposite(polarity: "in" | "out"): "in" | "out" {
  return polarity === "in" ? "out" : "in";
}
