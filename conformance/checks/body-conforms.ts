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
  partsOf,
  targetOf,
  tokensOf,
} from "../../contracts/index.ts";
import { jsonIn, type Exchange } from "../model/exchange.ts";
import { contentTypeOf, hasOtherCharset, mediaTypesFor } from "../model/media-of.ts";
import { genericPointer, genericPointerIn } from "../model/generic-pointer.ts";
import { basisAt, basisOfRequired } from "../model/schema-basis.ts";
import type { ShownPart } from "../model/shown-part.ts";
import type { Check, CheckContext } from "./check.ts";
import { weakestBasis } from "../model/weakest-basis.ts";

/** Maximum number of reported flaws per body. */
const MOST_FLAWS = 5;

/** Check that a body matches the schema documented for its status. */
export const bodyConforms: Check = {
  id: "body-conforms",
  claim: "Every body matches the schema that the contract documents for its status",
  cause: "shape",
  faultCode: "F101",
  appliesTo: concerns,
  judge(exchange, context) {
    const { contract, documented } = context;
    if (!documented || !concerns(exchange, context)) return [];
    const { response } = exchange;
    const type = contentTypeOf(response);
    const [first, ...others] = mediaTypesFor(response, documented);
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
    const accepts = (each: MediaType): boolean =>
      !each.schema || validatorOf(contract, each.schema.pointer, "response")(body).length === 0;
    if (accepts(first) || others.some(accepts)) return [];
    // Open enums allow further values, which consumers must handle.
    const violations = validatorOf(openedContract(contract), pointer, "response")(body);
    const genericPlace = (violation: Violation): string =>
      placeOf({ ...violation, pointer: genericPointerIn(contract, violation.pointer) });
    const flaws = causes(violations).map((violation) => {
      const missing = membersMissing(violation, violations);
      const bases =
        missing.length > 0
          ? missing.map((name) => basisOfRequired(contract, schema, violation.pointer, name))
          : [basisAt(contract, schema, violation.pointer)];
      return {
        basis: weakestBasis(...bases),
        place: componentPlaceOf(contract, schema.value, joinPointer(violation.pointer, ...missing.slice(0, 1))),
        key: [response.status, genericPlace(violation), violation.keyword, ...missing].join(" "),
        message: `The body of status ${response.status} ${shortcomingOf(violation, missing)}`,
        shown: shownPartOf(violation, missing),
      };
    });
    return flaws.slice(0, MOST_FLAWS);
  },
};

/** Difference between a body and its schema, as the end of a sentence. */
function shortcomingOf(violation: Violation, missing: readonly string[]): string {
  const { pointer, got, expected } = violation;
  if (isExcess(violation)) return `has at "${placeOf(violation)}" ${got}, which its closed schema does not allow`;
  if (missing.length === 0) return `has at "${pointer}" ${got}, expected ${expected}`;
  const names = namesOf(violation, missing);
  return `lacks the ${names.length === 1 ? "property" : "properties"} ${names.map((name) => `"${name}"`).join(", ")}${pointer === "" ? "" : ` at "${pointer}"`}`;
}

/** Place of a violation, and what is expected there. */
function shownPartOf(violation: Violation, missing: readonly string[]): ShownPart {
  const { pointer, got, expected } = violation;
  if (isExcess(violation)) return { pointer: placeOf(violation), actual: got };
  if (missing.length === 0) return { pointer, expected, actual: got };
  return { pointer, missing: namesOf(violation, missing) };
}

/** Names of missing properties, that of the violation first. */
function namesOf({ member }: Violation, missing: readonly string[]): readonly string[] {
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
function placeOf(violation: Violation): string {
  if (isExcess(violation)) return joinPointer(violation.pointer, violation.member as string);
  return violation.pointer;
}

/** First violation of each location. Others there are consequences or belong to another branch of the same union. */
function causes(violations: readonly Violation[]): readonly Violation[] {
  const places = new Map<string, Violation>();
  for (const violation of violations) {
    const place = genericPointer(placeOf(violation));
    if (!places.has(place)) places.set(place, violation);
  }
  const isUnion = ({ keyword }: Violation): boolean => keyword === "anyOf" || keyword === "oneOf";
  const isWithin = (inner: string, outer: string): boolean => inner.startsWith(`${outer}/`);
  return [...places].flatMap(([place, violation]) =>
    isUnion(violation) && [...places.keys()].some((other) => isWithin(other, place)) ? [] : violation,
  );
}

/**
 * Status codes that HTTP servers and gateways send before the provider sees the request. `default` and ranges describe
 * the responses of the provider.
 */
const ofServers = new Set([413, 414, 431]);

function concerns({ request, response: { status, unread } }: Exchange, { documented }: CheckContext): boolean {
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
function componentPlaceOf(contract: Contract, schema: JsonSchema, pointer: string): string | undefined {
  let place: string | undefined;
  let parentSchema: JsonSchema = schema;
  for (const name of tokensOf(genericPointerIn(contract, pointer))) {
    const found = declaredIn(contract, parentSchema, name);
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

function declaredIn(contract: Contract, parentSchema: JsonSchema, name: string): Declared | undefined {
  const parts = partsOf(contract, parentSchema);
  const declaring = parts.find((part) => memberOf(part, name) !== undefined);
  if (!declaring) return undefined;
  const refs = parts.flatMap(({ $ref }) =>
    typeof $ref === "string" && partsOf(contract, targetOf(contract, $ref)).includes(declaring) ? [$ref] : [],
  );
  return { schema: memberOf(declaring, name) as JsonSchema, ref: refs.at(-1) };
}

function memberOf({ properties, items, additionalProperties }: JsonObject, name: string): JsonSchema | undefined {
  if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name] as JsonSchema;
  if (name === "*") return (items ?? additionalProperties) as JsonSchema | undefined;
  return undefined;
}
