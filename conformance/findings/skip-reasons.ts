/** Counts depend on the value that was generated. A status, or an index in a pointer, is no count. */
const count = /\b\d+(?= (?:bytes|characters|items|properties|requests|steps|times)\b)/g;

/** The reasons without those that differ from an earlier one in a count only, such as the length of a generated text. */
export function distinctReasons(reasons: Iterable<string>): readonly string[] {
  const byText = Map.groupBy(reasons, (reason) => reason.replaceAll(count, "N"));
  return [...byText.values()].flatMap((alike) => alike.slice(0, 1));
}
