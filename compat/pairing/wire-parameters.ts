import type { Both } from "../model/pair.ts";
import type { Operation, Parameter, Schema, Webhook } from "../../contracts/index.ts";
import { parameterKey } from "./pair-operations.ts";
import { isAnnotation, hasKeywords } from "../schema/place.ts";
import type { View } from "../schema/view.ts";
import { isCredential } from "./security.ts";

type ReadSchema = (schema: Schema) => View;

/** A parameter as requests contain it: members of an exploded object are parameters of their own. */
export interface WireParameter extends Parameter {
  /** For a member of an exploded object, the pointer of the object's parameter. */
  readonly owner?: string;
}

/** An object parameter whose members are query parameters. */
interface ExplodedObject {
  readonly members: ReadonlyMap<string, WireParameter>;
  /** Describes members beyond the listed ones. */
  readonly acceptsUnlisted: boolean;
  /** Requires more than its members require one by one, such as at least one of them. */
  readonly requiresMore: boolean;
}

/**
 * Parameters of both sides, by key. An object that is exploded into the query becomes one parameter for each member,
 * unless the other side has a parameter with the object's name, or the members would not show the whole change. A
 * `deepObject` is expanded only if the other side lists one of its members. An API key that both sides require as a
 * credential is not a parameter, even if one side lists it as such.
 */
export function wireParameters(
  { base, revision }: Both<readonly [Operation | Webhook, path: string]>,
  read: Both<ReadSchema>,
): Both<Map<string, WireParameter>> {
  const keyed = ([exchange, path]: typeof base): Map<string, Parameter> => {
    return new Map(allParameters(exchange).map((one) => [parameterKey(one, path), one]));
  };
  const isSecured = (one: Parameter): boolean =>
    [base, revision].every(([exchange]) => "security" in exchange && isCredential(one, exchange.security));
  const [fromBase, fromRevision] = [keyed(base), keyed(revision)];
  const withoutCredentials = (parameters: ReadonlyMap<string, Parameter>, others: ReadonlyMap<string, Parameter>) =>
    new Map([...parameters].filter(([key, one]) => others.has(key) || !isSecured(one)));
  return {
    base: expandObjects(
      withoutCredentials(fromBase, fromRevision),
      fromRevision,
      (one) => readExplodedObject(one, read.base, fromRevision),
      "acceptsUnlisted",
    ),
    revision: expandObjects(
      withoutCredentials(fromRevision, fromBase),
      fromBase,
      (one) => readExplodedObject(one, read.revision, fromBase),
      "requiresMore",
    ),
  };
}

/** Parameters of an exchange, including path parameters that are missing in the path template. */
export function allParameters(exchange: Operation | Webhook): readonly Parameter[] {
  const unplaced = "unplaced" in exchange ? (exchange.unplaced ?? []) : [];
  return [...exchange.parameters, ...unplaced];
}

/** Checks for a serialization that writes an object as one query parameter for each member. */
export function isExploded({ in: place, style, explode, mediaType }: Parameter): boolean {
  return place === "query" && mediaType === undefined && (style === "deepObject" || (style === "form" && explode));
}

/** Objects below this depth are not expanded into their members. */
const MAX_NESTED_OBJECTS = 32;

function expandObjects(
  parameters: ReadonlyMap<string, Parameter>,
  others: ReadonlyMap<string, Parameter>,
  explode: (parameter: WireParameter) => ExplodedObject | undefined,
  incompleteness: "acceptsUnlisted" | "requiresMore",
): Map<string, WireParameter> {
  return new Map([...parameters].flatMap(expandParameter));

  function expandParameter([key, parameter]: readonly [string, WireParameter]): [string, WireParameter][] {
    if (others.has(key) || !isExploded(parameter)) return [[key, parameter]];
    const isForm = parameter.style === "form";
    const canExpand = isForm || others.keys().some((other) => other.startsWith(`${key}[`));
    const object = canExpand ? explode(parameter) : undefined;
    if (!object) return [[key, parameter]];
    const members = isForm ? [...object.members] : [...object.members].flatMap(expandParameter);
    const isListed = members.some(([member]) => others.has(member));
    if (isListed ? !object[incompleteness] : isForm) return members;
    return [[key, parameter]];
  }
}

function readExplodedObject(
  parameter: WireParameter,
  read: ReadSchema,
  others: ReadonlyMap<string, Parameter>,
): ExplodedObject | undefined {
  const { owner = parameter.pointer } = parameter;
  const isForm = parameter.style === "form";
  const view = read(parameter.schema);
  if (view.properties.size === 0 || !isObjectOnly(view)) return undefined;
  const nameWireMember = (member: string): string => (isForm ? member : `${parameter.name}[${member}]`);
  const members = [...view.properties].flatMap(([member, [place]]): [string, WireParameter][] => {
    if (!place) return [];
    const { pointer, basis, schema } = place;
    const node = { pointer, basis, at: parameter.at };
    const value = { ...node, value: schema };
    const name = nameWireMember(member);
    const required = parameter.required && view.required.has(member);
    const isObject = !isForm && name.split("[").length <= MAX_NESTED_OBJECTS && isObjectOnly(read(value));
    const written = { style: isObject ? "deepObject" : "form", explode: true, schema: value };
    return [[`query ${name}`, { ...parameter, ...node, ...written, name, required, owner }]];
  });
  return {
    members: new Map(members),
    acceptsUnlisted: view.inner.entries().some(([step, places]) => step.startsWith(".") && places.some(hasKeywords)),
    requiresMore: requiresMoreThanMembers(
      parameter,
      view,
      (member) => others.get(`query ${nameWireMember(member)}`)?.required === true,
    ),
  };
}

/** Checks that a view has the type object only, apart from null, which cannot be written in a query. */
function isObjectOnly({ types }: View): boolean {
  return types.filter((type) => type !== "null").join() === "object";
}

/** Keywords that describe the members of an object and which of them are required. */
const memberKeywords = new Set(["$ref", "allOf", "type", "properties", "required", "additionalProperties"]);

function requiresMoreThanMembers(
  { required: isRequired }: Parameter,
  { parts, properties, required }: View,
  isAlwaysThere: (member: string) => boolean,
): boolean {
  // A required object without required members needs at least one of them. An optional object needs its required members
  // only if another is sent.
  const isByNone = isRequired
    ? required.size === 0 && !properties.keys().some(isAlwaysThere)
    : properties.size > 1 && !required.keys().every(isAlwaysThere);
  const isSaidTwice = properties.values().some((places) => places.length > 1);
  const keywords = parts.flatMap(({ schema }) => Object.keys(schema));
  return isByNone || isSaidTwice || keywords.some((one) => !memberKeywords.has(one) && !isAnnotation(one));
}
