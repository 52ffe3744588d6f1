import { parseArgs } from "node:util";
import { sourcesIn } from "../test/support/imports.ts";
import { measureFile } from "../test/support/measures.ts";
import { sizesOfRooms } from "../test/support/sizes.ts";

const help = `Measures how dense the shipped code is: lines, expressions, and names of functions, for all rooms together.

Usage: npm run measures -- [--list] [--json]

--list  names the functions over 120 lines, and those whose name stands in three files or more
--json  the same as JSON

Exit codes: 0 measured, 2 wrong usage.
`;

/** Most lines of a function that can be read as one. */
const MAX_LINES = 120;

/** Files with a function of the same name, from which on one name has several meanings or copies. */
const MANY_FILES = 3;

const rooms = ["contracts", "formats", "mock", "conformance", "compat", "profiles", "api", "cli"];

function main(argv: readonly string[]): number {
  const options = { list: { type: "boolean" }, json: { type: "boolean" }, help: { type: "boolean" } } as const;
  let values;
  try {
    ({ values } = parseArgs({ args: [...argv], options }));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`);
    return 2;
  }
  if (values.help) {
    console.log(help);
    return 0;
  }
  const report = measure();
  console.log(values.json ? JSON.stringify(report, undefined, 2) : writeTable(report));
  if (values.list && !values.json) console.log(writeLists(report));
  return 0;
}

/** The measures of all rooms. */
function measure() {
  const sources = sourcesIn(rooms);
  const code = [...sources.values()].flatMap((text) => withoutComments(text).split("\n")).filter((line) => line.trim());
  const each = [...sources].map(([file, text]) => measureFile(file, text));
  const functions = each.flatMap((one) => one.functions);
  const filesByName = Map.groupBy(functions, ({ name }) => name);
  const perThousand = (count: number): number => Math.round((count / code.length) * 10_000) / 10;
  return {
    sizes: Object.fromEntries(sizesOfRooms(sources)),
    sourceLines: [...sources.values()].reduce((sum, text) => sum + text.split("\n").length - 1, 0),
    codeLines: code.length,
    charactersPerCodeLine: Math.round(code.reduce((sum, line) => sum + line.trim().length, 0) / code.length),
    ternariesPerThousand: perThousand(each.reduce((sum, one) => sum + one.ternaries, 0)),
    conditionalSpreadsPerThousand: perThousand(each.reduce((sum, one) => sum + one.conditionalSpreads, 0)),
    nounNames: functions.filter(({ name }) => /(Of|In|For|At)$/.test(name)).length / functions.length,
    manyFiles: [...filesByName]
      .map(([name, some]) => ({ name, files: [...new Set(some.map(({ file }) => file))] }))
      .filter(({ files }) => files.length >= MANY_FILES)
      .toSorted((one, other) => other.files.length - one.files.length),
    long: functions.filter(({ lines }) => lines > MAX_LINES).toSorted((one, other) => other.lines - one.lines),
  };
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, "").replaceAll(/(?:^|\s)\/\/.*$/gm, "");
}

function writeTable(report: ReturnType<typeof measure>): string {
  const rows: readonly (readonly [string, string | number])[] = [
    ["source lines", report.sourceLines],
    ["code lines", report.codeLines],
    ["characters per code line", report.charactersPerCodeLine],
    ["ternaries per 1,000 lines", report.ternariesPerThousand],
    ["conditional spreads per 1,000", report.conditionalSpreadsPerThousand],
    ["functions named …Of, …In, …For, …At", `${(report.nounNames * 100).toFixed(1)} %`],
    [`function names in ${MANY_FILES} files or more`, report.manyFiles.length],
    [`functions over ${MAX_LINES} lines`, report.long.length],
    ...Object.entries(report.sizes).map(([room, size]) => [`${room}/, thousand characters`, size] as const),
    ["all rooms, thousand characters", Object.values(report.sizes).reduce((sum, size) => sum + size, 0)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(40)} ${value}`).join("\n");
}

function writeLists({ long, manyFiles }: ReturnType<typeof measure>): string {
  const lines = [
    "",
    ...long.map(({ file, name, lines: count }) => `${count} lines: ${name} in ${file}`),
    "",
    ...manyFiles.map(({ name, files }) => `${files.length} files: ${name}`),
  ];
  return lines.join("\n");
}

process.exitCode = main(process.argv.slice(2));
