import type { Contract, Location } from "../model/contract.ts";
import type { Row } from "./row.ts";
import { rows } from "./rows/index.ts";

/** A row of the specification with the parts of the contracts that carry it. */
export interface TracedRow {
  readonly section: string;
  readonly row: string;
  readonly carriers: readonly { readonly says: string; readonly at: readonly Location[] }[];
  /** What the row says and no contract carries. */
  readonly missing: readonly string[];
}

/** Looks for everything that the rows of the specification say, in the order of its sections. */
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
