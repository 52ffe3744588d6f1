import { type TracedRow, trace } from "../../contracts/index.ts";
import type { ExitCode } from "../command.ts";
import type { ContractsCall } from "../contracts.ts";
import { json } from "./table.ts";

/** `concord contracts trace`: for each row of the specification, the parts of the contracts that carry it. */
export function traceContracts({ contracts, json: asJson, io }: ContractsCall): ExitCode {
  const rows = trace(contracts);
  const missing = rows.reduce((sum, row) => sum + row.missing.length, 0);
  io.out(asJson ? json(rows) : rows.map(textOf).join(""));
  io.err(`${rows.length} rows of the specification, ${missing === 0 ? "nothing" : String(missing)} missing\n`);
  return missing > 0 ? 1 : 0;
}

function textOf({ section, row, carriers, missing }: TracedRow): string {
  return [
    `§${section}  ${row}`,
    ...carriers.flatMap(({ says, at }) => {
      const [first, ...others] = at.map(({ file, line }) => `${file}:${line}`);
      return [`    ${says}  ${first ?? ""}${others.length > 0 ? ` and ${others.length} more` : ""}`];
    }),
    ...missing.map((what) => `    missing: ${what}`),
    "",
  ].join("\n");
}
