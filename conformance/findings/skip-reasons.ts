/** Counts that vary with the generated value. Status codes and indexes in pointers do not match. */
const count = /\b\d+(?= (?:bytes|characters|items|properties|requests|steps|times)\b)/g;

/** Reasons without those that differ from an earlier one only in a count, such as the length of a generated text. */
export function distinctReasons(reasons: Iterable<string>): readonly string[] {
  const byText = Map.groupBy(reasons, (reason) => reason.replaceAll(count, "N"));
  return [...byText.values()].flatMap((sameText) => sameText.slice(0, 1));
}
