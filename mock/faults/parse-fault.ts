import { type FaultSetting, faultCatalogue } from "./catalogue.ts";
import type { Fault } from "./fault.ts";
import { parseNumber } from "./option.ts";

const form = /^([a-z-]+)(?:=([^:@]*))?(?::([^:@]*))?(?:@(.*))?$/s;

/** Option that the names after "@" set, with an example. For faults of both kinds, JSON alone can set event types. */
const scopes = {
  calls: ["operations", "listMeters,putSchema"],
  both: ["operations", "listMeters,putSchema"],
  deliveries: ["events", "meter.created,schema.replaced"],
} as const;

/**
 * Parses a fault of the command line: "latency=200", "status=503:0.1" (one call in ten),
 * "reset@createMeter,listMeters" (these operations), "forged-deliveries@meter.created" (these event types), or
 * the whole setting as JSON.
 * @throws RangeError if the text has another form.
 */
export function parseFault(text: string): FaultSetting {
  if (text.startsWith("{")) return parseSetting(text);
  const [, id = "", value, probability, names] = form.exec(text) ?? [];
  const fault = faultCatalogue.find((each) => each.id === id);
  if (!fault)
    throw createFaultError(text, `it begins with none of ${faultCatalogue.map((each) => each.id).join(", ")}`);
  const own = parseArgument(fault, value);
  if (!own) throw createFaultError(text, `the form is ${fault.forms.join(", ")}`);
  const chance = probability === undefined ? undefined : parseNumber(probability);
  if (probability !== undefined && (chance === undefined || chance > 1))
    throw createFaultError(text, `":" must be followed by a probability from 0 to 1, not "${probability}"`);
  const [scope, example] = scopes[fault.affects];
  if (names === "") throw createFaultError(text, `"@" must be followed by ${scope}, such as @${example}`);
  return {
    id,
    ...own,
    ...(chance !== undefined && { probability: chance }),
    ...(names !== undefined && { [scope]: names.split(",") }),
  } as FaultSetting;
}

/** Options that the value after "=" sets. Returns undefined if the value is invalid. */
function parseArgument(fault: Fault, text: string | undefined): object | undefined {
  const { options, argument } = fault;
  if (text === undefined) {
    if (Object.values(options).some(({ presence }) => presence === "required")) return undefined;
    return {};
  }
  if (fault.parseArgument) return fault.parseArgument(text);
  const value = argument === undefined ? undefined : options[argument]?.parse(text);
  if (value === undefined) return undefined;
  return { [argument as string]: value };
}

function parseSetting(text: string): FaultSetting {
  try {
    return JSON.parse(text) as FaultSetting;
  } catch (error) {
    throw createFaultError(text, "it is not JSON", error);
  }
}

function createFaultError(text: string, reason: string, cause?: unknown): RangeError {
  return new RangeError(`Cannot read the fault "${text}": ${reason}`, { cause });
}
