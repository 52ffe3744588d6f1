/** Words of a filter by the beginning or the end of a text. */
const edgeWords = /^(.*)\b(start|begin|end)(?:n?ing|s)?[- ]with\b(.*)/is;

/** Words before or behind them that tell how each value is written: "must start with a letter", "begins with `cus_`". */
const formWords = /\b(must|has to|have to|should|always|cannot|not|which) $/i;
const givenText = /^:? *["'`“/#+]/;

/** Edge of a text that a filter is about: "apps whose name starts with the text". Undefined if a description tells none. */
export function readDescribedEdge(description: string): "starts" | "ends" | "contains" | undefined {
  const [, before = "", edge = "", after = ""] = edgeWords.exec(description) ?? [];
  if (edge !== "") {
    if (formWords.test(before) || givenText.test(after)) return undefined;
    return edge.toLowerCase() === "end" ? "ends" : "starts";
  }
  return /\bsub-?string\b/i.test(description) ? "contains" : undefined;
}
