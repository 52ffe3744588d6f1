import {
  type Contract,
  type Json,
  type Node,
  type Schema,
  type Violation,
  isObject,
  joinPointer,
  propertyNamesOf,
  validatorOf,
} from "../../contracts/index.ts";
import type { Remark } from "./comparator.ts";
import { placeInBody, placeOfNode, placesOfBody } from "./contract-place.ts";
import { expectedContract } from "./expected-contract.ts";
import type { Finding, Side } from "./finding.ts";

interface Given {
  readonly side: Side;
  readonly remarks: readonly Remark[];
  readonly schema: Schema | undefined;
  readonly body: Json | undefined;
  /** JSON pointer of the body in the pact's file. */
  readonly at: string;
  /** What has the body: an operation, a response, a webhook. */
  readonly owner: Node;
}

/** What the comparator says of a body, in the words of the house, and with both places. */
export function bodyFindings(contract: Contract, { side, remarks, schema, body, at, owner }: Given): Finding[] {
  if (remarks.length === 0) return [];
  const isSent = side === "request";
  const judge = isSent ? contract : expectedContract(contract);
  const violations =
    schema && body !== undefined ? validatorOf(judge, schema.pointer, isSent ? "request" : "response")(body) : [];
  const places = schema && body !== undefined ? placesOfBody(contract, schema, body, side) : [];
  if (violations.length === 0) {
    return remarks.map(({ code, severity, message }) => ({
      code,
      severity,
      side,
      message: message.replace(/ in the spec file/, " of the contract"),
      remedy: "Change the pact, or the contract where that is wrong",
      pact: at,
      contract: placeOfNode(schema ?? owner),
    }));
  }
  return violations.map((violation) => ({
    code: `${side}.body`,
    severity: "error",
    side,
    ...(isSent ? wordsOfSent(violation) : wordsOfExpected(violation)),
    pact:
      at +
      violation.pointer +
      (violation.keyword === "unevaluatedProperties" ? joinPointer("", violation.member ?? "") : ""),
    contract: placeInBody(contract, places, violation.pointer) ?? placeOfNode(schema ?? owner),
  }));
}

function wordsOfSent({ pointer, expected, got }: Violation): Pick<Finding, "message" | "remedy"> {
  return {
    message: `The body that is sent has${atOf(pointer)} ${got}, expected ${expected}`,
    remedy: `Send ${expected}${atOf(pointer)}`,
  };
}

function wordsOfExpected({ pointer, keyword, expected, got, member }: Violation): Pick<Finding, "message" | "remedy"> {
  if (member !== undefined && /(additional|unevaluated)Properties/.test(keyword))
    return {
      message: `The contract promises no property "${member}"${atOf(pointer)}`,
      remedy: `Do not rely on "${member}", or have it added to the contract`,
    };
  if (keyword === "enum")
    return {
      message: `The value ${got}${atOf(pointer)} is none that the contract lists: ${expected}`,
      remedy: `Expect ${expected}, and be prepared for values that nobody knows yet (§9.6)`,
    };
  return {
    message: `What is expected${atOf(pointer)} is ${got}, and the contract has ${expected}`,
    remedy: `Expect ${expected}${atOf(pointer)}`,
  };
}

function atOf(pointer: string): string {
  return pointer === "" ? "" : ` at "${pointer}"`;
}

/** Members that the contract leaves room for (it says outright that there are more) and does not promise. */
export function unpromised(
  contract: Contract,
  schema: Schema,
  body: Json,
  { side, at }: { readonly side: Side; readonly at: string },
): Finding[] {
  const expected = expectedContract(contract);
  if (validatorOf(expected, schema.pointer, "response")(body).length > 0) return [];
  const places = placesOfBody(contract, schema, body, side);
  return places.flatMap(({ pointer, value, parts }) => {
    if (!isObject(value) || !parts.some((part) => part.schema["additionalProperties"] === true)) return [];
    const names = new Set(parts.flatMap((part) => [...propertyNamesOf(expected, part.schema)]));
    if (names.size === 0) return [];
    const place = placeInBody(contract, places, pointer);
    return Object.keys(value)
      .filter((name) => !names.has(name))
      .map((name) => ({
        code: `${side}.body.unpromised`,
        severity: "warning" as const,
        side,
        message: `The contract leaves room for the property "${name}"${atOf(pointer)}, and does not promise it`,
        remedy: `See that the organization has it, or do without "${name}"`,
        pact: at + joinPointer(pointer, name),
        ...(place && { contract: place }),
      }));
  });
}
