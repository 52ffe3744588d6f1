import { createClock, createPlatform, defaultMock } from "../../mock/index.ts";
import { printableText } from "../../contracts/index.ts";
import type { ExitCode } from "../command.ts";
import { counted } from "../counted.ts";
import type { ContractsCall } from "./contracts-call.ts";
import { json } from "./table.ts";

/** `concord contracts examples`: lists the examples that do not become items of a mock, with the reasons. */
export async function listSkippedExamples({ contracts, json: asJson, io }: ContractsCall): Promise<ExitCode> {
  const platform = createPlatform(contracts, {
    profile: defaultMock,
    clock: createClock(Date.now),
    seedExamples: true,
  });
  const skipped = (await platform.documented?.skipped(io.signal)) ?? [];
  await platform.close();
  if (io.signal.aborted) {
    io.err("Interrupted\n");
    return 2;
  }
  const lines = skipped.map(
    ({ at, operation, cause, reason }) =>
      `${printableText(`${at.file}:${at.line}  ${operation}  ${cause}: ${reason}`)}\n`,
  );
  io.out(asJson ? json(skipped) : lines.join(""));
  const count = skipped.length === 0 ? "no skipped examples" : counted(skipped.length, "skipped example");
  io.err(`${count} in ${counted(contracts.length, "document")}\n`);
  return 0;
}
