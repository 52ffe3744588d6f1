import { type Json, acceptorOf, openedContract, placesOf } from "../../contracts/index.ts";
import { type DocumentedValue, documentedBody, withBody, withInsertions } from "./body.ts";
import { meantIn } from "./restore-original-values.ts";
import { documentedPayload } from "./deliveries/message.ts";
import { newValues } from "./new-values.ts";
import { likelihood, numberIn } from "./parameters.ts";
import type { ContentWeather, DeliveryMoment } from "./fault.ts";

export interface UnknownEnum {
  readonly id: "unknown-enum";
  /** How large a part of the places gets an unknown value, from 0 to 1; all if not said. */
  readonly share?: number;
}

/**
 * Puts values that the contract does not list in place of those of open enums (§9.6). Each value of an enum has
 * the same new one in every call; those of closed enums, and what is `const`, stay as they are, and so do refusals,
 * which tell of what was sent.
 */
export const unknownEnum: ContentWeather<UnknownEnum> = {
  id: "unknown-enum",
  strikes: "both",
  usage: ["unknown-enum, unknown-enum=0.3", "open enums, or a part of them, have values that no contract lists"],
  parameters: { share: likelihood },
  read: readShare,
  meant: meantIn,
  change(response, moment) {
    const { contract, operation } = moment;
    const documented = response.status < 400 && documentedBody(contract, operation, response);
    return documented ? withBody(response, changed(documented, moment)) : undefined;
  },
  alter(message, moment) {
    const documented = documentedPayload(message);
    const payload = documented && changed(documented, moment);
    return payload === undefined ? undefined : { ...message.body, payload };
  },
};

function changed(
  { contract, pointer, value }: DocumentedValue,
  { setting: { share = 1 }, seed, chance }: DeliveryMoment<UnknownEnum>,
): Json | undefined {
  const insertions = placesOf(contract, pointer, value, "response").flatMap((place) => {
    const choices = newValues(place, seed).map((choice) => () => choice);
    const isStruck = choices.length > 0 && chance(`enum ${place.pointer}`) < share;
    return isStruck ? [{ pointer: place.pointer, choices }] : [];
  });
  if (insertions.length === 0) return undefined;
  const accepts = acceptorOf(openedContract(contract), pointer, "response");
  return withInsertions(value, insertions, (made) => accepts(made));
}

/** The share that a weather of contents takes on the command line. */
export function readShare(text: string | undefined): { share?: number } | undefined {
  if (text === undefined) return {};
  const share = numberIn(text);
  return share === undefined ? undefined : { share };
}
