/** Words in the style of known names: "NEW_VALUE_7F" beside "IN_PROGRESS", "newValue7f" beside "inProgress". */
export function imitateStyle(known: readonly string[], words: readonly string[]): string {
  const withLetters = known.filter((name) => /[a-z]/i.test(name));
  const isUpper = withLetters.length > 0 && withLetters.every((name) => !/[a-z]/.test(name));
  const isLower = !isUpper && withLetters.every((name) => !/[A-Z]/.test(name));
  const isTitle = withLetters.every((name) => /^[^a-z]*[A-Z]/.test(name));
  const separator = ["_", "-", " ", ".", ":"].find((sign) => known.some((name) => name.slice(1, -1).includes(sign)));
  const cased = words.map((word, index) => {
    if (isUpper) return word.toUpperCase();
    if (isLower) return word.toLowerCase();
    if (index > 0 || isTitle) return word.slice(0, 1).toUpperCase() + word.slice(1);
    return word;
  });
  return cased.join(separator ?? (isUpper || isLower ? "_" : ""));
}
