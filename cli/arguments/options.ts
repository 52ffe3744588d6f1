/**
 * Converts the text of the option `name`.
 * @throws RangeError with the reason: "--port must be …".
 */
export type Reader<Read> = (text: string, name: string) => Read;

/** An option of a command. The parser, the help, the reference and the names in a configuration follow from it. */
export interface Option {
  /** Placeholder of its value in the help. An option without one is a flag. */
  readonly form?: string;
  /** Text in the help. The default, the variable, and that it may be given several times, are added to it. */
  readonly help: string;
  readonly multiple?: true;
  /** Text that counts if neither the command line nor the configuration has the option. */
  readonly default?: string;
  readonly read?: Reader<unknown>;
  /** Variable of the environment that has its text if the command line does not. */
  readonly variable?: string;
  /** Name of its value in the settings of the tool, and in the configuration. */
  readonly key?: string;
  /** Value of the flag in these settings. Default: true. */
  readonly sets?: false;
}

export type Options = Readonly<Record<string, Option>>;

type Single<One extends Option> = One extends { readonly read: Reader<infer Read> } ? Read : string;

/** Type of the value of an option that is given. */
type Value<One extends Option> = One extends { readonly form: string }
  ? One extends { readonly multiple: true }
    ? readonly Single<One>[]
    : Single<One>
  : boolean;

/** Names of the options that always have a value: flags, and options with a default. */
type Complete<All extends Options> = {
  [Name in keyof All]: All[Name] extends { readonly form: string }
    ? All[Name] extends { readonly default: string }
      ? Name
      : never
    : Name;
}[keyof All];

/** Values of the options that are given, by their names. */
export type Given<All extends Options> = { readonly [Name in keyof All]?: Value<All[Name]> };

/** The same, for functions that take no notice of an option without a value. */
export type Optional<All extends Options> = { readonly [Name in keyof All]?: Value<All[Name]> | undefined };

/** Values of all options, by their names. */
export type Values<All extends Options> = { readonly [Name in Complete<All>]: Value<All[Name]> } & Optional<
  Omit<All, Complete<All>>
>;

/** Values by the names that they have in the settings of a tool. */
export type Settings<All extends Options> = {
  readonly [Name in keyof All as All[Name] extends { readonly key: infer Key extends string } ? Key : never]?: Value<
    All[Name]
  >;
};

/** Settings of a tool from some values. Flags that are not given, and options without a key, are left out. */
export function settingsOf<const All extends Options>(options: All, values: Optional<All>): Settings<All> {
  const settings: Record<string, unknown> = {};
  for (const [name, { key, sets = true, form }] of Object.entries<Option>(options)) {
    const value = values[name];
    if (key !== undefined && value !== undefined && value !== false) settings[key] = form === undefined ? sets : value;
  }
  return settings as Settings<All>;
}

/** The last row of each help. */
export const helpOption = { help: { help: "show this text" } } as const;

/** First and last column of the text about an option. */
const [FIRST_COLUMN, LAST_COLUMN] = [24, 100];

/** Help of options, a row for each. */
export function describeOptions(options: Options): string {
  return Object.entries(options)
    .flatMap(([name, option]) =>
      wrapRow(option.form === undefined ? `--${name}` : `--${name} ${option.form}`, describeOption(option)),
    )
    .join("\n");
}

/** Text about an option. What is added to its help comes after the first sentence. */
function describeOption({ help, default: usual, variable, multiple }: Option): string {
  let added = "";
  if (usual !== undefined) added += ` (default: ${usual})`;
  if (variable !== undefined) added += ` (or set ${variable})`;
  if (multiple) added += "; may be given several times";
  const end = help.search(/\. [A-Z]/);
  if (end < 0) return help + added;
  return help.slice(0, end) + added + help.slice(end);
}

function wrapRow(term: string, text: string): readonly string[] {
  const margin = " ".repeat(FIRST_COLUMN - 1);
  const start = `  ${term}`.padEnd(FIRST_COLUMN - 1);
  const isLong = start.length >= FIRST_COLUMN && !text.startsWith(" ");
  const lines = isLong ? [start, margin] : [start];
  for (const word of text.split(" ")) {
    if (`${lines.at(-1)} ${word}`.length > LAST_COLUMN) lines.push(margin);
    lines[lines.length - 1] += ` ${word}`;
  }
  return lines;
}
