import { createRequire } from "node:module";
import type * as Linear from "re2js";

/** What tells whether a text has a pattern of JSON Schema. */
export type Pattern = Pick<RegExp, "test">;

/** Space and the ends of lines, as ECMAScript has them; RE2 knows those of ASCII. */
const space = String.raw`\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const lineEnd = String.raw`\n\r\x{2028}\x{2029}`;

/** Where something in parentheses is repeated, what is in there may be tried in numberless ways. */
const repeatedGroup = /\)[*+{]/;

/** All that is no space, beside something else, cannot be written out. */
const notSpaceInClass = /\[[^\]]*\\S/;

const require = createRequire(import.meta.url);
const linear = new Map<string, Pattern | undefined>();

/**
 * A pattern that takes no text forever: where a backtracking engine might ("^(a+)+$"), RE2's takes its place.
 * It knows no look-around and no references back; such patterns, and all others, are the native engine's.
 * Undefined where nothing makes sense of it.
 */
export function patternOf(source: string): Pattern | undefined {
  const native = regExpOf(source);
  return native && repeatedGroup.test(source) ? (linearOf(source) ?? native) : native;
}

/** A pattern of JSON Schema: Unicode, or without where only that makes sense of it; undefined where nothing does. */
export function regExpOf(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}

function linearOf(source: string): Pattern | undefined {
  if (!linear.has(source)) linear.set(source, compiled(source));
  return linear.get(source);
}

/** The engine is loaded when the first pattern asks for it. */
function compiled(source: string): Pattern | undefined {
  const { RE2JS } = require("re2js") as typeof Linear;
  try {
    return notSpaceInClass.test(source) ? undefined : RE2JS.compile(RE2JS.translateRegExp(withTheirMeaning(source)));
  } catch {
    return undefined;
  }
}

/** With what means something else in RE2 written out. */
function withTheirMeaning(source: string): string {
  let isClass = false;
  return source.replaceAll(/\\?./gsu, (token) => {
    if (token === "\\s") return isClass ? space : `[${space}]`;
    if (token === "\\S" && !isClass) return `[^${space}]`;
    if (token === "[") isClass = true;
    else if (token === "]") isClass = false;
    return token === "." && !isClass ? `[^${lineEnd}]` : token;
  });
}
