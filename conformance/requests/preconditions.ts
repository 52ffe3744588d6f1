import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Parameter,
  type VersionBase,
  createParameterReader,
  foldedName,
  isObject,
  oncePer,
  listQueryBases,
  readQuery,
  validatorOf,
  readItemVersion,
} from "../../contracts/index.ts";
import { type Exchange, type WireRequest, jsonIn } from "../model/exchange.ts";
import { findBodyVersion, withQueryValue } from "./version-base.ts";
import { requestMedia } from "./wire.ts";

/** A read of an item, and the item in its response. */
export interface Reading {
  readonly exchange: Exchange;
  readonly shown: JsonObject;
}

/** Part of a changing request that names the version of the item on which the change is based. */
export interface Precondition {
  /** Name of the header, query parameter or member, such as "If-Match" or "base_version". */
  readonly name: string;
  /** True if a request has a valid value here. */
  isIn(request: WireRequest): boolean;
  /** The request with a version. For a member, the version is JSON. */
  on(request: WireRequest, version: string): WireRequest;
  /** Versions that may be accepted now, the most likely first. */
  versionsOf(reading: Reading | undefined): readonly string[];
}

/** Preconditions of an operation: headers (RFC 9110, section 13.1), and versions in the query or the body. */
export const preconditionsOf = oncePer((contract: Contract) =>
  oncePer((operation: Operation): readonly Precondition[] => {
    if (operation.safe) return [];
    const inBody = findBodyVersion(contract, operation);
    return [
      ...listQueryBases(operation).map((base) => queryPrecondition(contract, operation, base)),
      ...operation.parameters.flatMap((parameter) => headerPrecondition(contract, parameter) ?? []),
      ...(inBody ? [bodyPrecondition(contract, operation, inBody)] : []),
    ];
  }),
);

const fixed = new WeakSet<WireRequest>();

/** Marks a request whose version is chosen on purpose, such as an outdated one. It is sent unchanged. */
export function fixVersion(request: WireRequest): WireRequest {
  fixed.add(request);
  return request;
}

export function hasFixedVersion(request: WireRequest): boolean {
  return fixed.has(request);
}

const headerVersions: Readonly<Record<string, (reading: Reading | undefined) => readonly string[]>> = {
  "if-match": (reading) => [...listEntityTags(reading), "*"],
  "if-none-match": (reading) => (reading ? [NO_TAG, "*"] : ["*", NO_TAG]),
  "if-unmodified-since": (reading) => [...listChangeTimes(reading), END_OF_TIME],
};

/** Entity tag that no item has. */
const NO_TAG = '"concord-none"';
const END_OF_TIME = "Fri, 31 Dec 9999 23:59:59 GMT";

function headerPrecondition(contract: Contract, parameter: Parameter): Precondition | undefined {
  const name = parameter.name.toLowerCase();
  const versions = headerVersions[name];
  if (parameter.in !== "header" || !versions) return undefined;
  const reader = createParameterReader(contract, parameter);
  const isValidVersion = (text: string): boolean =>
    validatorOf(contract, parameter.schema.pointer, "request")(reader.fromText(text)).length === 0;
  return {
    name: parameter.name,
    isIn: ({ headers }) => headers[name] !== undefined && isValidVersion(headers[name]),
    on: (request, version) => ({ ...request, headers: { ...request.headers, [name]: version } }),
    versionsOf: (reading) => versions(reading).filter(isValidVersion),
  };
}

/** Entity tags of an item: from its header, else from a member that holds its tag or version. */
function listEntityTags(reading: Reading | undefined): readonly string[] {
  const tag = reading?.exchange.response.headers["etag"];
  // A weak tag never matches (RFC 9110, section 13.1.1), but some providers compare its text.
  if (tag !== undefined) {
    if (tag.startsWith("W/")) return [tag, tag.slice(2)];
    return [tag];
  }
  return memberTexts(reading, [/^etag$/, /^(version|revision|rev)$/]).flatMap((text) => {
    if (/^(W\/)?"/.test(text)) return [text];
    return [text, `"${text}"`];
  });
}

/** Times of the latest change of an item, as HTTP dates. */
function listChangeTimes(reading: Reading | undefined): readonly string[] {
  const time = reading?.exchange.response.headers["last-modified"];
  if (time !== undefined) return [time];
  return memberTexts(reading, [/^(updated|modified|lastmodified|changed)(at|on)?$/]).flatMap((text) => {
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) return [];
    return [date.toUTCString()];
  });
}

function memberTexts(reading: Reading | undefined, names: readonly RegExp[]): readonly string[] {
  return names.flatMap((pattern) => {
    const version = readItemVersion(reading?.shown ?? {}, {
      name: "",
      isNamed: (field) => pattern.test(foldedName(field)),
    });
    if (version === undefined) return [];
    return [String(version)];
  });
}

function queryPrecondition(contract: Contract, { parameters }: Operation, base: VersionBase): Precondition {
  const { name } = base;
  const parameter = parameters.find((each) => each.in === "query" && each.name === name) as Parameter;
  const reader = createParameterReader(contract, parameter);
  return {
    name,
    isIn({ path }) {
      const value = reader.fromPairs(readQuery(path.split("?", 2)[1] ?? ""));
      return value !== undefined && validatorOf(contract, parameter.schema.pointer, "request")(value).length === 0;
    },
    on: (request, version) => withQueryValue(request, name, version),
    versionsOf: (reading) => [readItemVersion(reading?.shown ?? {}, base) ?? []].flat().map(String),
  };
}

function bodyPrecondition(contract: Contract, operation: Operation, base: VersionBase): Precondition {
  const { name } = base;
  const pointer = requestMedia(operation)?.schema?.pointer;
  return {
    name,
    isIn(request) {
      const body = jsonIn(request);
      if (pointer === undefined || !isObject(body) || !Object.hasOwn(body, name)) return false;
      return !validatorOf(contract, pointer, "request")(body).some((violation) => violation.pointer === `/${name}`);
    },
    on: (request, version) => setVersionMember(request, name, version),
    versionsOf: (reading) =>
      [readItemVersion(reading?.shown ?? {}, base) ?? []].flat().map((each) => JSON.stringify(each)),
  };
}

/** The request with the version in its body. The version is JSON, so that a number stays a number. */
function setVersionMember(request: WireRequest, name: string, version: string): WireRequest {
  const body = jsonIn(request);
  if (isObject(body)) return { ...request, body: JSON.stringify({ ...body, [name]: JSON.parse(version) as Json }) };
  return request;
}
