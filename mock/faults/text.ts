import { type FaultSetting, faultCatalogue } from "./catalogue.ts";
import { numberIn } from "./parameters.ts";

const form = /^([a-z-]+)(?:=([^:@]*))?(?::([^:@]*))?(?:@(.*))?$/s;

/** Scope after "@", with an example. For faults of both kinds, event types can be set in JSON only. */
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
  if (text.startsWith("{")) return parse(text);
  const [, id = "", value, probability, names] = form.exec(text) ?? [];
  const fault = faultCatalogue.find((each) => each.id === id);
  if (!fault) throw unreadable(text, `it begins with none of ${faultCatalogue.map((each) => each.id).join(", ")}`);
  const own = fault.read(value);
  if (!own) throw unreadable(text, `it is written as ${fault.usage[0]}`);
  const chance = numberIn(probability);
  if (probability !== undefined && (chance === undefined || chance > 1))
    throw unreadable(text, `behind ":" stands a probability from 0 to 1, and not "${probability}"`);
  const [scope, such] = scopes[fault.affects];
  if (names === "") throw unreadable(text, `behind "@" stand ${scope}, such as @${such}`);
  return {
    id,
    ...own,
    ...(chance !== undefined && { probability: chance }),
    ...(names !== undefined && { [scope]: names.split(",") }),
  } as FaultSetting;
}

function parse(text: string): FaultSetting {
  try {
    return JSON.parse(text) as FaultSetting;
  } catch (error) {
    throw unreadable(text, "it is not JSON", error);
  }
}

function unreadable(text: string, reason: string, cause?: unknown): RangeError {
  return new RangeError(`Cannot read the fault "${text}": ${reason}`, { cause });
}
