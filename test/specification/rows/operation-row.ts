import { operation } from "../claims/operation.ts";
import type { Claim, Row } from "../row.ts";

/** Row of a table of operations: claims that the operation exists, and the other cells of the row. */
export function operationRow(section: string, name: string, ...claims: readonly Claim[]): Row {
  return { section, row: name, claims: [operation(name, section), ...claims] };
}
