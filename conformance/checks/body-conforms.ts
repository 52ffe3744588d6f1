import {
  type MediaType,
  type Violation,
  closingKeywords,
  isJson,
  joinPointer,
  openedContract,
  validatorOf,
  writeMediaType,
  type Contract,
  type JsonObject,
  type JsonSchema,
  isObject,
  listSchemaParts,
  resolveTarget,
  splitPointer,
} from "../../contracts/index.ts";
import { jsonIn, type Exchange } from "../model/exchange.ts";
import { getContentType, hasOtherCharset, listMediaTypes } from "../model/response-media.ts";
import { genericPointer, toGenericPointer } from "../model/generic-pointer.ts";
import { findSchemaBasis, basisOfRequired } from "../model/schema-basis.ts";
import type { ShownPart } from "../model/shown-part.ts";
import type { Check, CheckContext } from "./check.ts";
import { weakestBasis } from "../model/weakest-basis.ts";

/** Maximum number of reported flaws per body. */
const MAX_FLAWS = 5;

/** Check that a body matches the schema documented for its status. */
export const bodyConforms: Check = {
  id: "body-conforms",
  claim: "Every body matches the schema that the contract documents for its status",
  cause: "shape",
  faultCode: "F101",
  appliesTo: concernsBody,
  judge(exchange, context) {
    const { contract, documented } = context;
    if (!documented || !concernsBody(exchange, context)) return [];
    const { response } = exchange;
    const type = getContentType(response);
    const [first, ...others] = listMediaTypes(response, documented);
    if (!first || hasOtherCharset(response, first)) {
      const known = documented.content.map(writeMediaType).join(", ");
      const isOther = documented.content.every(({ mediaType }) => mediaType !== type);
      const shown = isOther ? type : response.headers["content-type"];
      const message = `Content type "${shown}" is not documented for status ${response.status} (documented: ${known})`;
      if (known.includes("*")) return [];
      return [{ key: "content-type", message }];
    }
    if (response.unread?.reason === "broken") {
      const message = `The body cannot be decoded, though its Content-Encoding says "${response.unread.coding}"`;
      return [{ key: "content-encoding", message }];
    }
    if (!first.schema || !isJson(type)) return [];
    const body = jsonIn(response);
    if (body === undefined)
      return [{ key: "malformed", message: "The body is not JSON, though its content type says so" }];
    const { schema } = first;
    const { pointer } = schema;
    const conformsToMedia = (each: MediaType): boolean =>
      !each.schema || validatorOf(contract, each.schema.pointer, "response")(body).length === 0;
    if (conformsToMedia(first) || others.some(conformsToMedia)) return [];
    // Open enums allow further values, which consumers must handle.
    const violations = validatorOf(openedContract(contract), pointer, "response")(body);
    const genericPlace = (violation: Violation): string =>
      locateViolation({ ...violation, pointer: toGenericPointer(contract, violation.pointer) });
    const flaws = causes(violations).map((violation) => {
      const missing = membersMissing(violation, violations);
      const bases =
        missing.length > 0
          ? missing.map((name) => basisOfRequired(contract, schema, violation.pointer, name))
          : [findSchemaBasis(contract, schema, violation.pointer)];
      return {
        basis: weakestBasis(...bases),
        place: locateInComponent(contract, schema.value, joinPointer(violation.pointer, ...missing.slice(0, 1))),
        key: [response.status, genericPlace(violation), violation.keyword, ...missing].join(" "),
        message: `The body of status ${response.status} ${describeShortcoming(violation, missing)}`,
        shown: locateShownPart(violation, missing),
      };
    });
    return flaws.slice(0, MAX_FLAWS);
  },
};

/** Difference between a body and its schema, as the end of a sentence. */
function describeShortcoming(violation: Violation, missing: readonly string[]): string {
  const { pointer, got, expected } = violation;
  if (isExcess(violation))
    return `has at "${locateViolation(violation)}" ${got}, which its closed schema does not allow`;
  if (missing.length === 0) return `has at "${pointer}" ${got}, expected ${expected}`;
  const names = listMissingNames(violation, missing);
  return `lacks the ${names.length === 1 ? "property" : "properties"} ${names.map((name) => `"${name}"`).join(", ")}${pointer === "" ? "" : ` at "${pointer}"`}`;
}

