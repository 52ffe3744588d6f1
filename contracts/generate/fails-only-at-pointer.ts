import type { Validate } from "../schema/validator.ts";

/** Keywords that also fail at a location when a part below it fails. */
const unions = new Set(["anyOf", "oneOf"]);

/**
 * Checks that a violation is of a keyword. An `enum` may be reported for the type of its values, or for constants of
 * union branches.
 */
function violatesKeyword(violation: ReturnType<Validate>[number], keyword: string): boolean {
  return violation.keyword === keyword || (violation.keyword === "enum" && (keyword === "type" || keyword === "const"));
}

/** Checks the label of a fault: its keyword fails at its location, and nothing fails elsewhere. */
export function failsOnlyAtPointer(violations: ReturnType<Validate>, pointer: string, keyword: string): boolean {
  const matchingViolations = violations.filter(
    (violation) => violation.pointer === pointer && violatesKeyword(violation, keyword),
  );
  const otherViolations = violations.filter(
    (violation) => unions.has(violation.keyword) && isAtOrBelow(pointer, violation.pointer),
  );
  // If a union or `contains` fails, the violations of its branches or items belong to the same fault.
  const outerViolations = [
    ...otherViolations,
    ...matchingViolations.filter((violation) => violation.keyword === "contains"),
  ];
  return (
    matchingViolations.length > 0 &&
    violations.every(
      (violation) =>
        violation.pointer === pointer || outerViolations.some((union) => isAtOrBelow(violation.pointer, union.pointer)),
    )
  );
}

function isAtOrBelow(pointer: string, outerViolations: string): boolean {
  return pointer === outerViolations || pointer.startsWith(`${outerViolations}/`);
}
