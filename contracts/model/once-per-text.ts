/** Maximum number of results that are kept. Names of maps come from consumers, without a limit. */
const MAX_RESULTS = 5_000;

/**
 * Function that computes its result once for each text, and keeps the last few thousand. For pure functions of names,
 * which are few and occur again and again.
 * @example
 * const wordsOf = oncePerText((name) => name.toLowerCase().split("_"));
 */
export function oncePerText<Value>(compute: (text: string) => Value): (text: string) => Value {
  const results = new Map<string, Value>();
  return (text) => {
    let result = results.get(text);
    if (result === undefined) {
      result = compute(text);
      if (results.size >= MAX_RESULTS) results.clear();
      results.set(text, result);
    }
    return result;
  };
}
