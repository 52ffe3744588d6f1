/** Finds the line of a type, field or directive of a GraphQL schema by the tokens of its pointer in the document. */
export function createGraphqlLineFinder(text: string): (tokens: readonly string[]) => number {
  const lines = text.split("\n");
  return ([section, name = "", kind, member]) => {
    const keyword = section === "directives" ? "directive @" : "(type|interface|input|enum|union|scalar) +";
    const start = lines.findIndex((line) => new RegExp(`^\\s*${keyword}${name}\\b`).test(line));
    if (start < 0) return 1;
    const below = lines.slice(start + 1);
    const after = kind === "values" ? "(?! *[(:])" : " *[(:]";
    const offset =
      member === undefined ? -1 : below.findIndex((line) => new RegExp(`^\\s*${member}\\b${after}`).test(line));
    return start + offset + 2;
  };
}
