import { dirname, resolve } from "node:path";
import { ToolError, nearestHint } from "../../contracts/index.ts";
import type { Given, Option, Options, Settings } from "./options.ts";

/**
 * Values of options from a part of a configuration, in which they have the names of their keys. Paths are relative to the
 * file of the configuration.
 * @throws ToolError "invalid-config".
 */
export function configuredValues<const All extends Options>(
  options: All,
  settings: Settings<All>,
  { file = "", at }: { readonly file?: string | undefined; readonly at: string },
): Given<All> {
  const byKey = new Map(Object.entries<Option>(options).map(([name, option]) => [option.key, { name, option }]));
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const known = byKey.get(key);
    if (!known) {
      const keys = [...byKey.keys()].filter((each) => each !== undefined);
      throw createSettingError(file, `${at} has no place for "${key}"${nearestHint(key, keys)}`);
    }
    if (setting !== undefined) values[known.name] = readSetting(known.option, setting, { file, at: `${at}.${key}` });
  }
  return values as Given<All>;
}

/** Value of an option from its value in a configuration, which has the same type. */
function readSetting(
  { form, read }: Option,
  setting: unknown,
  { file, at }: { readonly file: string; readonly at: string },
): unknown {
  if (form === undefined && typeof setting === "boolean") return setting;
  try {
    const value = read && form !== undefined ? read(String(setting), at) : String(setting);
    if (form !== undefined && typeof value === typeof setting && value !== "") {
      if (form === "FILE") return resolve(dirname(file), String(value));
      return value;
    }
  } catch (error) {
    throw error instanceof RangeError ? createSettingError(file, error.message) : error;
  }
  const expected = form === undefined ? "true or false" : read ? "a number" : "a text";
  throw createSettingError(file, `${at} must be ${expected}, not ${JSON.stringify(setting)}`);
}

function createSettingError(file: string, reason: string): ToolError {
  return new ToolError("invalid-config", `Cannot use the configuration "${file}": ${reason}`);
}
