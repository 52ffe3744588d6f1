import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { isObject } from "../model/shapes.ts";
import { type IsAbsent, createBranchSelector } from "./branch-selector.ts";
import { isConstraint, keywords } from "./keywords/index.ts";
import type { ConstrainedType, QuickContext, QuickVerdict, TextChecks } from "./keywords/keyword.ts";
import { everyVerdict } from "./keywords/verdicts.ts";
import { resolveTarget } from "./schema.ts";

interface QuickOptions extends TextChecks {
  readonly contract: Contract;
  readonly isAbsent: IsAbsent;
}

/** Maximum depth. Recursive schemas may apply to one value without end. */
const MAX_QUICK_DEPTH = 100;

/** Maximum number of checked schemas. A validator is faster for larger values. */
const MAX_CHECKED = 5000;

/**
 * Validates a value against several schemas without compiling them. Supports the keywords that concern one value at a
 * time, which decide nearly all values, because compiling a schema for one value takes many times as long. Returns
 * undefined if another keyword decides.
 */
export function quickVerdict(whole: readonly JsonSchema[], value: Json, options: QuickOptions): QuickVerdict {
  const { contract, isAbsent, fitsPattern, fitsFormat } = options;
  const branchesFor = createBranchSelector(contract, isAbsent);
  let count = 0;
  let depth = 0;
  const cache = new Map<JsonSchema, Map<Json, QuickVerdict>>();
  const context: QuickContext = {
    isAbsent,
    fitsPattern,
    fitsFormat,
    fits: judgeQuickly,
    fitsTarget: (reference, one) => judgeOnce(resolveTarget(contract, reference), one),
    fitsBranches: (union, one) => branchesFor(union, one).map((branch) => judgeQuickly(branch, one)),
  };
  return everyVerdict(whole, (schema) => judgeQuickly(schema, value));

  function judgeQuickly(schema: JsonSchema, one: Json): QuickVerdict {
    if (typeof schema === "boolean") return schema;
    if (depth > MAX_QUICK_DEPTH || ++count > MAX_CHECKED) return undefined;
    depth++;
    const verdict = judgeKeywords(schema, one);
    depth--;
    return verdict;
  }

  function judgeKeywords(schema: JsonObject, one: Json): QuickVerdict {
    let isOpen = false;
    for (const name in schema) {
      if (!isConstraint(name)) continue;
      const keyword = keywords.get(name);
      if (!keyword || (keyword.type !== undefined && !isConstrainedType(one, keyword.type))) continue;
      const fits = keyword.accepts?.(schema[name] as Json, one, schema, context);
      if (fits === false) return false;
      isOpen ||= fits === undefined;
    }
    return isOpen ? undefined : true;
  }

  /**
   * Judges a value once by each schema, because schemas that share components reach the same schema on exponentially
   * many paths.
   */
  function judgeOnce(schema: JsonSchema, one: Json): QuickVerdict {
    const judged = cache.get(schema) ?? new Map<Json, QuickVerdict>();
    cache.set(schema, judged);
    if (!judged.has(one)) judged.set(one, judgeQuickly(schema, one));
    return judged.get(one);
  }
}

function isConstrainedType(value: Json, type: ConstrainedType): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  return typeof value === type;
}
