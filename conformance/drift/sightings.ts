import {
  type Contract,
  type Header,
  type Json,
  type JsonObject,
  type JsonType,
  type Operation,
  type SchemaPlace,
  type SchemaPart,
  getAcceptor,
  createHeaderReader,
  isClosedSchema,
  isObject,
  isOpenEnum,
  joinPointer,
  oncePer,
  openedContract,
  listSchemaPlaces,
  listPropertyNames,
  findResponse,
  getJsonType,
  valueAt,
  writtenPointer,
} from "../../contracts/index.ts";
import { isImpliedStatus } from "../checks/status-documented.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { genericPointer } from "../model/generic-pointer.ts";
import { findResponseMedia } from "../model/response-media.ts";

/** A value, field or status in a response that the contract does not list, and that is no violation. */
export interface Sighting {
  readonly kind: "enum-value" | "field" | "status";
  /** JSON pointer into the body without indexes. Empty for a status. */
  readonly place: string;
  /** Name of the header that it is in. Otherwise it is in the body. */
  readonly header?: string;
  /** Status code of the response. */
  readonly status: number;
  /** The enum value, the field name or the status code. */
  readonly seen: Json;
  /** Type of a field. */
  readonly type?: JsonType;
  /** Pointers to the parts of the document that would have to list it. */
  readonly owners: readonly string[];
}

/** The sighting of an undocumented status that every API may return. */
export function expectedStatus(status: number, operation: Operation): Sighting {
  return { kind: "status", place: "", status, seen: status, owners: [operation.pointer] };
}

/** Sightings in a response. Values of ambiguous alternatives are not reported. */
export function findSightings(
  { request, response }: Exchange,
  contract: Contract,
  operation: Operation,
): readonly Sighting[] {
  if (request.method !== operation.method) return [];
  const { status } = response;
  const documented = findResponse(operation, status);
  if (!documented) {
    if (!isImpliedStatus(status, operation)) return [];
    return [expectedStatus(status, operation)];
  }
  const pointer = findResponseMedia(response, documented)?.schema?.pointer;
  const body = pointer === undefined ? undefined : jsonIn(response);
  const found = pointer === undefined || body === undefined ? [] : findValueSightings(pointer, body, contract);
  const inHeaders = documented.headers.flatMap((header) => {
    const text = response.headers[header.name];
    if (text === undefined) return [];
    const value = readHeader(contract)(header)(text);
    return findValueSightings(header.schema.pointer, value, contract).map((each) => ({ ...each, header: header.name }));
  });
  return [...found, ...inHeaders].map((sighting) => ({ ...sighting, status }));
}

type Found = Omit<Sighting, "status">;

const readHeader = oncePer((contract: Contract) => oncePer((header: Header) => createHeaderReader(contract, header)));

/** Sightings in a value with a schema. */
function findValueSightings(pointer: string, value: Json, contract: Contract): readonly Found[] {
  const places = listSchemaPlaces(openedContract(contract), pointer, value, "response");
  const spoken = new Set(places.map((place) => place.pointer));
  const found = places.flatMap((place) => [
    ...findUnknownValues(place, contract),
    ...findUnknownFields(place, contract, spoken),
  ]);
  if (found.length === 0) return [];
  // The whole value may be valid although one place does not list a part of it.
  const isListed = getAcceptor(contract, pointer, "response")(value);
  if (isListed) return found.filter(({ kind }) => kind !== "enum-value");
  return found;
}

function findUnknownValues({ pointer, value, parts }: SchemaPlace, contract: Contract): Found[] {
  if (typeof value === "object" && value !== null) return [];
  const owners = parts
    .map((part) => getPartTraits(part, contract))
    .filter(({ openEnum }) => openEnum !== undefined && !openEnum.includes(value))
    .map(({ written }) => written);
  if (owners.length === 0) return [];
  const acceptsValueAtPointer = (from: Contract, at: string): boolean => getAcceptor(from, at, "response")(value);
  if (!parts.every((part) => acceptsValueAtPointer(openedContract(contract), part.pointer))) return [];
  const unions = parts
    .filter(({ schema }) => isUnionSchema(schema))
    .map((part) => getPartTraits(part, contract).written);
  // An alternative that accepts the value lists it.
  if (unions.some((union) => acceptsValueAtPointer(contract, union))) return [];
  // For a union, only one alternative is extended: a value in two alternatives of a oneOf would match neither.
  return [
    {
      kind: "enum-value",
      place: genericPointer(pointer),
      seen: value,
      owners: unions.length > 0 ? owners.slice(0, 1) : owners,
    },
  ];
}

function findUnknownFields(
  { pointer, value, parts }: SchemaPlace,
  contract: Contract,
  spoken: ReadonlySet<string>,
): Found[] {
  if (!isObject(value)) return [];
  const isKnownField = (name: string): boolean => parts.some((part) => getPartTraits(part, contract).names.has(name));
  const unknown = Object.entries(value).filter(
    ([name]) => !isKnownField(name) && !spoken.has(joinPointer(pointer, name)),
  );
  if (unknown.length === 0) return [];
  const named = parts.filter(({ schema }) => isObject(schema["properties"]));
  if (named.length === 0 || parts.some((part) => invitesMore(part.schema) || isUndecided(part, parts))) return [];
  // A closed schema rejects the field, which is a finding.
  if (parts.some(({ schema }) => isClosedSchema(schema))) return [];
  const owners = named.slice(0, 1).map((part) => getPartTraits(part, contract).written);
  return unknown.map(([name, member]) => ({
    kind: "field",
    place: genericPointer(joinPointer(pointer, name)),
    seen: name,
    type: getJsonType(member),
    owners,
  }));
}

/** Cached facts about a part of an opened contract. */
interface PartTraits {
  /** Pointer in the original document. */
  readonly written: string;
  /** Values of an enum that may be extended later. */
  readonly openEnum?: readonly Json[];
  /** Names of its properties. */
  readonly names: ReadonlySet<string>;
}

/** Cache by part. Parts are the same objects each time. */
const traits = new WeakMap<SchemaPart, PartTraits>();

function getPartTraits(part: SchemaPart, contract: Contract): PartTraits {
  const known = traits.get(part);
  if (known) return known;
  const written = writtenPointer(contract, part.pointer);
  const schema = valueAt(contract.document, written);
  const made: PartTraits = {
    written,
    names: listPropertyNames(contract, part.schema),
    ...(isObject(schema) && isOpenEnum(schema) && { openEnum: schema["enum"] as readonly Json[] }),
  };
  traits.set(part, made);
  return made;
}

/** True for an object that accepts further fields, or whose field names are data. */
function invitesMore(schema: JsonObject): boolean {
  const isInvited = (keyword: string): boolean => schema[keyword] !== undefined && schema[keyword] !== false;
  return ["additionalProperties", "unevaluatedProperties", "patternProperties", "propertyNames"].some(isInvited);
}

/** True for a union without a matching alternative. Its fields may belong to any of them. */
function isUndecided({ pointer, schema }: SchemaPart, parts: readonly SchemaPart[]): boolean {
  return (["anyOf", "oneOf"] as const).some(
    (keyword) =>
      schema[keyword] !== undefined &&
      !parts.some((part) => part.pointer.startsWith(`${joinPointer(pointer, keyword)}/`)),
  );
}

function isUnionSchema(schema: JsonObject | undefined): boolean {
  return schema?.["anyOf"] !== undefined || schema?.["oneOf"] !== undefined;
}
