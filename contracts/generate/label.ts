import type { Validate } from "../schema/validator.ts";

/** Keywords that fail above a broken place because something below does. */
const unions = new Set(["anyOf", "oneOf"]);

/** A list stands for the type of what it lists, and for the constants that tell branches of a union apart. */
function tells(violation: ReturnType<Validate>[number], keyword: string): boolean {
  return violation.keyword === keyword || (violation.keyword === "enum" && (keyword === "type" || keyword === "const"));
}

/** The label is checked, not believed: the keyword fails, in that place, and nothing fails elsewhere. */
export function failsOnlyThere(violations: ReturnType<Validate>, pointer: string, keyword: string): boolean {
  const labelled = violations.filter((violation) => violation.pointer === pointer && tells(violation, keyword));
  const around = violations.filter(
    (violation) => unions.has(violation.keyword) && isAtOrBelow(pointer, violation.pointer),
  );
  // Where a union fails, or `contains`, every alternative or item says why: that is about the same fault.
  const above = [...around, ...labelled.filter((violation) => violation.keyword === "contains")];
  return (
    labelled.length > 0 &&
    violations.every(
      (violation) =>
        violation.pointer === pointer || above.some((union) => isAtOrBelow(violation.pointer, union.pointer)),
    )
  );
}

function isAtOrBelow(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}
