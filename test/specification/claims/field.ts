import { type MediaType, type Operation, isObject, locate, chooseSuccess } from "../../../contracts/index.ts";
import { fieldsAt, schemasIn } from "../fields.ts";
import type { Claim } from "../row.ts";
import { about } from "./about.ts";
import { type FieldTraits, missingTrait, describeTraits } from "./traits.ts";

/** Claims a field of the request body. */
export function request(name: string, field: string, traits: FieldTraits = {}): Claim {
  return fieldClaim(name, "request", field, traits);
}

/** Claims a field of the success response body. */
export function response(name: string, field: string, traits: FieldTraits = {}): Claim {
  return fieldClaim(name, "response", field, traits);
}

/** A body, or a part of one, that has fields. */
export type Place = (field: string, traits: FieldTraits) => Claim;

/** The request body, or a part of it: `sentTo("POST /orders", "items[].")`. */
export function sentTo(name: string, within = ""): Place {
  return (field, traits) => request(name, within + field, traits);
}

/** The success response body, or a part of it. */
export function returnedBy(name: string, within = ""): Place {
  return (field, traits) => response(name, within + field, traits);
}

/** Claims the field in each of the bodies. */
export function inEach(places: readonly Place[], field: string, traits: FieldTraits = {}): Claim[] {
  return places.map((place) => place(field, traits));
}

/** Claims that the body does not have a field. */
export function noField(name: string, side: Side, field: string): Claim {
  return about(name, `no ${side} ${field} of ${name}`, ({ contract, operation }) => {
    const [first] = fieldsAt(contract, contentOf(operation, side), field);
    return first ? { missing: "it is still there" } : { at: [operation.at] };
  });
}

/** Claims that no other operation of the document has a field with this name. */
export function onlyFrom(name: string, field: string): Claim {
  return about(name, `${field} from ${name} alone`, ({ contract, operation }) => {
    const speaks = (content: readonly MediaType[] | undefined): boolean =>
      schemasIn(contract, content ?? []).some(
        ({ node: { properties } }) => isObject(properties) && properties[field] !== undefined,
      );
    const other = contract.operations.find((one) =>
      one === operation
        ? speaks(one.body?.content)
        : [one.body, ...one.responses].some((message) => speaks(message?.content)),
    );
    return other ? { missing: `${other.name} has it too` } : { at: [operation.at] };
  });
}

type Side = "request" | "response";

function contentOf(found: Operation, side: Side): readonly MediaType[] | undefined {
  return side === "request" ? found.body?.content : chooseSuccess(found, 201).response?.content;
}

function fieldClaim(name: string, side: Side, field: string, traits: FieldTraits): Claim {
  return about(name, `${side} ${field} of ${name}${describeTraits(traits)}`, ({ contract, operation }) => {
    const fields = fieldsAt(contract, contentOf(operation, side), field);
    const stated = fields.filter(({ standing }) => standing.basis === "stated");
    if (fields.length === 0) return { missing: "there is no such field" };
    if (stated.length === 0) return { missing: "it is only assumed" };
    const lacking = missingTrait(fields, traits);
    return lacking === undefined
      ? { at: stated.map(({ pointer }) => locate(contract, pointer)) }
      : { missing: lacking };
  });
}
