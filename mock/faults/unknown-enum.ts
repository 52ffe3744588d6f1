import { type Json, acceptorOf, openedContract, placesOf } from "../../contracts/index.ts";
import { type DocumentedValue, documentedBody, withBody, withInsertions } from "./body.ts";
import { restoreOriginalValues } from "./restore-original-values.ts";
import { documentedPayload } from "./deliveries/message.ts";
import { newValues } from "./new-values.ts";
import { likelihood, numberIn } from "./parameters.ts";
import type { ContentFault, AffectedDelivery } from "./fault.ts";

export interface UnknownEnum {
  readonly id: "unknown-enum";
  /** Share of the places that get an unknown value, from 0 to 1. Default: 1. */
  readonly share?: number;
}

/**
 * Replaces values of open enums with values that the contract does not list (§9.6). Each enum value has the same
 * replacement in every call. Closed enums and `const` stay as they are, and so do error responses, because they
 * quote the request.
 */
export const unknownEnum: ContentFault<UnknownEnum> = {
  id: "unknown-enum",
  affects: "both",
  usage: ["unknown-enum, unknown-enum=0.3", "open enums, or a part of them, have values that no contract lists"],
  parameters: { share: likelihood },
  read: readShare,
  restore: restoreOriginalValues,
  change(response, call) {
    const { contract, operation } = call;
    const documented = response.status < 400 && documentedBody(contract, operation, response);
    return documented ? withBody(response, changed(documented, call)) : undefined;
  },
  alter(message, delivery) {
    const documented = documentedPayload(message);
    const payload = documented && changed(documented, delivery);
    return payload === undefined ? undefined : { ...message.body, payload };
  },
};

function changed(
  { contract, pointer, value }: DocumentedValue,
  { setting: { share = 1 }, seed, chance }: AffectedDelivery<UnknownEnum>,
): Json | undefined {
  const insertions = placesOf(contract, pointer, value, "response").flatMap((place) => {
    const choices = newValues(place, seed).map((choice) => () => choice);
    const isAffected = choices.length > 0 && chance(`enum ${place.pointer}`) < share;
    return isAffected ? [{ pointer: place.pointer, choices }] : [];
  });
  if (insertions.length === 0) return undefined;
  const accepts = acceptorOf(openedContract(contract), pointer, "response");
  return withInsertions(value, insertions, (made) => accepts(made));
}

/** Parses the share of a content fault on the command line. */
export function readShare(text: string | undefined): { share?: number } | undefined {
  if (text === undefined) return {};
  const share = numberIn(text);
  return share === undefined ? undefined : { share };
}
