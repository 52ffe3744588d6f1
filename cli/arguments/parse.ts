import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { ToolError, nearestHint } from "../../contracts/index.ts";

/**
 * Parses a command's arguments.
 * @throws ToolError "usage" for an unknown option, or a wrong number of arguments.
 */
export function parse<const Options extends ParseArgsOptionsConfig>(
  command: string,
  argv: readonly string[],
  options: Options,
  { positionals: allowed = [0, 0] }: { readonly positionals?: readonly [number, number] } = {},
) {
  const parsed = attempt(command, Object.keys(options), () =>
    parseArgs({ args: [...argv], options, allowPositionals: true }),
  );
  for (const [name, value] of Object.entries(parsed.values))
    if ([value].flat().some((one) => typeof one === "string" && one.trim() === ""))
      throw usage(command, `--${name} needs a value`);
  const count = parsed.positionals.length;
  if (count < allowed[0] || count > allowed[1]) {
    const [least, most] = allowed;
    const isOne = least === 1 && (most === 1 || most === Number.POSITIVE_INFINITY);
    const expected =
      least === most ? String(least) : most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
    throw usage(command, `it needs ${expected} ${isOne ? "argument" : "arguments"}, not ${count}`);
  }
  if (parsed.positionals.some((one) => one.trim() === "")) throw usage(command, "one of its arguments is empty");
  return parsed;
}

/** Value of an option as an integer of at least `min`. */
export function wholeNumber(command: string, option: string, value: string, min = 0): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= min) return number;
  throw usage(command, `--${option} must be a whole number of at least ${min}, not "${value}"`);
}

/** Value of an option as an integer from 1 to 100. */
export function percent(command: string, option: string, value: string): number {
  const number = Number(value);
  if (/^\d{1,3}$/.test(value) && number >= 1 && number <= 100) return number;
  throw usage(command, `--${option} must be a whole number from 1 to 100, not "${value}"`);
}

/** Error in the arguments of a command. */
export function usage(command: string, reason: string): ToolError {
  return new ToolError("usage", `Cannot run "concord ${command}": ${reason}`, {
    hint: `See: concord ${command} --help`,
  });
}

function attempt<T>(command: string, names: readonly string[], parseNow: () => T): T {
  try {
    return parseNow();
  } catch (error) {
    const whole = error instanceof Error ? error.message : String(error);
    // The first sentence of Node's message is enough.
    const [reason = whole] = whole.split(/\.\s|\n/, 1);
    throw usage(command, reason + advice(whole, names));
  }
}

/** Hint for an error of Node's parser. */
function advice(reason: string, names: readonly string[]): string {
  const [, unknown] = /^Unknown option '--([^']+)'/.exec(reason) ?? [];
  if (unknown !== undefined) return nearestHint(unknown, names, (near) => `--${near}`);
  const [, option] = /^Option '(--\S+)[^']*' argument is ambiguous/.exec(reason) ?? [];
  return option === undefined ? "" : `: a value that begins with a dash is written ${option}=-VALUE`;
}
