import type { Contract, Location } from "../../contracts/index.ts";
import type { Row } from "./row.ts";
import { rows } from "./rows/index.ts";

/** A row of the specification, with the parts of the contracts that satisfy it. */
interface TracedRow {
  readonly section: string;
  readonly row: string;
  readonly carriers: readonly { readonly says: string; readonly at: readonly Location[] }[];
  /** Claims of the row that no contract satisfies. */
  readonly missing: readonly string[];
}

/** A part that a contract marks as stated, although the specification does not state it. */
interface Overstated {
  readonly says: string;
  readonly at: Location;
}

/** Searches for all claims of the specification, in the order of its sections. */
export function trace(platform: readonly Contract[], of: readonly Row[] = rows): readonly TracedRow[] {
  return of.map(({ section, row, claims }) => {
    const looks = claims.map(({ says, look }) => ({ says, look: look(platform) }));
    return {
      section,
      row,
      carriers: looks.flatMap(({ says, look }) => ("at" in look ? [{ says, at: look.at }] : [])),
      missing: looks.flatMap(({ says, look }) => ("missing" in look ? [`${says}: ${look.missing}`] : [])),
    };
  });
}

/**
 * Parameters and error responses that contracts mark as stated, but no row claims. Path parameters and success
 * responses are claimed with their operation.
 */
export function unclaimedParts(platform: readonly Contract[], of: readonly Row[] = rows): readonly Overstated[] {
  const claimed = new Set(trace(platform, of).flatMap(({ carriers }) => carriers.flatMap(({ at }) => at.map(placeOf))));
  return platform
    .flatMap(({ operations, webhooks }) => [...operations, ...webhooks])
    .flatMap(({ name, parameters, responses }) => [
      ...parameters
        .filter((parameter) => parameter.in !== "path")
        .map((parameter) => ({ says: `${parameter.in} ${parameter.name} of ${name}`, ...parameter })),
      ...responses
        .filter(({ status }) => !status.startsWith("2"))
        .map((response) => ({ says: `status ${response.status} of ${name}`, ...response })),
    ])
    .filter(({ basis, at }) => basis === "stated" && !claimed.has(placeOf(at)))
    .map(({ says, at }) => ({ says, at }));
}

function placeOf({ file, pointer }: Location): string {
  return `${file}#${pointer}`;
}
