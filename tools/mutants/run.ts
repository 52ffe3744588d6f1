import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { readEquivalents, isEquivalent } from "./equivalents.ts";
import { type TriedMutant, renderMutants } from "./report.ts";
import { sampleMutants } from "./sample.ts";
import { type ReadSubject, readSubject, subjects } from "./subjects.ts";
import { type Mutant, conformSubject, tryMutant, tryOriginal } from "./trial.ts";

const all = subjects();
const help = `Usage: npm run mutants -- [NAME …] [--count N] [--seed N] [--at FILE:LINE] [--save] [--json FILE]

Makes small mistakes in the handlers of servers, one at a time, and conforms each mutant to the document of its server.
A mutant is found if the run has a finding that the server itself does not have. The servers are those of
"npm run servers" (installed on first use) and the example providers in fixtures/providers.

Options:
  --count N    mutants of each server of other authors (default 40); of an example provider, a third of it
  --seed N     chooses the mutants, and seeds conformance (default 1)
  --at PLACE   only the mutants of one line, such as app.mjs:61, and all of them
  --parallel N runs at the same time (default 2)
  --save       write the result to tools/mutants/results.json, from which docs/reference/mutants.md is made
  --json FILE  write each mutant and its findings to a file

Subjects: ${all.map(({ name }) => name).join(", ")}

Exit codes: 0 measured, 1 a server could not be measured, 2 a wrong option.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    parallel: { type: "string", default: "2" },
    at: { type: "string" },
    save: { type: "boolean", default: false },
    json: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const [count, seed, parallel] = [values.count, values.seed, values.parallel].map(Number) as [number, number, number];
const unknown = positionals.find((name) => all.every((subject) => subject.name !== name));
const wrong = [count, seed, parallel].some((number) => !Number.isSafeInteger(number) || number < 1);
if (values.help) process.stdout.write(help);
else if (unknown !== undefined || wrong) {
  const reason = unknown === undefined ? "a number is a positive integer" : `there is no server "${unknown}"`;
  process.stderr.write(`error: ${reason}\n${help}`);
  process.exitCode = 2;
} else process.exitCode = await measureAll();

async function measureAll(): Promise<0 | 1> {
  const equivalents = readEquivalents();
  const chosen = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const tried: TriedMutant[] = [];
  const controls: number[] = [];
  let failed = 0;
  for (const subject of chosen)
    try {
      const read = await withOtherSeeds(await readSubject(subject, { report, tryOut }));
      const noise = await tryOriginal(read, seed + 3);
      if (noise.length > 0) report(`${read.name}: ${noise.length} findings without a mutation with another seed`);
      controls.push(noise.length);
      const wanted = subject.origin === "others" ? count : Math.ceil(count / 3);
      const sample = values.at === undefined ? sampleMutants(read, wanted, seed) : mutantsAt(values.at, read);
      tried.push(...(await tryAll(sample.filter((mutant) => !isEquivalent(mutant, equivalents)))));
      tried.push(
        ...sample
          .filter((mutant) => isEquivalent(mutant, equivalents))
          .map((mutant) => ({
            ...described(mutant),
            result: "equivalent" as const,
            requests: 0,
            seconds: 0,
            findings: [],
          })),
      );
    } catch (error) {
      failed += 1;
      report(`${subject.name}: not measured: ${error instanceof Error ? error.message : String(error)}`);
    }
  process.stdout.write(renderMutants(tried));
  const told = controls.filter((findings) => findings > 0).length;
  process.stdout.write(
    `\nWithout a mutation, with another seed: ${told} of ${controls.length} servers had another finding.\n`,
  );
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(tried, null, 1)}\n`);
  if (values.save)
    writeFileSync(join(import.meta.dirname, "results.json"), `${JSON.stringify(shortened(tried), null, 1)}\n`);
  return failed > 0 ? 1 : 0;
}

/** Runs conformance on the server without a mutation. What it finds then is not of a mutant. */
async function tryOut(subject: ReadSubject, url: string): Promise<readonly string[]> {
  const { failures, requests } = await conformSubject(subject, url, seed);
  report(`${subject.name}: ${requests} requests and ${failures.length} findings without a mutation`);
  return failures.map(({ id }) => id);
}

/** The subject with the findings of two other seeds: a mutation changes which requests are sent. */
async function withOtherSeeds(subject: ReadSubject): Promise<ReadSubject> {
  if (subject.known.size === 0) return subject;
  const others = [...(await tryOriginal(subject, seed + 1)), ...(await tryOriginal(subject, seed + 2))];
  return { ...subject, known: new Set([...subject.known, ...others.map(({ id }) => id)]) };
}

function mutantsAt(place: string, subject: ReadSubject): readonly Mutant[] {
  const every = sampleMutants(subject, Number.MAX_SAFE_INTEGER, seed);
  return every.filter(({ file, mutation }) => `${basename(file)}:${mutation.line}` === place);
}

async function tryAll(mutants: readonly Mutant[]): Promise<TriedMutant[]> {
  const tried: TriedMutant[] = [];
  const waiting = [...mutants];
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const outcome = await tryMutant(mutant, seed);
      tried.push({ ...described(mutant), ...outcome });
      report(`${mutant.subject.name} ${tried.length}/${mutants.length}: ${outcome.result}, ${mutant.mutation.kind}`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return tried;
}

function described({ subject, file, mutation }: Mutant) {
  const { start: _start, end: _end, ...shown } = mutation;
  return { subject: subject.name, origin: subject.origin, file: basename(file), ...shown };
}

/** Results without requests and responses, which differ from run to run. */
function shortened(tried: readonly TriedMutant[]): readonly object[] {
  return tried.map(({ findings, ...rest }) => ({ ...rest, checks: [...new Set(findings.map(({ check }) => check))] }));
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}