/** Place of a violation, and what is expected there. */
function locateShownPart(violation: Violation, missing: readonly string[]): ShownPart {
  const { pointer, got, expected } = violation;
  if (isExcess(violation)) return { pointer: locateViolation(violation), actual: got };
  if (missing.length === 0) return { pointer, expected, actual: got };
  return { pointer, missing: listMissingNames(violation, missing) };
}

/** Names of missing properties, that of the violation first. */
function listMissingNames({ member }: Violation, missing: readonly string[]): readonly string[] {
  return [...(member === undefined ? [] : [member]), ...missing.filter((name) => name !== member)];
}

/** Names of all required properties missing from one object. Together they make one flaw. */
function membersMissing({ keyword, pointer }: Violation, all: readonly Violation[]): readonly string[] {
  if (keyword !== "required") return [];
  const sameKeyword = all.filter((each) => each.keyword === keyword && each.pointer === pointer);
  return [...new Set(sameKeyword.flatMap(({ member }) => member ?? []))].toSorted();
}

const closing = new Set(closingKeywords);

/** True for a member that a closed schema does not have. */
function isExcess({ keyword, member }: Violation): boolean {
  return closing.has(keyword) && member !== undefined;
}

/** Pointer of a violation: for a member that is too much, that of the member. */
function locateViolation(violation: Violation): string {
  if (isExcess(violation)) return joinPointer(violation.pointer, violation.member as string);
  return violation.pointer;
}

/** First violation of each location. Others there are consequences or belong to another branch of the same union. */
function causes(violations: readonly Violation[]): readonly Violation[] {
  const places = new Map<string, Violation>();
  for (const violation of violations) {
    const place = genericPointer(locateViolation(violation));
    if (!places.has(place)) places.set(place, violation);
  }
  const isUnionViolation = ({ keyword }: Violation): boolean => keyword === "anyOf" || keyword === "oneOf";
  const isPointerWithin = (inner: string, outer: string): boolean => inner.startsWith(`${outer}/`);
  return [...places].flatMap(([place, violation]) =>
    isUnionViolation(violation) && [...places.keys()].some((other) => isPointerWithin(other, place)) ? [] : violation,
  );
}

/**
 * Status codes that HTTP servers and gateways send before the provider sees the request. `default` and ranges describe
 * the responses of the provider.
 */
const ofServers = new Set([413, 414, 431]);

function concernsBody({ request, response: { status, unread } }: Exchange, { documented }: CheckContext): boolean {
  if (unread?.reason === "unknown") return false;
  const hasBody = request.method !== "HEAD" && status !== 204 && status !== 304;
  if (!hasBody || !documented || (ofServers.has(status) && documented.status !== String(status))) return false;
  return documented.content.length > 0;
}

interface Declared {
  readonly schema: JsonSchema;
  /** Last `$ref` that leads to the parent schema. Undefined if the parent is inline. */
  readonly ref: string | undefined;
}

/**
 * Location of a value relative to the last shared schema on its path, such as "#/components/schemas/Book/author/name".
 * Operations that share the schema share the location. Undefined if all schemas on the path are inline.
 */
function locateInComponent(contract: Contract, schema: JsonSchema, pointer: string): string | undefined {
  let place: string | undefined;
  let parentSchema: JsonSchema = schema;
  for (const name of splitPointer(toGenericPointer(contract, pointer))) {
    const found = findDeclaration(contract, parentSchema, name);
    if (!found) {
      if (place === undefined) return undefined;
      return `${place}/${name}`;
    }
    place = found.ref ?? place;
    if (place !== undefined) place += `/${name}`;
    parentSchema = found.schema;
  }
  return place;
}

function findDeclaration(contract: Contract, parentSchema: JsonSchema, name: string): Declared | undefined {
  const parts = listSchemaParts(contract, parentSchema);
  const declaring = parts.find((part) => getMemberSchema(part, name) !== undefined);
  if (!declaring) return undefined;
  const refs = parts.flatMap(({ $ref }) =>
    typeof $ref === "string" && listSchemaParts(contract, resolveTarget(contract, $ref)).includes(declaring)
      ? [$ref]
      : [],
  );
  return { schema: getMemberSchema(declaring, name) as JsonSchema, ref: refs.at(-1) };
}

function getMemberSchema(
  { properties, items, additionalProperties }: JsonObject,
  name: string,
): JsonSchema | undefined {
  if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name] as JsonSchema;
  if (name === "*") return (items ?? additionalProperties) as JsonSchema | undefined;
  return undefined;
}
