import { createRequire } from "node:module";
import type * as Syntax from "@eslint-community/regexpp";

const require = createRequire(import.meta.url);

export type Element = Syntax.AST.Element;
export type Alternative = Syntax.AST.Alternative;
export type CapturingGroup = Syntax.AST.CapturingGroup;
export type CharacterElement = Syntax.AST.Character | Syntax.AST.CharacterClass | Syntax.AST.CharacterSet;

/** Pattern that ECMAScript accepts, with its syntax tree. */
export interface ParsedPattern {
  readonly native: RegExp;
  readonly alternatives: readonly Alternative[];
}

/**
 * Parses a regular expression. Returns undefined if the parser does not support its syntax. The parser is loaded with
 * the first pattern.
 */
export function parsePattern(native: RegExp): ParsedPattern | undefined {
  const { RegExpParser } = require("@eslint-community/regexpp") as typeof Syntax;
  try {
    const { alternatives } = new RegExpParser().parsePattern(native.source, undefined, undefined, {
      unicode: native.unicode,
      unicodeSets: native.unicodeSets,
    });
    return { native, alternatives };
  } catch (error) {
    // Thousands of nested groups overflow the stack.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
