import { createRequire } from "node:module";
import type * as Linear from "re2js";
import { type Pattern, SHORT, stoppedInTime } from "./stopped-in-time.ts";

export type { Pattern };

/** Space and the ends of lines, as ECMAScript has them; RE2 knows those of ASCII. */
const space = String.raw`\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const lineEnd = String.raw`\n\r\x{2028}\x{2029}`;

/** Where something in parentheses is repeated, what is in there may be tried in numberless ways. */
const repeatedGroup = /\)[*+{]/;

/** What stands for one character, whatever is in it. */
const single = /\\.|\[(?:\\.|[^\\\]])*\]/gs;

/** With so many repetitions one after the other, a text is tried in as many ways as its length to that power. */
const MANY = 4;
const repetition = /[*+]|\{\d+,\d*\}/g;

/** What is looked for ahead of the very start: it is tried there once, and not again for what follows. */
const leadingLook = /^\^\(\?[=!]((?:\\.|\[(?:\\.|[^\\\]])*\]|[^\\()[\]])*)\)/s;

/** All that is no space, beside something else, cannot be written out. */
const notSpaceInClass = /\[[^\]]*\\S/;

const require = createRequire(import.meta.url);
const linear = new Map<string, Pattern>();
const bounded = new Map<string, Pattern | undefined>();

/**
 * A pattern that takes no text forever: where a backtracking engine might ("^(a+)+$"), RE2's takes its place.
 * It knows no look-around and no references back; such patterns, and all others, are the native engine's, which is
 * stopped when it takes too long. Undefined where nothing makes sense of it.
 */
export function patternOf(source: string): Pattern | undefined {
  const native = regExpOf(source);
  return native && mayTakeLong(source) ? linearOf(source, native) : native;
}

/**
 * The same without any clock: of a longer text, which only a backtracking engine could try in numberless ways, nothing is
 * said but `onUndecided`, and it passes.
 */
export function decidedPatternOf(source: string, onUndecided: () => void): Pattern | undefined {
  const native = regExpOf(source);
  if (!native || !mayTakeLong(source)) return native;
  if (!bounded.has(source)) bounded.set(source, compiled(source));
  const engine = bounded.get(source);
  if (engine) return engine;
  return {
    test: (text) => {
      if (text.length < SHORT) return native.test(text);
      onUndecided();
      return true;
    },
  };
}

function mayTakeLong(source: string): boolean {
  const [start, look] = leadingLook.exec(source) ?? [];
  if (start !== undefined && look !== undefined)
    return mayTakeLong(look) || mayTakeLong(`^${source.slice(start.length)}`);
  return repeatedGroup.test(source) || (source.replaceAll(single, "x").match(repetition)?.length ?? 0) >= MANY;
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

function linearOf(source: string, native: RegExp): Pattern {
  let pattern = linear.get(source);
  if (!pattern) linear.set(source, (pattern = compiled(source) ?? stoppedInTime(native)));
  return pattern;
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
