import type { Both } from "../model/pair.ts";
import type { Operation, Parameter, Schema, Webhook } from "../../contracts/index.ts";
import { parameterKey } from "./match.ts";
import { isAnnotation, isSaid } from "../schema/place.ts";
import type { View } from "../schema/view.ts";
import { isCredential } from "./security.ts";

type Read = (schema: Schema) => View;

/** A parameter as it is on the wire. */
export interface WireParameter extends Parameter {
  /** Of a member of an exploded object: the pointer of the parameter that the object is. */
  readonly owner?: string;
}

/** An object that is exploded into the query. */
interface Exploded {
  readonly members: ReadonlyMap<string, WireParameter>;
  /** Whether it tells what members are that it does not name. */
  readonly takesOthers: boolean;
  /** Whether it asks for more than each of its members does by itself, beside those that the other side lists. */
  readonly asksMore: boolean;
}

/**
 * The parameters of both sides by what makes them the same. An object that is exploded into the query is, on the wire,
 * a parameter for each of its members: so it is read, unless the other side has one of its name, or lists the members
 * and that would not say all of what is gone or asked for. What `deepObject` writes has the object's name before it: where
 * the other side lists none of it, the object is told of as a whole. What the credentials of both sides are, and one of
 * them lists once more as a parameter, is none.
 */
export function parametersOf(
  { base, revision }: Both<readonly [Operation | Webhook, path: string]>,
  read: Both<Read>,
): Both<Map<string, WireParameter>> {
  const keyed = ([exchange, path]: typeof base): Map<string, Parameter> => {
    return new Map(allParameters(exchange).map((one) => [parameterKey(one, path), one]));
  };
  const isSecured = (one: Parameter): boolean =>
    [base, revision].every(([exchange]) => "security" in exchange && isCredential(one, exchange.security));
  const [ours, theirs] = [keyed(base), keyed(revision)];
  const own = (parameters: ReadonlyMap<string, Parameter>, others: ReadonlyMap<string, Parameter>) =>
    new Map([...parameters].filter(([key, one]) => others.has(key) || !isSecured(one)));
  return {
    base: spread(own(ours, theirs), theirs, (one) => exploded(one, read.base, theirs), "takesOthers"),
    revision: spread(own(theirs, ours), ours, (one) => exploded(one, read.revision, ours), "asksMore"),
  };
}

/** The parameters of an exchange, with those that its path has no place for. */
export function allParameters(exchange: Operation | Webhook): readonly Parameter[] {
  const unplaced = "unplaced" in exchange ? (exchange.unplaced ?? []) : [];
  return [...exchange.parameters, ...unplaced];
}

/** Whether a parameter is an object that a query has member by member, if it is one. */
export function isExploded({ in: place, style, explode, mediaType }: Parameter): boolean {
  return place === "query" && mediaType === undefined && (style === "deepObject" || (style === "form" && explode));
}

/** Objects within more objects than these are not told of member by member. */
const MOST_DEEP = 32;

function spread(
  parameters: ReadonlyMap<string, Parameter>,
  others: ReadonlyMap<string, Parameter>,
  explode: (parameter: WireParameter) => Exploded | undefined,
  unsaid: "takesOthers" | "asksMore",
): Map<string, WireParameter> {
  return new Map([...parameters].flatMap(told));

  function told([key, parameter]: readonly [string, WireParameter]): [string, WireParameter][] {
    if (others.has(key) || !isExploded(parameter)) return [[key, parameter]];
    const isForm = parameter.style === "form";
    const isApart = isForm || others.keys().some((other) => other.startsWith(`${key}[`));
    const object = isApart ? explode(parameter) : undefined;
    if (!object) return [[key, parameter]];
    const members = isForm ? [...object.members] : [...object.members].flatMap(told);
    const isListed = members.some(([member]) => others.has(member));
    return (isListed ? !object[unsaid] : isForm) ? members : [[key, parameter]];
  }
}

function exploded(parameter: WireParameter, read: Read, others: ReadonlyMap<string, Parameter>): Exploded | undefined {
  const { owner = parameter.pointer } = parameter;
  const isForm = parameter.style === "form";
  const view = read(parameter.schema);
  if (view.properties.size === 0 || !isObjectOnly(view)) return undefined;
  const nameOf = (member: string): string => (isForm ? member : `${parameter.name}[${member}]`);
  const members = [...view.properties].flatMap(([member, [place]]): [string, WireParameter][] => {
    if (!place) return [];
    const { pointer, basis, schema } = place;
    const node = { pointer, basis, at: parameter.at };
    const value = { ...node, value: schema };
    const name = nameOf(member);
    const required = parameter.required && view.required.has(member);
    const isObject = !isForm && name.split("[").length <= MOST_DEEP && isObjectOnly(read(value));
    const written = { style: isObject ? "deepObject" : "form", explode: true, schema: value };
    return [[`query ${name}`, { ...parameter, ...node, ...written, name, required, owner }]];
  });
  return {
    members: new Map(members),
    takesOthers: view.inner.entries().some(([step, places]) => step.startsWith(".") && places.some(isSaid)),
    asksMore: asksMore(parameter, view, (member) => others.get(`query ${nameOf(member)}`)?.required === true),
  };
}

/** Null has no form in a query. */
function isObjectOnly({ types }: View): boolean {
  return types.filter((type) => type !== "null").join() === "object";
}

/** Keywords that say of an object what its members are, and which of them it has. */
const ofMembers = new Set(["$ref", "allOf", "type", "properties", "required", "additionalProperties"]);

function asksMore(
  { required: isRequired }: Parameter,
  { parts, properties, required }: View,
  isAlwaysThere: (member: string) => boolean,
): boolean {
  // Nothing else asks for any of them, or for what others come with.
  const isByNone = isRequired
    ? required.size === 0 && !properties.keys().some(isAlwaysThere)
    : properties.size > 1 && !required.keys().every(isAlwaysThere);
  const isSaidTwice = properties.values().some((places) => places.length > 1);
  const keywords = parts.flatMap(({ schema }) => Object.keys(schema));
  return isByNone || isSaidTwice || keywords.some((one) => !ofMembers.has(one) && !isAnnotation(one));
}
