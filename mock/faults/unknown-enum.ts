import {
  type Contract,
  type EnumPolicy,
  type Json,
  getAcceptor,
  openedContract,
  listSchemaPlaces,
  withEnumPolicy,
} from "../../contracts/index.ts";
import { type DocumentedValue, documentedBody, withBody, withInsertions } from "./values/body.ts";
import { restoreOriginalValues } from "./values/restore-original-values.ts";
import { documentedPayload } from "./deliveries/message.ts";
import { hasOpenEnum, newValues } from "./values/new-values.ts";
import { shareOption } from "./option.ts";
import { type AffectedDelivery, contentFault } from "./fault.ts";

/** Setting of a fault that changes contents. */
export interface ContentSetting {
  /** Share of the places that the fault changes, from 0 to 1. */
  readonly share: number;
}

/** Options of the faults that change contents. */
export const contentOptions = {
  share: shareOption({ default: 1, description: "Share of the places that the fault changes." }),
};

/**
 * Each enum value has the same replacement in every call. Enums that are closed by the policy, and `const`, stay as they are,
 * and so do error responses, because they quote the request.
 */
export const unknownEnum = contentFault({
  id: "unknown-enum",
  forms: ["unknown-enum", "unknown-enum=0.3"],
  summary: "replaces values of open enums, or a share of them, by values that the contract does not list",
  options: contentOptions,
  argument: "share",
  idleReason: (contracts, enums) => {
    if (contracts.some((contract) => hasOpenEnum(underPolicy(contract, enums)))) return undefined;
    return 'no enum of the contracts is open. Set enums: "open" in the configuration if consumers must expect further values, or x-extensible-enum: true beside an enum';
  },
  consumerRuns: [
    {
      name: "unknown-enum",
      about: "open enums have values that no contract lists",
      settings: () => [{ id: "unknown-enum" }],
    },
  ],
  restore: restoreOriginalValues,
  change(response, call) {
    const { contract, operation } = call;
    const documented = response.status < 400 && documentedBody(contract, operation, response);
    if (documented) return withBody(response, withNewValues(documented, call));
    return undefined;
  },
  alter(message, delivery) {
    const documented = documentedPayload(message);
    const payload = documented && withNewValues(documented, delivery);
    if (payload === undefined) return undefined;
    return { ...message.body, payload };
  },
});

function underPolicy(contract: Contract, enums: EnumPolicy): Contract {
  return withEnumPolicy([contract], enums)[0] as Contract;
}

function withNewValues(
  { contract, pointer, value }: DocumentedValue,
  { setting: { share }, seed, enums, chance }: AffectedDelivery<ContentSetting>,
): Json | undefined {
  const policed = underPolicy(contract, enums);
  const insertions = listSchemaPlaces(policed, pointer, value, "response").flatMap((place) => {
    const choices = newValues(place, seed).map((choice) => () => choice);
    const isAffected = choices.length > 0 && chance(`enum ${place.pointer}`) < share;
    if (isAffected) return [{ pointer: place.pointer, choices }];
    return [];
  });
  if (insertions.length === 0) return undefined;
  const accepts = getAcceptor(openedContract(policed), pointer, "response");
  return withInsertions(value, insertions, (made) => accepts(made));
}
