import type { ContractsCall } from "./call.ts";
import { type Overstated, type TracedRow, overstated, trace } from "../../contracts/index.ts";
import type { ExitCode } from "../command.ts";
import { json } from "./table.ts";

/** `concord contracts trace`: for each row of the specification, the parts of the contracts that carry it. */
export function traceContracts({ contracts, json: asJson, io }: ContractsCall): ExitCode {
  const rows = trace(contracts);
  const unsaid = overstated(contracts);
  const missing = rows.reduce((sum, row) => sum + row.missing.length, 0);
  io.out(asJson ? json({ rows, unsaid }) : [...rows.map(textOf), ...unsaid.map(unsaidText)].join(""));
  const told = missing === 0 ? "nothing" : String(missing);
  io.err(`${rows.length} rows of the specification, ${told} missing, ${unsaid.length} parts stated that no row says\n`);
  return missing + unsaid.length > 0 ? 1 : 0;
}

function unsaidText({ says, at }: Overstated): string {
  return `stated, and no row says so: ${says}  ${at.file}:${at.line}\n`;
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
