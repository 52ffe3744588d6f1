import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { ToolError, nearestHint } from "../../contracts/index.ts";

/**
 * Parses a command's arguments. `form` names those that are not options, as in the help: "BASE REVISION", "URL [FILE]",
 * "[DOCUMENT...]".
 * @throws ToolError "usage" for an unknown or repeated option, or a wrong number of arguments.
 */
export function parse<const Options extends ParseArgsOptionsConfig>(
  command: string,
  argv: readonly string[],
  options: Options,
  form = "",
) {
  const parsed = attempt(command, Object.keys(options), () =>
    parseArgs({ args: [...argv], options, allowPositionals: true, tokens: true }),
  );
  const given = new Set<string>();
  for (const { kind, ...token } of parsed.tokens) {
    if (kind !== "option" || !("name" in token) || options[token.name]?.multiple === true) continue;
    if (given.has(token.name)) throw usage(command, `--${token.name} is given twice`);
    given.add(token.name);
  }
  for (const [name, value] of Object.entries(parsed.values))
    if ([value].flat().some((one) => typeof one === "string" && one.trim() === ""))
      throw usage(command, `--${name} needs a value`);
  requireArguments(command, parsed.positionals, form);
  return parsed;
}

/** @throws ToolError "usage" that names the arguments, if there are too few or too many, or if one is empty. */
function requireArguments(command: string, given: readonly string[], form: string): void {
  const names = form.split(" ").filter(Boolean);
  const required = names.filter((name) => !name.startsWith("["));
  if (given.length < required.length) {
    const known = given.length === 0 ? "" : `; only ${given.map((one) => `"${one}"`).join(", ")} is given`;
    throw usage(command, `it needs ${required.map((name) => name.replace("...", "")).join(" and ")}${known}`);
  }
  const surplus = form.includes("...") ? undefined : given[names.length];
  if (surplus !== undefined)
    throw usage(
      command,
      `"${surplus}" is one argument too many: ${form === "" ? "it takes none" : `it takes ${form}`}`,
    );
  if (given.some((one) => one.trim() === "")) throw usage(command, "one of its arguments is empty");
}

/** Value of an option as an integer of at least `min`. */
export function wholeNumber(command: string, option: string, value: string, min = 0): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= min) return number;
  throw usage(command, `--${option} must be a whole number of at least ${min}, not "${value}"`);
}

const units: Readonly<Record<string, number>> = { "": 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };

/** Value of an option as a number of bytes: "64MB", or bytes without a unit. */
export function sizeInBytes(command: string, option: string, value: string): number {
  const [, digits, unit = ""] = /^(\d+) ?([KMG]B)?$/i.exec(value) ?? [];
  const bytes = Number(digits) * (units[unit.toUpperCase()] as number);
  if (Number.isSafeInteger(bytes)) return bytes;
  throw usage(command, `--${option} must be a size such as 64MB or 500KB, not "${value}"`);
}

/** Value of an option as an integer from 1 to 100. */
export function percent(command: string, option: string, value: string): number {
  const number = Number(value);
  if (/^\d{1,3}$/.test(value) && number >= 1 && number <= 100) return number;
  throw usage(command, `--${option} must be a whole number from 1 to 100, not "${value}"`);
}

/** Error in the arguments of a command. */
export function usage(command: string, reason: string): ToolError {
  const words = ["concord", command].filter((word) => word !== "").join(" ");
  return new ToolError("usage", `Cannot run "${words}": ${reason}`, { hint: `See: ${words} --help` });
}

/** Error for a subcommand that is missing or unknown. */
export function unknownSubcommand(command: string, names: readonly string[], given: string | undefined): ToolError {
  const suffix = given === undefined ? "" : `, not "${given}"`;
  return usage(command, `the subcommand must be one of ${names.join(", ")}${suffix}`);
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
  if (unknown === "json" && names.includes("format")) return "; write --format json";
  if (unknown !== undefined) return nearestHint(unknown, names, (near) => `--${near}`);
  const [, option] = /^Option '(--\S+)[^']*' argument is ambiguous/.exec(reason) ?? [];
  return option === undefined ? "" : `: a value that begins with a dash is written ${option}=-VALUE`;
}
