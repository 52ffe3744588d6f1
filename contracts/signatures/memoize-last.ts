/** Number of memoized results. A receiver has few keys. */
const MAX_RESULTS = 32;

/** Memoizes a function for its last arguments, because parsing a key takes longer than using it. */
export function memoizeLast<Made>(make: (text: string) => Made): (text: string) => Made {
  const kept = new Map<string, Made>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    const [oldest] = kept.keys();
    if (kept.size >= MAX_RESULTS && oldest !== undefined) kept.delete(oldest);
    kept.set(text, made);
    return made;
  };
}
