import { operation } from "../claims/operation.ts";
import type { Claim, Row } from "../row.ts";

/** A row of a table of operations: there is the operation, and there is what else the row says. */
export function operationRow(section: string, name: string, ...claims: readonly Claim[]): Row {
  return { section, row: name, claims: [operation(name, section), ...claims] };
}
