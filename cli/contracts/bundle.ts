import type { ContractsCall } from "./contracts-call.ts";
import { join } from "node:path";
import { type Contract, exactDocument, selectLosses } from "../../contracts/index.ts";
import { counted } from "../counted.ts";
import { interruptible } from "../interruptible.ts";
import { makeFolder } from "../files/make-folder.ts";
import { createUsageError } from "../arguments/parse.ts";
import { writeFileAtomically } from "../files/write-file-atomically.ts";
import { json } from "./table.ts";

/** `concord contracts bundle`: writes each contract as one self-contained file. Fails if a part could not be read. */
export async function bundleContracts({ contracts, out, json: asJson, io }: ContractsCall): Promise<0 | 1> {
  if (out === undefined) throw createUsageError("contracts", "bundle needs --out DIR");
  const files = new Map(contracts.map((contract) => [join(out, nameBundle(contract)), contract]));
  const duplicate = contracts.find((one) =>
    contracts.some((other) => other !== one && nameBundle(other) === nameBundle(one)),
  );
  if (duplicate)
    throw createUsageError("contracts", `two documents have the name "${duplicate.api}" and would be the same file`);
  await makeFolder(out);
  for (const [file, contract] of files)
    await writeFileAtomically(file, await interruptible("bundle the contracts", () => bundleText(contract), io));
  io.out(asJson ? json([...files.keys()]) : `${out}: ${counted(files.size, "file")}\n`);
  const losses = contracts.flatMap(selectLosses).length;
  if (losses === 0) return 0;
  io.err(`${counted(losses, "part")} of the documents could not be read: the files are not complete\n`);
  return 1;
}

function nameBundle({ kind, api }: Contract): string {
  if (kind === "graphql") return `${api}.graphql`;
  return `${api}.json`;
}

function bundleText(contract: Contract): string {
  if (contract.kind === "graphql") return contract.document["sdl"] as string;
  return json(exactDocument(contract));
}
