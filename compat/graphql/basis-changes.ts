import { type Basis, omitUndefined } from "../../contracts/index.ts";
import type { GraphqlDifference } from "./difference.ts";
import { type Coordinate, formatCoordinate } from "./parts.ts";

/** Changes between stated and assumed, once for each marker rather than for every part that it covers. */
export function basisChanges(
  places: readonly Coordinate[],
  { base, revision }: Record<"base" | "revision", (place: Coordinate) => Basis>,
): GraphqlDifference[] {
  return [{}, ...places].flatMap((place): GraphqlDifference[] => {
    const [before, after] = [base(place), revision(place)];
    if (before === after || isEnclosingChanged(place, before, after)) return [];
    if (before === "stated")
      return [
        {
          rule: "graphql-stated-became-assumed",
          place,
          message: `${partLabel(place)} is no longer stated but assumed`,
          before,
          after,
        },
      ];
    return [
      {
        rule: "graphql-assumed-became-stated",
        place,
        message: `${partLabel(place)} is no longer assumed but stated`,
        before,
        after,
      },
    ];
  });

  function isEnclosingChanged(place: Coordinate, before: Basis, after: Basis): boolean {
    const outer = enclosingCoordinate(place);
    return outer !== undefined && base(outer) === before && revision(outer) === after;
  }
}

function enclosingCoordinate({ argument, member, type, directive }: Coordinate): Coordinate | undefined {
  const outermost = omitUndefined({ type, directive });
  if (argument !== undefined) return { ...outermost, ...(member !== undefined && { member }) };
  if (member !== undefined) return outermost;
  if (type === undefined && directive === undefined) return undefined;
  return {};
}

function partLabel(place: Coordinate): string {
  const coordinate = formatCoordinate(place);
  if (coordinate === "schema") return "The schema";
  return `"${coordinate}"`;
}
