import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Pair } from "./contenders.ts";

/** A pair to compare, with the inputs for each contender. */
export interface NamedPair {
  readonly name: string;
  readonly concord: Pair;
  /** Absent if oasdiff cannot read the documents. */
  readonly oasdiff?: Pair;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Folder of published documents, which are not part of the repository. */
const corpus = join(root, "../shared/corpus/compat/real");

/** All contracts of the platform, compared with themselves. */
export function unchangedContracts(): NamedPair {
  const [folder, glob] = [join(root, "contracts/apis"), join(root, "contracts/apis/*/openapi.yaml")];
  return {
    name: "47 contracts, unchanged",
    concord: { base: folder, revision: folder },
    oasdiff: { base: glob, revision: glob },
  };
}

/** Pairs of published documents. Unpacks archives into a folder. Reports a missing corpus, and returns no pairs. */
export function realPairs(folder: string, report: (line: string) => void): readonly NamedPair[] {
  if (!existsSync(corpus)) {
    report(`Compat: real documents are left out, as "${corpus}" is not there`);
    return [];
  }
  return readdirSync(corpus)
    .toSorted()
    .map((name) => realPair(name, folder));
}

function realPair(name: string, folder: string): NamedPair {
  const [base, revision] = ["base", "revision"].map((side) => documentOf(name, side, folder)) as [string, string];
  const pair = { base, revision };
  return { name, concord: pair, ...(!base.endsWith(".graphql") && { oasdiff: pair }) };
}

/** Path of the base or the revision: a file with that name, or the file of an archive that SOURCE.json names. */
function documentOf(name: string, side: string, folder: string): string {
  const from = join(corpus, name);
  const file = readdirSync(from).find((each) => each.startsWith(`${side}.`));
  if (file === undefined) throw new Error(`Cannot compare "${from}": it has no ${side}`);
  if (!file.endsWith(".tar.gz")) return join(from, file);
  const into = join(folder, name, side);
  mkdirSync(into, { recursive: true });
  const { status, stderr } = spawnSync("tar", ["-xzf", join(from, file), "-C", into], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Cannot unpack "${join(from, file)}": ${stderr.trim()}`);
  const { path } = JSON.parse(readFileSync(join(from, "SOURCE.json"), "utf8")) as { readonly path: string };
  return join(into, path.replace(/ .*/, ""));
}
