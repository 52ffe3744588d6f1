import type { Basis } from "../../contracts/index.ts";
import type { Found } from "./found.ts";
import { type Place, coordinateOf } from "./parts.ts";

/** Parts that were stated and are assumed, or the other way round: each marker once, not all that it covers. */
export function basisChanges(
  places: readonly Place[],
  { base, revision }: Record<"base" | "revision", (place: Place) => Basis>,
): Found[] {
  return [{}, ...places].flatMap((place): Found[] => {
    const [before, after] = [base(place), revision(place)];
    if (before === after || isCovered(place, before, after)) return [];
    return before === "stated"
      ? [
          {
            rule: "graphql-stated-became-assumed",
            place,
            message: `${nameOf(place)} was stated, and is assumed now`,
            before,
            after,
          },
        ]
      : [
          {
            rule: "graphql-assumed-became-stated",
            place,
            message: `${nameOf(place)} was assumed, and is stated now`,
            before,
            after,
          },
        ];
  });

  function isCovered(place: Place, before: Basis, after: Basis): boolean {
    const outer = enclosing(place);
    return outer !== undefined && base(outer) === before && revision(outer) === after;
  }
}

function enclosing({ argument, member, type, directive }: Place): Place | undefined {
  const outermost = { ...(type !== undefined && { type }), ...(directive !== undefined && { directive }) };
  if (argument !== undefined) return { ...outermost, ...(member !== undefined && { member }) };
  if (member !== undefined) return outermost;
  return type === undefined && directive === undefined ? undefined : {};
}

function nameOf(place: Place): string {
  const coordinate = coordinateOf(place);
  return coordinate === "schema" ? "The schema" : `"${coordinate}"`;
}
