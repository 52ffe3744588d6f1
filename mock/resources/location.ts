import type { ResourceContext } from "./resource-context.ts";
import {
  type Json,
  type JsonObject,
  type Parameter,
  isObject,
  joinQuery,
  membersOf,
  partsOf,
  percentEncode,
  typesOf,
  writeParameterText,
} from "../../contracts/index.ts";
import type { Call } from "../calls/call.ts";

/** Compiles the path of an item. Undefined if no operation has one. */
export function createLocationOf({ atItem }: ResourceContext): (call: Call, id: string | number) => string | undefined {
  if (!atItem) return () => undefined;
  const parts = joinQuery(atItem.operation.path, "").split(/\{([^{}]+)\}/);
  const own = idParameterOf(atItem)?.name;
  const parameters = new Map(
    atItem.operation.parameters.filter((each) => each.in === "path").map((each) => [each.name, each]),
  );
  return ({ input }, id) =>
    parts
      .map((part, index) => {
        if (index % 2 === 0) return part;
        const value = part === own ? id : (input.parameters[part] ?? "");
        return percentEncode(writeParameterText(parameters.get(part) as Parameter, value));
      })
      .join("");
}

/** Path parameter that names the item in an operation on it. */
export function idParameterOf(atItem: ResourceContext["atItem"]): Parameter | undefined {
  return atItem?.operation.parameters.find(
    ({ in: place, name }) => place === "path" && name === atItem.role.idParameter,
  );
}

/** Names of members with the URL of the item itself. */
const ownUrlNames = /^(self|href|url|uri|self_?(link|url|uri|href)|resource_?(url|uri))$/i;

/** Adds links to a new item that its contract requires and the request does not have. */
type WithOwnLinks = (call: Call, id: Json, item: JsonObject) => JsonObject;

/**
 * Compiles the links of an item to itself: required members such as `url`, `self`, `links.self` and `_links.self.href`
 * lead to the operation of the mock that reads it. Returns items as they are where generated values are not the usual ones.
 */
export function createOwnLinks(context: ResourceContext): WithOwnLinks {
  const { contract, representations, presenter, hasUsualValues, reader } = context;
  const paths = hasUsualValues && reader ? linkPaths() : [];
  if (paths.length === 0) return (_, __, item) => item;
  const locationOf = createLocationOf(context);
  return (call, id, item) => {
    const path = typeof id === "string" || typeof id === "number" ? locationOf(call, id) : undefined;
    const { headers, isSecure = false } = call.request;
    if (path === undefined || headers["host"] === undefined) return item;
    const url = `http${isSecure ? "s" : ""}://${headers["host"]}${path}`;
    return paths.reduce((linked, steps) => withLink(linked, steps, url), item);
  };

  function linkPaths(): readonly (readonly string[])[] {
    const { operation } = presenter;
    const top = [...representations.requiredProperties(operation)];
    const isLink = (steps: readonly string[]): boolean => {
      const [name = "", ...rest] = steps;
      let schemas = [representations.propertyOf(operation, name)];
      for (const step of rest) {
        if (!schemas.some((each) => partsOf(contract, each).some((part) => requires(part, step)))) return false;
        schemas = schemas.flatMap((each) => membersOf(contract, each, step));
      }
      return schemas.length > 0 && typesOf(contract, { allOf: schemas }).join() === "string";
    };
    const nested = [["self"], ["self", "href"], ["href"]];
    return top.flatMap((name) => {
      if (ownUrlNames.test(name) && isLink([name])) return [[name]];
      return /^_?(links|self)$/i.test(name)
        ? nested
            .map((rest) => [name, ...rest])
            .filter(isLink)
            .slice(0, 1)
        : [];
    });
  }
}

function requires(part: JsonObject, name: string): boolean {
  return Array.isArray(part["required"]) && part["required"].includes(name);
}

/** An object with a URL at a path, unless it has a value there. */
function withLink(item: JsonObject, [name = "", ...rest]: readonly string[], url: string): JsonObject {
  const present = item[name];
  if (rest.length === 0) return present === undefined ? { ...item, [name]: url } : item;
  if (present !== undefined && !isObject(present)) return item;
  return { ...item, [name]: withLink(present ?? {}, rest, url) };
}
