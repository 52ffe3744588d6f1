/** How many are kept: a receiver has a few keys, and one that has many may read them itself. */
const KEPT = 32;

/** A function that keeps what it made of the last texts that it was given: reading a key takes longer than using it. */
export function keepingLast<Made>(make: (text: string) => Made): (text: string) => Made {
  const kept = new Map<string, Made>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    const [oldest] = kept.keys();
    if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(text, made);
    return made;
  };
}
