/** Number of memoized results. A receiver has few keys. */
const MAX_RESULTS = 32;

/** Memoizes a function for its last arguments, because parsing a key takes longer than using it. */
export function memoizeLast<Made>(make: (text: string) => Made): (text: string) => Made {
  const results = new Map<string, Made>();
  return (text) => {
    const cached = results.get(text);
    if (cached !== undefined) return cached;
    const result = make(text);
    const [oldest] = results.keys();
    if (results.size >= MAX_RESULTS && oldest !== undefined) results.delete(oldest);
    results.set(text, result);
    return result;
  };
}
