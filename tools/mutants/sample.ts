import { readFileSync } from "node:fs";
import { seededNumber } from "../../contracts/generate/index.ts";
import { mutationsOf } from "./mutations.ts";
import { kinds } from "./operators.ts";
import type { ReadSubject } from "./subjects.ts";
import type { Mutant } from "./trial.ts";

/**
 * Mutants of a subject, chosen by a seed: each kind in turn, so that those of which a file has many do not displace the
 * others.
 */
export function sampleMutants(subject: ReadSubject, count: number, seed: number): readonly Mutant[] {
  const all = subject.files.flatMap((file) => {
    const lang = file.endsWith(".ts") ? "ts" : "js";
    const found = mutationsOf(readFileSync(file, "utf8"), lang, subject.isPlanted);
    return found.map((mutation): Mutant => ({ subject, file, mutation }));
  });
  const order = ({ file, mutation: { start, end, after } }: Mutant): number =>
    seededNumber(`${seed} ${subject.name} ${file.split(/[\\/]/).at(-1)} ${start} ${end} ${after}`);
  const byKind = Map.groupBy(
    all.toSorted((one, other) => order(one) - order(other)),
    ({ mutation }) => mutation.kind,
  );
  const chosen: Mutant[] = [];
  for (let round = 0; chosen.length < Math.min(count, all.length); round++)
    for (const kind of kinds) {
      const mutant = byKind.get(kind)?.[round];
      if (mutant && chosen.length < count) chosen.push(mutant);
    }
  return chosen;
}
