import type { ResourceContext } from "./resource-context.ts";
import {
  type Json,
  type JsonObject,
  type Parameter,
  joinQuery,
  listSchemaParts,
  percentEncode,
  chooseSuccess,
  listJsonTypes,
  writeParameterText,
} from "../../contracts/index.ts";
import type { Call } from "../calls/call.ts";

/** Compiles the path of an item. Undefined if no operation has one. */
export function compileLocation({ atItem }: ResourceContext): (call: Call, id: string | number) => string | undefined {
  if (!atItem) return () => undefined;
  const parts = joinQuery(atItem.operation.path, "").split(/\{([^{}]+)\}/);
  const own = findIdParameter(atItem)?.name;
  const parameters = new Map(
    atItem.operation.parameters.filter((each) => each.in === "path").map((each) => [each.name, each]),
  );
  return ({ input }, id) => {
    let path = parts[0] as string;
    for (let index = 1; index < parts.length; index += 2) {
      const name = parts[index] as string;
      const value = name === own ? id : (input.parameters[name] ?? "");
      path += percentEncode(writeParameterText(parameters.get(name) as Parameter, value)) + parts[index + 1];
    }
    return path;
  };
}

/**
 * Compiles the header Location of a create: the path of the item, or its URL where the document asks for one. An item
 * without a path of its own is below the collection, if the header is documented.
 */
export function createLocationHeader(
  context: ResourceContext,
): (call: Call, id: string | number) => string | undefined {
  const { contract, operation } = context;
  const documented = chooseSuccess(operation, 201).response?.headers.find(({ name }) => name === "location");
  const locationOf = compileLocation(context);
  const isUrl =
    documented && listSchemaParts(contract, documented.schema.value).some(({ format }) => /^ur[il]$/.test(`${format}`));
  return (call, id) => {
    const below = documented && `${call.path}/${percentEncode(String(id))}`;
    const path = locationOf(call, id) ?? below;
    return isUrl ? toAbsoluteUrl(call, path) : path;
  };
}

/** Path parameter that names the item in an operation on it. */
export function findIdParameter(atItem: ResourceContext["atItem"]): Parameter | undefined {
  return atItem?.operation.parameters.find(
    ({ in: place, name }) => place === "path" && name === atItem.role.idParameter,
  );
}

/** Names of members with the URL of the item itself. */
const ownUrlNames = /^(self|href|url|uri|(self|this|own)_?(link|url|uri|href)|resource_?(url|uri))$/i;
/** Names of members of a create's answer with that URL, where the item does not have them. */
const answeredUrlNames = /^((resource_?)?location|link)$/i;

/**
 * Compiles the members by which the answer of a create identifies the new item, and which the item itself does not have:
 * its key under another name and in another type, and its URL.
 */
export function createAnsweredIdentity(
  context: ResourceContext,
): ((call: Call, id: string | number) => JsonObject) | undefined {
  const { contract, operation, role, representations, presenter } = context;
  const urlNames = [...representations.propertyNames(operation)].filter(
    (name) =>
      (ownUrlNames.test(name) || answeredUrlNames.test(name)) &&
      !representations.hasProperty(presenter.operation, name) &&
      listJsonTypes(contract, representations.propertyOf(operation, name)).includes("string"),
  );
  const { shownKey } = role;
  if (shownKey === undefined && urlNames.length === 0) return undefined;
  const locationOf = compileLocation(context);
  return (call, id) => {
    const members: Record<string, Json> = {};
    if (shownKey !== undefined) members[shownKey] = representations.idAs(operation, id);
    const url = toAbsoluteUrl(call, locationOf(call, id));
    if (url !== undefined) for (const name of urlNames) members[name] = url;
    return members;
  };
}

/** URL of a path. Undefined if the host is not known. */
function toAbsoluteUrl({ request }: Call, path: string | undefined): string | undefined {
  const { headers, isSecure = false } = request;
  if (path === undefined || headers["host"] === undefined) return undefined;
  return `http${isSecure ? "s" : ""}://${headers["host"]}${path}`;
}
