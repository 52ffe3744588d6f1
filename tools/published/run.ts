import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installDocuments, publishedDocuments } from "./documents.ts";
import type { ExerciseResult } from "./exercise.ts";

const help = `Usage: npm run published -- [NAME …] [--seed N] [--out FOLDER]

Mocks published documents of 19 vendors, sends a valid request to every GET and POST, creates, reads, lists, changes and
deletes what can be created, and judges each response with Ajv by the document alone. Prints a Markdown table.
--out keeps all outcomes as JSON, one file a document. Exits 1 where a request was answered 5xx or with an invalid body.
`;

interface DocumentMeasurement extends ExerciseResult {
  readonly operations: number;
  readonly problems: number;
  readonly loadMs: number;
  readonly seconds: number;
  readonly megabytes: number;
}

/** Timeout of a document in milliseconds. */
const limit = 600_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "42" }, out: { type: "string" }, help: { type: "boolean" } },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const reportProgress = (line: string): void => void process.stderr.write(`${line}\n`);
installDocuments(reportProgress);
const chosen = publishedDocuments(reportProgress).filter(
  ({ name }) => positionals.length === 0 || positionals.includes(name),
);
if (chosen.length === 0) {
  reportProgress(
    `error: no document is called ${positionals.join(", ")}\n  There are ${publishedDocuments(() => {})
      .map(({ name }) => name)
      .join(", ")}`,
  );
  process.exit(2);
}

const stepNames = ["create", "read", "list", "change", "delete"];
const rows = [
  [
    "document",
    "operations",
    "GET and POST",
    "valid",
    "not judged",
    "invalid",
    "5xx",
    "streams",
    "4xx",
    "not sent",
    ...stepNames,
    "load ms",
    "s",
    "MB",
  ],
];
let isWrong = false;
for (const { name, file } of chosen) {
  reportProgress(name);
  const measured = measure(name, file);
  if (measured === undefined) {
    isWrong = true;
    rows.push([name, "no answer"]);
    continue;
  }
  const { outcomes, lives } = measured;
  const count = (result: string): number => outcomes.filter((each) => each.result === result).length;
  const ofStep = (step: string): string => {
    const tried = lives.flatMap(({ steps }) => (steps[step] === undefined ? [] : [steps[step]]));
    return `${tried.filter(Boolean).length}/${tried.length}`;
  };
  isWrong ||= count("invalid") + count("error") > 0;
  const counts = ["valid", "unjudged", "invalid", "error", "streamed", "refused", "not sent"].map(count);
  const { operations, loadMs, seconds, megabytes } = measured;
  rows.push([
    name,
    ...[operations, outcomes.length, ...counts].map(String),
    ...stepNames.map(ofStep),
    ...[loadMs, seconds, megabytes].map(String),
  ]);
  if (values.out !== undefined) {
    mkdirSync(values.out, { recursive: true });
    writeFileSync(join(values.out, `${name}.json`), `${JSON.stringify(measured, null, 1)}\n`);
  }
}
const [head = [], ...body] = rows;
for (const row of [head, head.map(() => "---"), ...body]) process.stdout.write(`| ${row.join(" | ")} |\n`);
process.exitCode = isWrong ? 1 : 0;

function measure(name: string, file: string): DocumentMeasurement | undefined {
  const child = join(import.meta.dirname, "child.ts");
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [child, file, values.seed], {
    encoding: "utf8",
    timeout: limit,
    maxBuffer: 1 << 28,
  });
  if (status === 0) return JSON.parse(stdout) as DocumentMeasurement;
  reportProgress(`${name}: ended by ${signal ?? status}: ${stderr.slice(-400)}`);
  return undefined;
}
