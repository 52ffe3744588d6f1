import { once } from "node:events";
import { startChild, withChild } from "../children.ts";
import type { Settings } from "../settings.ts";
import { type TimeMessage, type MeasureMessage, type VerifierName, verifierNames } from "./turn.ts";

/** Microseconds for the verification of a delivery of 2 KB, one number for each round. */
export type SignaturesResult = Readonly<Record<VerifierName, readonly number[]>>;

/** Measures all verifiers in one process. The verifiers alternate in each round. */
export async function measureSignatures({
  rounds,
  warmUpMs,
  roundMs,
  built,
  report,
}: Settings): Promise<SignaturesResult> {
  report("Signatures");
  const result = Object.fromEntries(verifierNames.map((name) => [name, [] as number[]])) as Record<
    VerifierName,
    number[]
  >;
  await using child = startChild(`${built}signatures/child.js`, []);
  await withChild(child, once(child.process, "message"));
  for (let round = 0; round < rounds; round++)
    for (const name of verifierNames) {
      const answer = once(child.process, "message");
      child.process.send({ name, warmUpMs, roundMs } satisfies MeasureMessage);
      const [{ microseconds }] = (await withChild(child, answer)) as [TimeMessage];
      result[name].push(microseconds);
    }
  return result;
}
