import type { Ajv2020, Options } from "ajv/dist/2020.js";
import {
  type SchemaSource,
  compileReferencesLazily,
  countPatternProperties,
  countReferences,
  loadAjv,
  replaceConst,
  replaceEnum,
  relaxDiscriminatedOneOf,
  replaceMultipleOf,
  replaceUniqueItems,
  replacePrefixItems,
  acceptUsualTexts,
} from "./ajv.ts";
import { replaceUnevaluated } from "./keywords/unevaluated.ts";
import { type Pattern, guardedPattern, getPattern } from "./pattern.ts";

/**
 * Creates an Ajv instance. Slices, which run once and return only a boolean, override options for short code, and contain
 * the targets of their references.
 */
export function createAjv({ code, ...others }: Options, source?: SchemaSource): Ajv2020 {
  const { Ajv2020, formats } = loadAjv();
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    logger: false,
    ownProperties: true,
    // V8 optimizes what runs often. Ajv's own optimization takes longer than it saves.
    code: { optimize: false, regExp: lenientPattern, ...code },
    ...others,
  });
  replaceMultipleOf(ajv);
  replaceUniqueItems(ajv);
  replacePrefixItems(ajv);
  replaceUnevaluated(ajv, source);
  relaxDiscriminatedOneOf(ajv);
  if (source) compileReferencesLazily(ajv, source);
  countReferences(ajv);
  countPatternProperties(ajv);
  replaceConst(ajv);
  replaceEnum(ajv);
  formats(ajv, { keywords: false });
  acceptUsualTexts(ajv);
  const { url } = ajv.formats;
  if (url instanceof RegExp) {
    let pattern: Pattern | undefined;
    ajv.addFormat("url", (text) => (pattern ??= guardedPattern(url)).test(text));
  }
  // The width of a number does not limit its JSON, and a consumer may read "1.0" as an integer.
  for (const width of ["int32", "int64", "float", "double"]) ajv.addFormat(width, true);
  return ajv;
}

function lenientPattern(pattern: string): Pattern {
  return getPattern(pattern) ?? /(?:)/;
}
lenientPattern.code = "lenientPattern";
