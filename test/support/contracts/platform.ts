import { createHash } from "node:crypto";
import { type Contract, loadPlatform } from "../../../contracts/index.ts";

/** True in long runs (`npm run test:long`), which test every document. */
export const isLong = process.env["CONCORD_LONG"] === "1";

/** Documents that are always tested, because the specification describes them most. */
const always = new Set(["entity", "metering", "webhooks", "workflow-definition"]);

const OTHERS = 3;

/** Contracts of the platform for slow tests: all of them in long runs, else a sample chosen by the seed. */
export async function contractsToTry(): Promise<readonly Contract[]> {
  const all = (await loadPlatform()).filter(({ kind }) => kind === "openapi");
  if (isLong) return shardOf(all);
  const rank = ({ api }: Contract): string =>
    createHash("sha256")
      .update(`${process.env["CONCORD_SEED"] ?? 42} ${api}`)
      .digest("hex");
  const others = all.filter(({ api }) => !always.has(api));
  const chosen = new Set(others.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, OTHERS));
  return all.filter((contract) => always.has(contract.api) || chosen.has(contract));
}

/** Share of the APIs for one of several machines: "2/4" in CONCORD_APIS. */
function shardOf(all: readonly Contract[]): readonly Contract[] {
  const [part = 1, parts = 1] = process.env["CONCORD_APIS"]?.split("/").map(Number) ?? [];
  return all.filter((_, index) => index % parts === part - 1);
}
