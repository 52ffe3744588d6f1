import { type ParseArgsOptionDescriptor, parseArgs } from "node:util";
import { ToolError, nearestHint } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import type { Given, Option, Options, Values } from "./options.ts";

/** Arguments of a command. */
export interface Parsed<All extends Options> {
  /** Values of all options: those that are given, and defaults. */
  readonly values: Values<All>;
  /** Values of the options that are given. */
  readonly given: Given<All>;
  readonly positionals: readonly string[];
}

/**
 * Parses a command's arguments. `form` names those that are not options, as in the help: "BASE REVISION", "URL [FILE]",
 * "[DOCUMENT...]".
 * @throws ToolError "usage" for an unknown or repeated option, a value that it cannot have, or a wrong number of arguments.
 */
export function parseArgv<const All extends Options>(
  command: string,
  argv: readonly string[],
  options: All,
  form = "",
  env: Io["env"] = {},
): Parsed<All> {
  const entries = Object.entries<Option>(options);
  const descriptors = Object.fromEntries(entries.map(([name, option]) => [name, descriptorOf(option)]));
  const parsed = parseOrExplain(command, Object.keys(options), () =>
    parseArgs({ args: [...argv], options: descriptors, allowPositionals: true, tokens: true }),
  );
  const seen = new Set<string>();
  for (const { kind, ...token } of parsed.tokens) {
    if (kind !== "option" || !("name" in token) || options[token.name]?.multiple) continue;
    if (seen.has(token.name)) throw createUsageError(command, `--${token.name} is given twice`);
    seen.add(token.name);
  }
  const values: Record<string, unknown> = {};
  const given: Record<string, unknown> = {};
  for (const [name, option] of entries) {
    const variable = option.variable ?? "";
    const texts = parsed.values[name] ?? env[variable];
    const place = parsed.values[name] === undefined ? variable : `--${name}`;
    if (texts !== undefined) given[name] = readOption(command, place, { option, texts });
    if (texts !== undefined) values[name] = given[name];
    else if (option.form === undefined) values[name] = false;
    else if (option.default !== undefined)
      values[name] = readOption(command, `--${name}`, { option, texts: option.default });
  }
  requireArguments(command, parsed.positionals, form);
  return { values: values as Values<All>, given: given as Given<All>, positionals: parsed.positionals };
}

function descriptorOf({ form, multiple }: Option): ParseArgsOptionDescriptor {
  return { type: form === undefined ? "boolean" : "string", multiple: multiple === true };
}

/** @throws ToolError "usage" for a text that the option cannot have. `place` is `--NAME`, or a variable. */
function readOption(
  command: string,
  place: string,
  { option, texts }: { readonly option: Option; readonly texts: string | boolean | (string | boolean)[] },
): unknown {
  const read = (text: string | boolean): unknown => {
    if (typeof text === "boolean") return text;
    if (text.trim() === "") throw createUsageError(command, `${place} needs a value`);
    if (!option.read) return text;
    try {
      return option.read(text, place);
    } catch (error) {
      throw error instanceof RangeError ? createUsageError(command, error.message) : error;
    }
  };
  if (Array.isArray(texts)) return texts.map(read);
  return read(texts);
}

/** @throws ToolError "usage" that names the arguments, if there are too few or too many, or if one is empty. */
function requireArguments(command: string, given: readonly string[], form: string): void {
  const names = form.split(" ").filter(Boolean);
  const required = names.filter((name) => !name.startsWith("["));
  if (given.length < required.length) {
    const known = given.length === 0 ? "" : `; only ${given.map((one) => `"${one}"`).join(", ")} is given`;
    throw createUsageError(
      command,
      `it needs ${required.map((name) => name.replace("...", "")).join(" and ")}${known}`,
    );
  }
  const surplus = form.includes("...") ? undefined : given[names.length];
  if (surplus !== undefined)
    throw createUsageError(
      command,
      `"${surplus}" is one argument too many: ${form === "" ? "it takes none" : `it takes ${form}`}`,
    );
  if (given.some((one) => one.trim() === "")) throw createUsageError(command, "one of its arguments is empty");
}

/** Error in the arguments of a command. */
export function createUsageError(command: string, reason: string): ToolError {
  const words = ["concord", command].filter((word) => word !== "").join(" ");
  return new ToolError("usage", `Cannot run "${words}": ${reason}`, { hint: `See: ${words} --help` });
}

/** Error for a subcommand that is missing or unknown. */
export function createSubcommandError(command: string, names: readonly string[], given: string | undefined): ToolError {
  const suffix = given === undefined ? "" : `, not "${given}"`;
  return createUsageError(command, `the subcommand must be one of ${names.join(", ")}${suffix}`);
}

function parseOrExplain<T>(command: string, names: readonly string[], parseNow: () => T): T {
  try {
    return parseNow();
  } catch (error) {
    const whole = error instanceof Error ? error.message : String(error);
    // The first sentence of Node's message is enough.
    const [reason = whole] = whole.split(/\.\s|\n/, 1);
    throw createUsageError(command, reason + advice(whole, names));
  }
}

/** Hint for an error of Node's parser. */
function advice(reason: string, names: readonly string[]): string {
  const [, unknown] = /^Unknown option '--([^']+)'/.exec(reason) ?? [];
  if (unknown === "json" && names.includes("format")) return "; write --format json";
  if (unknown !== undefined) return nearestHint(unknown, names, (near) => `--${near}`);
  const [, option] = /^Option '(--\S+)[^']*' argument is ambiguous/.exec(reason) ?? [];
  if (option === undefined) return "";
  return `: a value that begins with a dash is written ${option}=-VALUE`;
}
