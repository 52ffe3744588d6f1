import { type Route, theNearest } from "../../contracts/index.ts";
import { type FaultSetting, faultCatalogue } from "./catalogue.ts";
import { type FaultParameter, likelihood, whole } from "./parameters.ts";
import type { Fault } from "./fault.ts";

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === "string");

type Parameters = Readonly<Record<string, FaultParameter>>;

const odds: Parameters = { probability: likelihood, times: whole(0) };

const ofCalls: Parameters = { operations: { expected: "a list of operations", fits: isTexts } };

const ofDeliveries: Parameters = {
  events: { expected: "a list of event types", fits: isTexts },
  webhooks: { expected: "a list of ids of webhooks", fits: isTexts },
};

const scopes: Readonly<Record<Fault<FaultSetting>["affects"], Parameters>> = {
  calls: { ...ofCalls, ...odds },
  deliveries: { ...ofDeliveries, ...odds },
  both: { ...ofCalls, ...ofDeliveries, ...odds },
};

/**
 * Checks settings from an untrusted source. Returns a copy of them.
 * @throws RangeError if a setting is invalid.
 */
export function checkFaultSettings(given: unknown, routes: readonly Route[]): readonly FaultSetting[] {
  if (!Array.isArray(given)) throw new RangeError(`Cannot set the faults to ${shown(given)}: it is no list`);
  return given.map((each: unknown) => {
    const setting = checkSetting(each);
    for (const name of ("operations" in setting && setting.operations) || [])
      if (!routes.some((route) => namesOf(route).includes(name))) {
        const near = theNearest(name, routes.flatMap(namesOf));
        throw new RangeError(`Cannot set the fault "${setting.id}": no operation is called "${name}"${near}`);
      }
    return setting;
  });
}

/** Names that select an operation in a scope. */
export function namesOf({ id, api, name }: Route): readonly string[] {
  return [id, `${api}/${id}`, name];
}

function checkSetting(given: unknown): FaultSetting {
  const setting = { ...(given as Record<string, unknown>) };
  const fault = faultCatalogue.find(({ id }) => id === setting["id"]);
  if (!fault) {
    const known = faultCatalogue.map(({ id }) => id).join(", ");
    throw new RangeError(`Cannot set the fault ${shown(setting["id"])}: it is none of ${known}`);
  }
  const parameters: Parameters = { ...fault.parameters, ...scopes[fault.affects] };
  const refuse = (reason: string): never => {
    throw new RangeError(`Cannot set the fault "${fault.id}": ${reason}`);
  };
  for (const [name, value] of Object.entries(setting)) {
    if (name === "id") continue;
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter) refuse(`it knows no "${name}", only ${Object.keys(parameters).join(", ")}`);
    else if (value === undefined) delete setting[name];
    else if (!parameter.fits(value)) refuse(`"${name}" takes ${parameter.expected}, not ${shown(value)}`);
  }
  for (const [name, { required, expected }] of Object.entries(parameters))
    if (required && setting[name] === undefined) refuse(`"${name}" is missing, ${expected}`);
  // A copy, so that later changes to the given object have no effect here.
  return structuredClone(setting) as unknown as FaultSetting;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
