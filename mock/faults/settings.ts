import { type Contract, type EnumPolicy, type Route, nearestOperations } from "../../contracts/index.ts";
import { type Shape, object, record, shape } from "../model/shape.ts";
import { type FaultSetting, faultCatalogue } from "./catalogue.ts";
import { mergeOptions } from "./fault.ts";

/**
 * Checks settings from an untrusted source. Returns a copy of them.
 * @throws RangeError if a setting is invalid.
 */
export function checkFaultSettings(given: unknown, routes: readonly Route[]): readonly FaultSetting[] {
  if (!Array.isArray(given)) throw new RangeError(`Cannot set the faults to ${shortenValue(given)}: it is not a list`);
  return given.map((each: unknown) => {
    const setting = checkSetting(each);
    for (const name of ("operations" in setting && setting.operations) || [])
      if (!routes.some((route) => listRouteNames(route).includes(name))) {
        const near = nearestOperations(name, routes);
        throw new RangeError(`Cannot set the fault "${setting.id}": no operation is called "${name}"${near}`);
      }
    return setting;
  });
}

/** Lines about faults that change nothing that the contracts describe. */
export function idleFaultLines(
  settings: readonly FaultSetting[],
  contracts: readonly Contract[],
  enums: EnumPolicy,
): readonly string[] {
  return [...new Set(settings.map(({ id }) => id))].flatMap((id) => {
    const reason = faultCatalogue.find((fault) => fault.id === id)?.idleReason?.(contracts, enums);
    if (reason === undefined) return [];
    return [`The fault "${id}" has nothing to change: ${reason}\n`];
  });
}

/** Names that select an operation in a scope. */
export function listRouteNames({ id, api, name }: Route): readonly string[] {
  return [id, `${api}/${id}`, name];
}

const ids = faultCatalogue.map(({ id }) => id);

const idShape = shape(`one of ${ids.join(", ")}`, (value) => ids.some((id) => id === value));

/** Checks for the types of settings, by the id of the fault. */
const settingShapes = new Map(
  faultCatalogue.map((fault): [string, Shape] => {
    const options = Object.entries(mergeOptions(fault));
    const members = options.map(([name, { expected, accepts }]) => [name, shape(expected, accepts)] as const);
    const required = options.filter(([, { presence }]) => presence === "required").map(([name]) => name);
    return [fault.id, record({ id: idShape, ...Object.fromEntries(members) }, required)];
  }),
);

/** Check for the types of a setting of any fault. It does not check the names of operations. */
export const faultSettingShape: Shape = (value, at = "it") => {
  const fault = object(value, at);
  if (fault !== undefined) return fault;
  const { id } = value as { readonly id?: unknown };
  return settingShapes.get(String(id))?.(value, at) ?? idShape(id, at === "it" ? "id" : `${at}.id`);
};

function checkSetting(given: unknown): FaultSetting {
  const reason = faultSettingShape(given);
  const id = (given as { readonly id?: unknown } | null)?.id;
  if (reason !== undefined)
    throw new RangeError(`Cannot set ${id === undefined ? "a fault" : `the fault ${shortenValue(id)}`}: ${reason}`);
  const entries = Object.entries(given as object).filter(([, value]) => value !== undefined);
  // A copy, so that later changes to the given object have no effect here.
  return structuredClone(Object.fromEntries(entries)) as FaultSetting;
}

function shortenValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  if (text.length > 60) return `${text.slice(0, 57)}…`;
  return text;
}
