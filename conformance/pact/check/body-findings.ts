import {
  type Contract,
  type Json,
  type JsonSchema,
  type MediaType,
  type Node,
  type Schema,
  type Violation,
  mediaTypeCovers,
  createTextReader,
  isJson,
  joinPointer,
  resolveMemberSchema,
  listMemberSchemas,
  listPropertyNames,
  readContentType,
  readForm,
  splitPointer,
  listJsonTypes,
  validatorOf,
} from "../../../contracts/index.ts";
import { type Citations, writeCitation } from "../../model/citations.ts";
import { placeInBody, placeOfNode, placesOfBody } from "./contract-place.ts";
import { expectedContract } from "./expected-contract.ts";
import type { Finding, Side } from "../finding.ts";

interface BodyInContract {
  readonly side: Side;
  readonly schema: Schema;
  readonly body: Json;
  /** JSON pointer of the body in the pact file. */
  readonly at: string;
  /** Owner of the body: an operation, a response, a webhook. */
  readonly owner: Node;
  readonly profile: Citations;
}

/** Differences between a body and its contract, with both places. */
export function bodyFindings(
  contract: Contract,
  { side, schema, body, at, owner, profile }: BodyInContract,
): Finding[] {
  const isSent = side === "request";
  const judge = isSent ? contract : expectedContract(contract);
  const violations = causalViolations(
    judge,
    schema.value,
    validatorOf(judge, schema.pointer, isSent ? "request" : "response")(body),
  );
  if (violations.length === 0) return [];
  const places = placesOfBody(contract, schema, body, side);
  return violations.map((violation) => ({
    code: `${side}.body`,
    severity: "error",
    side,
    ...(isSent ? wordsOfSent(violation) : wordsOfExpected(violation, profile)),
    pact:
      at +
      violation.pointer +
      (violation.keyword === "unevaluatedProperties" ? joinPointer("", violation.member ?? "") : ""),
    contract: placeInBody(contract, places, violation.pointer) ?? placeOfNode(owner),
  }));
}

/**
 * Value of a body for its schema: JSON as it is, forms and plain text as the schema reads them. Undefined for other
 * media types.
 */
export function readBody(
  contract: Contract,
  media: MediaType,
  body: Json,
  header: string | undefined,
): Json | undefined {
  const { type } = readContentType(header);
  const sent = type === "" ? media.mediaType : type;
  if (isJson(sent) || (type === "" && mediaTypeCovers(sent, "application/json"))) return body;
  const schema = media.schema?.value;
  if (typeof body !== "string" || schema === undefined) return undefined;
  if (sent === "application/x-www-form-urlencoded") return readForm(contract, schema, body, media.encodings);
  const isText = listJsonTypes(contract, schema).some((each) => each !== "object" && each !== "array");
  if (sent.startsWith("text/") && isText) return createTextReader(contract, schema)(body);
  return undefined;
}

/**
 * Violations without their consequences: members that no alternative evaluates because of another fault, and
 * alternatives that fail only for that fault.
 */
function causalViolations(contract: Contract, schema: JsonSchema, violations: readonly Violation[]): Violation[] {
  const isPointerWithin = (pointer: string, above: string): boolean =>
    pointer === above || pointer.startsWith(`${above}/`);
  const isExcess = ({ keyword }: Violation): boolean => keyword === "unevaluatedProperties";
  const isUnionViolation = ({ keyword }: Violation): boolean => keyword === "anyOf" || keyword === "oneOf";
  const reasons = violations.filter((violation) => !isExcess(violation));
  const kept = violations.filter((violation) => {
    const { pointer, member = "" } = violation;
    if (isUnionViolation(violation))
      return !reasons.some((each) => !isUnionViolation(each) && isPointerWithin(each.pointer, pointer));
    return !(
      isExcess(violation) &&
      reasons.some((reason) => isPointerWithin(reason.pointer, pointer)) &&
      listPropertyNames(contract, combineSchemas(contract, schema, pointer)).has(member)
    );
  });
  const unions = new Set(violations.filter(isUnionViolation).map(({ pointer }) => pointer));
  const types = Map.groupBy(
    kept.filter(({ keyword, pointer }) => keyword === "type" && unions.has(pointer)),
    ({ pointer }) => pointer,
  );
  return kept.flatMap((violation) => {
    const alike = types.get(violation.pointer);
    if (violation.keyword !== "type" || !alike) return [violation];
    if (violation === alike[0]) return [{ ...violation, expected: alike.map(({ expected }) => expected).join(" or ") }];
    return [];
  });
}

/** Schemas at a pointer, in all alternatives. */
function combineSchemas(contract: Contract, schema: JsonSchema, pointer: string): JsonSchema {
  return splitPointer(pointer).reduce<JsonSchema>((at, token) => {
    const member = resolveMemberSchema(contract, at, token);
    if (/^\d+$/.test(token)) return { allOf: [member, ...listMemberSchemas(contract, at, "items")] };
    return member;
  }, schema);
}

function wordsOfSent({ pointer, expected, got }: Violation): Pick<Finding, "message" | "remedy"> {
  return {
    message: `The body that is sent has${writeBodyPlace(pointer)} ${got}, expected ${expected}`,
    remedy: `Send ${expected}${writeBodyPlace(pointer)}`,
  };
}

function wordsOfExpected(
  { pointer, keyword, expected, got, member, isOpen }: Violation,
  profile: Citations,
): Pick<Finding, "message" | "remedy"> {
  if (member !== undefined && /(additional|unevaluated)Properties/.test(keyword))
    return {
      message: `The contract promises no property "${member}"${writeBodyPlace(pointer)}`,
      remedy: `Do not rely on "${member}", or have it added to the contract`,
    };
  if (keyword === "enum") {
    const unknown = isOpen ? `, and be prepared for unknown values${writeCitation(profile, "open-enums")}` : "";
    return {
      message: `The value ${got}${writeBodyPlace(pointer)} is not one of those that the contract lists: ${expected}`,
      remedy: `Expect ${expected}${unknown}`,
    };
  }
  if (keyword === "false schema")
    return {
      message: `What the pact expects${writeBodyPlace(pointer)} is ${got}, and the contract has it in requests only`,
      remedy: `Expect ${expected}${writeBodyPlace(pointer)}: it can only be sent (writeOnly)`,
    };
  return {
    message: `What the pact expects${writeBodyPlace(pointer)} is ${got}, and the contract has ${expected}`,
    remedy: `Expect ${expected}${writeBodyPlace(pointer)}`,
  };
}

/** Text for a place in a body. */
export function writeBodyPlace(pointer: string): string {
  return pointer === "" ? "" : ` at "${pointer}"`;
}
