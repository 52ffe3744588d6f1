import type { ContractsCall } from "./call.ts";
import { join } from "node:path";
import { type Contract, exactDocument } from "../../contracts/index.ts";
import { counted } from "../counted.ts";
import { interruptible } from "../interruptible.ts";
import { makeFolder } from "../files/make-folder.ts";
import { usage } from "../parse.ts";
import { writeWhole } from "../files/write-whole.ts";
import { json } from "./table.ts";

/** `concord contracts bundle`: each contract as one file that refers to no other. */
export async function bundleContracts({ contracts, out, json: asJson, io }: ContractsCall): Promise<0> {
  if (out === undefined) throw usage("contracts", "bundle needs --out DIR");
  const files = new Map(contracts.map((contract) => [join(out, nameOf(contract)), contract]));
  const twice = contracts.find((one) => contracts.some((other) => other !== one && nameOf(other) === nameOf(one)));
  if (twice) throw usage("contracts", `two of the documents are called "${twice.api}", and would be one file`);
  await makeFolder(out);
  for (const [file, contract] of files)
    await writeWhole(file, await interruptible("bundle the contracts", () => textOf(contract), io));
  io.out(asJson ? json([...files.keys()]) : `${out}: ${counted(files.size, "file")}\n`);
  return 0;
}

function nameOf({ kind, api }: Contract): string {
  return kind === "graphql" ? `${api}.graphql` : `${api}.json`;
}

function textOf(contract: Contract): string {
  return contract.kind === "graphql" ? (contract.document["sdl"] as string) : json(exactDocument(contract));
}
