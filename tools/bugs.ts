import { once } from "node:events";
import { relative } from "node:path";
import { loadContract } from "../contracts/index.ts";
import { bugClasses } from "../fixtures/providers/provider.ts";
import { argumentsOf, help } from "../test/support/bugs/arguments.ts";
import { type Run, matchFindings, isFindingOf, measure } from "../test/support/bugs/measure.ts";
import { tableOf } from "../test/support/bugs/table.ts";
import { type PlantedBug, plantedBugs, startProvider } from "../test/support/providers.ts";

// Runs conformance on the providers without bugs, with each planted bug, and with all of them. Exits with 1 if a
// provider without bugs has a finding, which is a false positive. With --serve NAME and --bugs a,b it only serves a
// provider.
const { isHelp, chosen, runs, seed, served } = readArguments();
if (isHelp) {
  process.stdout.write(help);
  process.exit(0);
}

interface BugMeasurement {
  readonly bug: PlantedBug;
  readonly run: Run;
  /** Checks that found the bug when it was the only one. */
  readonly by: readonly string[];
  readonly isFoundAmongAll: boolean;
}

if (served) await serve(served);

const measured: BugMeasurement[] = [];
const summaries: (string | number)[][] = [];
let falseFindings = 0;
const totals = { findings: 0, causes: 0 };
for (const provider of chosen) {
  const trial = {
    provider,
    contract: await loadContract(provider.document),
    runs,
    seed,
  };
  const own = plantedBugs.filter((bug) => bug.provider === provider);
  const none = await measure(trial, []);
  const all = await measure(trial, Object.keys(provider.bugs));
  const foundTogether = matchFindings(own, all.findings);
  for (const bug of own) {
    const run = await measure(trial, [bug.id]);
    const by = new Set(run.findings.filter((finding) => isFindingOf(finding, bug)).map(({ check }) => check));
    measured.push({ bug, run, by: [...by], isFoundAmongAll: foundTogether.has(bug) });
  }
  falseFindings += none.findings.length;
  totals.findings += all.findings.length;
  totals.causes += all.causes.length;
  for (const { operation, check, message } of none.findings)
    console.error(`${provider.name}: false finding: ${operation} ${check}: ${message}`);
  const ofProvider = measured.filter(({ bug }) => bug.provider === provider);
  summaries.push([
    provider.name,
    own.length,
    countFound(ofProvider),
    foundTogether.size,
    none.findings.length,
    none.requests,
    mean(ofProvider.map(({ run }) => run.requests)),
    all.requests,
    Number((all.durationMs / 1000).toFixed(1)),
  ]);
  console.error(`${provider.name}: ${countFound(ofProvider)} of ${own.length}`);
}

console.log(
  tableOf([
    ["provider", "bug", "class", "alone", "among all", "requests", "found after", "other findings"],
    ...measured.map(({ bug, run, by, isFoundAmongAll }) => [
      bug.provider.name,
      bug.id,
      bug.class,
      by.join(", ") || "no",
      isFoundAmongAll ? "yes" : "no",
      run.requests,
      by.length > 0 ? String(run.firstAfter) : "",
      run.findings.filter((finding) => !isFindingOf(finding, bug)).length,
    ]),
  ]),
);
console.log(
  tableOf([
    ["class", "bugs", "alone", "among all"],
    ...bugClasses.flatMap((name) => {
      const ofClass = measured.filter(({ bug }) => bug.class === name);
      return ofClass.length > 0 ? [[name, ofClass.length, countFound(ofClass), countFoundTogether(ofClass)]] : [];
    }),
  ]),
);
console.log(
  tableOf([
    ["provider", "bugs", "alone", "among all", "false", "requests, none on", "one on", "all on", "seconds, all on"],
    ...summaries,
  ]),
);
console.log(
  tableOf([
    ["requests", "bugs found alone"],
    ...[25, 50, 100, 200, 300, 400, 500, Infinity].map((requests) => [
      requests === Infinity ? "all" : String(requests),
      countFound(measured.filter(({ run }) => (run.firstAfter ?? Infinity) <= requests)),
    ]),
  ]),
);
console.log(
  `${countFound(measured)} of ${measured.length} alone, ${countFoundTogether(measured)} all at once, ${falseFindings} false findings, ` +
    `${mean(measured.map(({ run }) => run.requests))} requests a run`,
);
console.log(
  `all at once: ${totals.findings} findings of ${totals.causes} causes; ` +
    `${(totals.findings / measured.length).toFixed(2)} findings and ${(totals.causes / measured.length).toFixed(2)} causes for each bug`,
);
console.log(
  `each alone: ${(sumOf(measured.map(({ run }) => run.causes.length)) / countFound(measured)).toFixed(2)} causes for each bug found, ` +
    `${measured.filter(sharesCause).length} bugs with a cause of another bug`,
);
process.exitCode = falseFindings > 0 ? 1 : 0;

/** Reads the arguments. Invalid ones are reported in one line. */
function readArguments(): ReturnType<typeof argumentsOf> {
  try {
    return argumentsOf(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`error: ${(error as Error).message}\n  See node bugs.ts --help\n`);
    process.exit(2);
  }
}

/** Serves a provider until the process ends, for other tools and for debugging a finding. */
async function serve({ provider, bugs }: NonNullable<typeof served>): Promise<never> {
  await using running = await startProvider(provider, { bugs });
  console.log(
    `${running.url} keeps ${relative(process.cwd(), provider.document)}${bugs.length > 0 ? `, but for ${bugs.join(", ")}` : ""}`,
  );
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  process.exit(0);
}

function countFound(some: readonly BugMeasurement[]): number {
  return some.filter(({ by }) => by.length > 0).length;
}

function countFoundTogether(some: readonly BugMeasurement[]): number {
  return some.filter(({ isFoundAmongAll }) => isFoundAmongAll).length;
}

/** True if another bug of the provider, alone, has a cause with the same key. */
function sharesCause({ bug, run }: BugMeasurement): boolean {
  return measured.some(
    (other) =>
      other.bug !== bug &&
      other.bug.provider === bug.provider &&
      other.run.causes.some((cause) => run.causes.includes(cause)),
  );
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function mean(numbers: readonly number[]): number {
  return Math.round(sumOf(numbers) / numbers.length);
}
