import type { JsonObject } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import type { Role } from "../model/role.ts";
import { listSchemaParts, listPropertyNames } from "../schema/schema.ts";
import { schemasAtPath, splitPropertyPath } from "./steps.ts";
import { findJsonMedia, chooseSuccess } from "../model/success.ts";

/** Property of an item that holds its state, and the states that the contract lists. */
export interface StateProperty {
  readonly name: string;
  readonly states: readonly string[];
  /** State of an item; undefined if it has none. */
  of(item: JsonObject | undefined): string | undefined;
}

const stateNames = /^(status|state|phase|stage|lifecycle(_?(status|state))?)$/i;

/** Finds the state property in the response of a read operation. Returns undefined if there is none. */
export function resolveStateProperty(
  contract: Contract,
  reader: Operation | undefined,
  role: Pick<Role, "wrapper"> | undefined,
): StateProperty | undefined {
  const schema = reader && findJsonMedia(chooseSuccess(reader).response?.content ?? [])?.schema?.value;
  if (schema === undefined) return undefined;
  const items = schemasAtPath(contract, schema, splitPropertyPath(contract, schema, role?.wrapper));
  const names = new Set(items.flatMap((item) => [...listPropertyNames(contract, item)]));
  for (const name of [...names].filter((each) => stateNames.test(each))) {
    const members = items.flatMap((item) => schemasAtPath(contract, item, [name]));
    const listed = members.flatMap((member) => listSchemaParts(contract, member)).map((part) => part["enum"]);
    const values = listed.find((each) => Array.isArray(each)) as readonly unknown[] | undefined;
    const states = values?.filter((value) => typeof value === "string");
    if (states && states.length > 1) return { name, states, of: (item) => stringOrUndefined(item?.[name]) };
  }
  return undefined;
}

function stringOrUndefined(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return undefined;
}
