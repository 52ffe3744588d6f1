import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { measureGrowth } from "./compat/growth.ts";
import { measureRealPairs } from "./compat/measure.ts";
import { growthReport, realPairsReport } from "./compat/report.ts";
import { measureConformance } from "./conformance/measure.ts";
import { plantedBugs } from "./conformance/bugs.ts";
import { conformanceReport } from "./conformance/report.ts";
import { measuredDocuments } from "./documents/documents.ts";
import { type DocumentResult, measureDocument } from "./documents/measure.ts";
import { documentReport, documentsSummary } from "./documents/report.ts";
import { measureDocuments, measureRecords } from "./flat/measure.ts";
import { flatReport } from "./flat/report.ts";
import { measureInProcess } from "./in-process/measure.ts";
import { measureMemory } from "./memory/measure.ts";
import { memoryReport } from "./memory/report.ts";
import { buildMeasured, buildPackage, installPeers, versions } from "./peers.ts";
import { inProcessReport, signaturesReport } from "./report.ts";
import { type Settings, fullPace, quickPace } from "./settings.ts";
import { measureSignatures } from "./signatures/measure.ts";
import { measureCommands } from "./startup/commands.ts";
import { measureStartup } from "./startup/measure.ts";
import { measureState } from "./state/measure.ts";
import { stateReport } from "./state/report.ts";
import { commandsReport, startupReport } from "./startup/report.ts";

const help = `Measures Concord beside bare node:http, Prism, undici's MockAgent, MSW, standardwebhooks and oasdiff

Usage: npm run bench -- [options] [document ...]

  --quick      a short run: about ten minutes, and less certain
  --http       documents over HTTP alone, beside bare node:http and Prism; names of documents select some
  --in-process alone: calls of mock.fetch, beside MockAgent and MSW, and by number of documents and records
  --memory     alone: memory of a server before and after load
  --startup    alone: start of the built package, and of a mock in a test
  --state      alone: requests with state in memory, in SQLite, and in PostgreSQL with one and three replicas
  --conformance
               conformance alone: nothing else is installed for it
  --compat     compat alone, beside oasdiff
  --json FILE  where the numbers of every round go (default: bench/results/latest.json)
  --help

Tables go to stdout, progress to stderr. bench/README.md says what they mean.
`;

const resultsFolder = fileURLToPath(new URL("results/", import.meta.url));

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      http: { type: "boolean" },
      "in-process": { type: "boolean" },
      memory: { type: "boolean" },
      startup: { type: "boolean" },
      state: { type: "boolean" },
      quick: { type: "boolean" },
      conformance: { type: "boolean" },
      compat: { type: "boolean" },
      json: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const report = (line: string): void => void process.stderr.write(`${line}\n`);
  // Runs everything if no option selects a part.
  const parts = ["http", "in-process", "memory", "startup", "state", "conformance", "compat"] as const;
  const isWanted = (part: (typeof parts)[number] | "rest"): boolean =>
    parts.some((each) => values[each]) ? part !== "rest" && values[part] === true : true;
  if (parts.some((part) => part !== "conformance" && part !== "state" && isWanted(part))) installPeers(report);
  const settings: Settings = {
    ...(values.quick ? quickPace : fullPace),
    built: buildMeasured(),
    packageFolder: isWanted("memory") || isWanted("startup") || isWanted("state") ? buildPackage() : "",
    resultsFolder,
    report,
  };
  const machine = {
    platform: process.platform,
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    // Load of the machine before the run. Above a few tenths, the results are doubtful.
    loadBefore: loadavg()[0] ?? 0,
  };
  const measured = { ...versions() };
  const names = Object.entries(measured).map(([name, version]) => `${name} ${version}`);
  process.stdout.write(
    `${machine.cores} x ${machine.cpu}, ${machine.platform}, load ${machine.loadBefore.toFixed(1)} before; ${names.join(", ")}\n\n`,
  );

  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const results = {
    ...(isWanted("http") && { documents: await benchmarkDocuments(settings, positionals, print) }),
    ...(isWanted("in-process") && (await benchmarkInProcess(settings, print))),
    ...(isWanted("memory") && { memory: await benchmarkMemory(settings, print) }),
    ...(isWanted("startup") && (await benchmarkStartup(settings, print))),
    ...(isWanted("state") && { state: await benchmarkState(settings, print) }),
    ...(isWanted("rest") && { signatures: await benchmarkSignatures(settings, print) }),
    ...(isWanted("conformance") && (await benchmarkConformance())),
    ...(isWanted("compat") && { compat: await benchmarkCompat(settings, print) }),
  };

  const file = resolve(values.json ?? `${resultsFolder}latest.json`);
  mkdirSync(dirname(file), { recursive: true });
  const { built: _built, packageFolder: _package, resultsFolder: _folder, report: _report, ...pace } = settings;
  writeFileSync(file, `${JSON.stringify({ machine, versions: measured, pace, ...results }, null, 2)}\n`);
  report(`Every round is in ${file}`);

  async function benchmarkConformance() {
    const conformance = await measureConformance(settings);
    print(conformanceReport(conformance));
    if (values.quick) return { conformance };
    report("Conformance: planted bugs");
    const bugs = plantedBugs();
    print(bugs);
    return { conformance, bugs };
  }
}

async function benchmarkDocuments(settings: Settings, names: readonly string[], print: (text: string) => void) {
  const unknown = names.filter((name) => !measuredDocuments.some((document) => document.name === name));
  const known = measuredDocuments.map(({ name }) => name).join(", ");
  if (unknown.length > 0) throw new Error(`Cannot measure ${unknown.join(", ")}: the documents are ${known}`);
  const results: DocumentResult[] = [];
  for (const document of measuredDocuments) {
    if (names.length > 0 && !names.includes(document.name)) continue;
    const result = await measureDocument(document, {
      ...settings,
      rounds: Math.min(settings.rounds, 3),
      roundMs: 1000,
    });
    results.push(result);
    print(documentReport(result));
  }
  print(documentsSummary(results));
  return results;
}

async function benchmarkInProcess(settings: Settings, print: (text: string) => void) {
  const inProcess = await measureInProcess(settings);
  print(inProcessReport(inProcess));
  const flat = [];
  for (const measure of [measureDocuments, measureRecords]) {
    const result = await measure(settings);
    flat.push(result);
    print(flatReport(result));
  }
  return { inProcess, flat };
}

async function benchmarkMemory(settings: Settings, print: (text: string) => void) {
  const memory = await measureMemory(settings);
  print(memoryReport(memory));
  return memory;
}

async function benchmarkStartup(settings: Settings, print: (text: string) => void) {
  const commands = await measureCommands(settings);
  print(commandsReport(commands));
  const startup = await measureStartup(settings);
  print(startupReport(startup));
  return { commands, startup };
}

async function benchmarkState(settings: Settings, print: (text: string) => void) {
  const state = await measureState(settings);
  print(stateReport(state));
  return state;
}

async function benchmarkSignatures(settings: Settings, print: (text: string) => void) {
  const signatures = await measureSignatures(settings);
  print(signaturesReport(signatures));
  return signatures;
}

async function benchmarkCompat(settings: Settings, print: (text: string) => void) {
  const pairs = await measureRealPairs(settings);
  print(realPairsReport(pairs));
  const growth = await measureGrowth(settings);
  print(growthReport(growth));
  return { pairs, growth };
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
