/** Pattern in the syntax of ECMAScript. */
export interface EcmaPattern {
  readonly source: string;
  readonly flags: string;
}

/** Escapes of Perl, Ruby and Python for positions. */
const positions: Readonly<Record<string, string>> = { A: "^", z: "$", Z: "$" };

/** Classes of POSIX inside of brackets: `[[:alpha:]]`. */
const posixClasses: Readonly<Record<string, string>> = {
  alnum: "a-zA-Z0-9",
  alpha: "a-zA-Z",
  blank: " \\t",
  digit: "0-9",
  lower: "a-z",
  punct: "!-\\/:-@\\[-`{-~",
  space: "\\s",
  upper: "A-Z",
  word: "\\w",
  xdigit: "0-9A-Fa-f",
};

/**
 * Translates a pattern that is written for the engine of another language: `\A` and `\z` of Ruby and Python, named
 * groups `(?P<name>…)`, flags at the begin `(?i)`, atomic groups and possessive quantifiers, classes of POSIX, and the
 * delimiters of a literal `/^…$/i`. Returns undefined for a pattern without any of these. JSON Schema recommends
 * ECMAScript (Validation, section 4.3), in which some of these are valid with another meaning: `\A` is the letter A.
 */
export function translatePattern(pattern: string): EcmaPattern | undefined {
  const [, literal = pattern, literalFlags = ""] = /^\/(\^.*\$)\/([dgimsuy]*)$/s.exec(pattern) ?? [];
  const [start = "", startFlags = ""] = /^\(\?([ims]+)\)/.exec(literal) ?? [];
  let source = "";
  let isInClass = false;
  const steps =
    /\\[\s\S]|\[:\^?[a-z]+:\]|\(\?P<(?=[A-Za-z_])|\(\?P=(?<name>\w+)\)|\(\?>|(?<=[^\\(|])(?<quantifier>[*+?]|\{\d+(?:,\d*)?\})\+|[[\]]|[\s\S]/g;
  for (const { 0: text, groups = {} } of literal.slice(start.length).matchAll(steps)) {
    const posix = /^\[:([a-z]+):\]$/.exec(text)?.[1];
    if (text === "[" && !isInClass) isInClass = true;
    else if (text === "]") isInClass = false;
    if (isInClass && posix !== undefined && posixClasses[posix] !== undefined) source += posixClasses[posix];
    else if (isInClass) source += text;
    else if (text.length === 2 && text.startsWith("\\")) source += positions[text.charAt(1)] ?? text;
    else if (text === "(?P<") source += "(?<";
    else if (groups["name"] !== undefined) source += `\\k<${groups["name"]}>`;
    else if (text === "(?>") source += "(?:";
    else source += groups["quantifier"] ?? text;
  }
  const flags = [...new Set(literalFlags + startFlags)].filter((flag) => "ims".includes(flag)).join("");
  if (source === pattern && flags === "") return undefined;
  return { source, flags };
}
