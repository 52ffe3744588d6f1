import {
  type JsonObject,
  jsonOf,
  partsOf,
  propertyNamesOf,
  schemasAt,
  stepsTo,
  successOf,
} from "../../../contracts/index.ts";
import type { Story } from "../relation.ts";

/** The property of an item that says in which state it is, and the states that the contract counts. */
export interface StateProperty {
  readonly states: readonly string[];
  /** The state that an item shows; nothing where it shows none. */
  of(item: JsonObject | undefined): string | undefined;
}

const stateNames = /^(status|state|phase|stage|lifecycle(_?(status|state))?)$/i;

/** Nothing where what is read of an item has no such property. */
export function statePropertyOf({ contract, resource }: Story): StateProperty | undefined {
  const reader = resource.operationOf("read");
  const schema = reader && jsonOf(successOf(reader).response?.content ?? [])?.schema?.value;
  if (schema === undefined) return undefined;
  const items = schemasAt(contract, schema, stepsTo(contract, schema, resource.roleOf("read")?.wrapper));
  const names = new Set(items.flatMap((item) => [...propertyNamesOf(contract, item)]));
  for (const name of [...names].filter((each) => stateNames.test(each))) {
    const members = items.flatMap((item) => schemasAt(contract, item, [name]));
    const counted = members.flatMap((member) => partsOf(contract, member)).map((part) => part["enum"]);
    const states = (counted.find((values) => Array.isArray(values)) as readonly unknown[] | undefined)?.filter(
      (value) => typeof value === "string",
    );
    if (states && states.length > 1) return { states, of: (item) => textOf(item?.[name]) };
  }
  return undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
