import { existsSync, realpathSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { ToolError, printableText } from "../contracts/index.ts";
import { type Options, describeOptions, helpOption } from "./arguments/options.ts";
import { parseArgv, createUsageError } from "./arguments/parse.ts";
import { openInterruptible } from "./arguments/load-both.ts";
import type { Command, Io } from "./command.ts";
import { counted } from "./counted.ts";
import { type Documents, type InitFile, initFiles } from "./init/files.ts";
import { type Project, readProject } from "./init/project.ts";

const options = { "dry-run": { help: "print the files instead of writing them" } } as const satisfies Options;

const help = `Sets up Concord in the current project: a configuration, one test and one workflow.

Usage: concord init [PATH] [options]

Looks for OpenAPI documents and GraphQL schemas in PATH (a file or folder; default: the current folder),
for the test runner in package.json, and for the CI service. Existing files are kept.

Options:
${describeOptions({ ...options, ...helpOption })}

Examples:
  concord init --dry-run
  concord init openapi.yaml --dry-run

Exit codes: 0 done, 2 could not run: no document was found, for example.
`;

/** `concord init`: writes a configuration, one test and one workflow. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parseArgv("init", argv, options, "[PATH]");
    const folder = process.cwd();
    const documents = await loadProjectDocuments(positionals[0] ?? ".", folder, io);
    const project = readProject(folder);
    for (const [index, { title, operations }] of documents.contracts.entries())
      io.err(`Found ${documents.paths[index]}: ${printableText(title)}, ${counted(operations.length, "operation")}\n`);
    const files = initFiles(project, documents);
    if (values["dry-run"]) {
      for (const { path, text } of files)
        io.out(`--- ${path}${existsSync(path) ? " (exists, and is kept)" : ""}\n${text}\n`);
      return 0;
    }
    for (const file of files) io.out(`${(await writeNew(file)) ? "Created" : "Kept   "} ${file.path}\n`);
    io.out(nextSteps(project, files));
    return 0;
  },
};

/** @throws ToolError "no-contracts" with the remedy. */
async function loadProjectDocuments(path: string, folder: string, io: Io): Promise<Documents> {
  const inputs = openInterruptible({}, io);
  try {
    const { contracts } = await inputs.load([path], { acceptsLaterVersions: true });
    const paths = contracts.map(({ file }) => toProjectPath(file, folder));
    const odd = paths.find((each) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(each));
    if (odd !== undefined)
      throw createUsageError("init", `the path ${JSON.stringify(odd)} cannot be written to a workflow`);
    return { contracts, paths };
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "no-contracts") throw error;
    throw new ToolError("no-contracts", error.message, {
      cause: error,
      hint: "Name the document: concord init path/to/openapi.yaml",
    });
  } finally {
    inputs.close();
  }
}

/** Path relative to the project, with slashes. URLs and git revisions stay. */
function toProjectPath(file: string, folder: string): string {
  if (/^(?:https?:|git:)/.test(file)) return file;
  return relative(folder, resolve(file)).replaceAll("\\", "/");
}

/** Writes a file that does not exist yet. False if it exists. */
async function writeNew({ path, text }: InitFile): Promise<boolean> {
  // A configuration with another extension has the same purpose.
  if (
    path.startsWith("concord.config.") &&
    ["ts", "mts", "js", "mjs", "json"].some((end) => existsSync(`concord.config.${end}`))
  )
    return false;
  try {
    requireInside(path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" });
    return true;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (cause instanceof ToolError) throw cause;
    throw new ToolError("unwritable-output", `Cannot write "${path}": ${message}`, { at: { file: path }, cause });
  }
}

/** @throws ToolError "unwritable-output" if a link of the project leads out of it. */
function requireInside(path: string): void {
  let folder = dirname(resolve(path));
  while (!existsSync(folder)) folder = dirname(folder);
  const [project, place] = [realpathSync(process.cwd()), realpathSync(folder)];
  if (place === project || place.startsWith(project + sep)) return;
  throw new ToolError("unwritable-output", `Cannot write "${path}": a link leads out of the project, to "${place}"`, {
    at: { file: path },
    hint: "Remove the link, or run the command with --dry-run and copy the file",
  });
}

function nextSteps({ runner, hasJest }: Project, [, test]: readonly InitFile[]): string {
  const path = test?.path ?? "";
  const steps = [
    "npm install --save-dev PACKAGE   # the file that npm pack made, or concord-toolkit once it is published",
    "npx --no concord-toolkit mock",
    runner === "vitest" ? `npx vitest run ${path}` : `node --test ${path}`,
  ];
  const jest = hasJest ? "The test uses node:test, because Jest cannot load ES modules without a flag\n" : "";
  return `${jest}\nNext:\n${steps.map((step) => `  ${step}\n`).join("")}`;
}
