import {
  type Contract,
  type Json,
  type Schema,
  isObject,
  joinPointer,
  listPropertyNames,
  valueAt,
  validatorOf,
  writtenPointer,
} from "../../../contracts/index.ts";
import { writeBodyPlace } from "./body-findings.ts";
import { type PlaceWithBasis, placeInBody, placesOfBody } from "./contract-place.ts";
import { expectedContract } from "./expected-contract.ts";
import type { Finding, Side } from "../finding.ts";

/**
 * Parts of an expected body that the contract allows but does not promise: explicitly open members, and empty lists
 * where items are required.
 */
export function unpromisedFindings(
  contract: Contract,
  schema: Schema,
  body: Json,
  { side, at }: { readonly side: Side; readonly at: string },
): Finding[] {
  const expected = expectedContract(contract);
  if (validatorOf(expected, schema.pointer, "response")(body).length > 0) return [];
  const places = placesOfBody(contract, schema, body, side);
  return places.flatMap((place) => [...membersBeyond(place), ...emptyLists(place)]);

  function membersBeyond({ pointer, value, parts }: PlaceWithBasis): Finding[] {
    if (!isObject(value) || !parts.some((part) => part.schema["additionalProperties"] === true)) return [];
    const names = new Set(parts.flatMap((part) => [...listPropertyNames(expected, part.schema)]));
    return Object.keys(value)
      .filter((name) => !names.has(name))
      .map((name) =>
        warning(pointer, {
          code: `${side}.body.unpromised`,
          message: `The contract allows the property "${name}"${writeBodyPlace(pointer)}, but does not promise it`,
          remedy: `Make sure that the organization has it, or do not use "${name}"`,
          pact: at + joinPointer(pointer, name),
        }),
      );
  }

  function emptyLists({ pointer, value, parts }: PlaceWithBasis): Finding[] {
    if (!Array.isArray(value) || value.length > 0) return [];
    const minItems = Math.max(
      0,
      ...parts.map((part) => {
        const original = valueAt(contract.document, writtenPointer(contract, part.pointer));
        if (isObject(original) && typeof original["minItems"] === "number") return original["minItems"];
        return 0;
      }),
    );
    if (minItems === 0) return [];
    return [
      warning(pointer, {
        code: `${side}.body.empty`,
        message: `No item is expected${writeBodyPlace(pointer)}, and the contract has at least ${minItems}`,
        remedy: "Expect an item: an empty list is right only with a matching rule that allows items",
        pact: at + pointer,
      }),
    ];
  }

  function warning(pointer: string, words: Pick<Finding, "code" | "message" | "remedy" | "pact">): Finding {
    const place = placeInBody(contract, places, pointer);
    return { ...words, severity: "warning", side, ...(place && { contract: place }) };
  }
}
