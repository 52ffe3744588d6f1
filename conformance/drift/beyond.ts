import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonType,
  type Operation,
  type Place,
  type SchemaPart,
  acceptorOf,
  isObject,
  isOpenEnum,
  joinPointer,
  openedContract,
  placesOf,
  propertyNamesOf,
  responseFor,
  typeOf,
  valueAt,
  writtenPointer,
} from "../../contracts/index.ts";
import { goesWithoutSaying } from "../checks/status-documented.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { generic } from "../model/generic.ts";
import { mediaOf } from "../model/media-of.ts";

/** Something that an answer shows, that its contract does not list, and that is no fault. */
export interface Sighting {
  readonly kind: "enum-value" | "field" | "status";
  /** Where in the body, indices left out; empty for a status. */
  readonly place: string;
  /** Of the answer. */
  readonly status: number;
  /** The value, the name of the field, or the status. */
  readonly seen: Json;
  /** Of what type a field is. */
  readonly type?: JsonType;
  /** The parts of the contract's document that would have to list it. */
  readonly owners: readonly string[];
}

/** A status that goes without saying, and that the contract does not document. */
export function expectedStatus(status: number, operation: Operation): Sighting {
  return { kind: "status", place: "", status, seen: status, owners: [operation.pointer] };
}

/** What an answer shows beyond its contract. Where an alternative can be meant in several ways, nothing is said. */
export function beyond({ request, response }: Exchange, contract: Contract, operation: Operation): readonly Sighting[] {
  if (request.method !== operation.method) return [];
  const { status } = response;
  const documented = responseFor(operation, status);
  if (!documented) {
    if (!goesWithoutSaying(status, operation)) return [];
    return [expectedStatus(status, operation)];
  }
  const pointer = mediaOf(response, documented)?.schema?.pointer;
  const body = pointer === undefined ? undefined : jsonIn(response);
  if (pointer === undefined || body === undefined) return [];
  const places = placesOf(openedContract(contract), pointer, body, "response");
  const spoken = new Set(places.map((place) => place.pointer));
  const found = places.flatMap((place) => [...valuesIn(place, contract), ...fieldsIn(place, contract, spoken)]);
  if (found.length === 0) return [];
  // A value that one place does not list may be meant by the whole all the same.
  const isListed = acceptorOf(contract, pointer, "response")(body);
  return found.flatMap((sighting) => (isListed && sighting.kind === "enum-value" ? [] : [{ ...sighting, status }]));
}

type Found = Omit<Sighting, "status">;

function valuesIn({ pointer, value, parts }: Place, contract: Contract): Found[] {
  if (typeof value === "object" && value !== null) return [];
  const owners = parts
    .map((part) => traitsOf(part, contract))
    .filter(({ openEnum }) => openEnum !== undefined && !openEnum.includes(value))
    .map(({ written }) => written);
  if (owners.length === 0) return [];
  const accepts = (from: Contract, at: string): boolean => acceptorOf(from, at, "response")(value);
  if (!parts.every((part) => accepts(openedContract(contract), part.pointer))) return [];
  const unions = parts.filter(({ schema }) => isUnion(schema)).map((part) => traitsOf(part, contract).written);
  // One alternative that lists it is enough.
  if (unions.some((union) => accepts(contract, union))) return [];
  // Listed in two alternatives, it would be neither of them alone.
  return [
    {
      kind: "enum-value",
      place: generic(pointer),
      seen: value,
      owners: unions.length > 0 ? owners.slice(0, 1) : owners,
    },
  ];
}

function fieldsIn({ pointer, value, parts }: Place, contract: Contract, spoken: ReadonlySet<string>): Found[] {
  if (!isObject(value)) return [];
  const isKnown = (name: string): boolean => parts.some((part) => traitsOf(part, contract).names.has(name));
  const unknown = Object.entries(value).filter(([name]) => !isKnown(name) && !spoken.has(joinPointer(pointer, name)));
  if (unknown.length === 0) return [];
  const named = parts.filter(({ schema }) => isObject(schema["properties"]));
  if (named.length === 0 || parts.some((part) => invitesMore(part.schema) || isUndecided(part, parts))) return [];
  const closed = parts.filter(({ schema }) => schema["additionalProperties"] === false);
  const owners = (closed.length > 0 ? closed : named.slice(0, 1)).map((part) => traitsOf(part, contract).written);
  return unknown.map(([name, member]) => ({
    kind: "field",
    place: generic(joinPointer(pointer, name)),
    seen: name,
    type: typeOf(member),
    owners,
  }));
}

/** What is asked of a part of an opened contract again and again. */
interface Traits {
  /** Where it was written. */
  readonly written: string;
  /** The values that it lists there, where it lists some and others may come. */
  readonly openEnum?: readonly Json[];
  /** The names of the properties that it speaks of. */
  readonly names: ReadonlySet<string>;
}

/** A place names the same part each time. */
const traits = new WeakMap<SchemaPart, Traits>();

function traitsOf(part: SchemaPart, contract: Contract): Traits {
  const known = traits.get(part);
  if (known) return known;
  const written = writtenPointer(contract, part.pointer);
  const schema = valueAt(contract.document, written);
  const made: Traits = {
    written,
    names: propertyNamesOf(contract, part.schema),
    ...(isObject(schema) && isOpenEnum(schema) && { openEnum: schema["enum"] as readonly Json[] }),
  };
  traits.set(part, made);
  return made;
}

/** Whether the names of an object's fields are data, or others are welcome. */
function invitesMore(schema: JsonObject): boolean {
  const isInvited = (keyword: string): boolean => schema[keyword] !== undefined && schema[keyword] !== false;
  return ["additionalProperties", "unevaluatedProperties", "patternProperties", "propertyNames"].some(isInvited);
}

/** Whether none of the alternatives of a union was recognised: a field may belong to any of them. */
function isUndecided({ pointer, schema }: SchemaPart, parts: readonly SchemaPart[]): boolean {
  return (["anyOf", "oneOf"] as const).some(
    (keyword) =>
      schema[keyword] !== undefined &&
      !parts.some((part) => part.pointer.startsWith(`${joinPointer(pointer, keyword)}/`)),
  );
}

function isUnion(schema: JsonObject | undefined): boolean {
  return schema?.["anyOf"] !== undefined || schema?.["oneOf"] !== undefined;
}
