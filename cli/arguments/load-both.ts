import {
  type Contract,
  type InputOptions,
  type Inputs,
  type LoadedInputs,
  type Problem,
  ToolError,
  splitInputs,
  openInputs,
} from "../../contracts/index.ts";
import {
  type Fault,
  type UnreadDocument,
  findInheritedDates,
  printableText,
  findUnreadableDates,
} from "../../compat/index.ts";
import type { Io } from "../command.ts";
import { interruptible } from "../interruptible.ts";
import { MAX_NAMED, limitList, problemLines, writeProblems } from "./problem-lines.ts";
import { documentHeaderOption, readDocumentHeaders } from "./document-headers.ts";
import type { Optional, Options } from "./options.ts";
import { createUsageError } from "./parse.ts";

/** Options of commands that load a base and a revision. */
export const inputOptions = {
  api: {
    form: "NAME",
    help: "name of the API, if each input is a single document (default: from its file or folder). Ids in reports, waivers and feeds contain it, or else the title of the base: set it if titles change",
  },
  "allow-url": {
    form: "HOST",
    multiple: true,
    help: "also follow $refs to this host, such as example.com or localhost:8080 (default: the hosts of inputs only)",
  },
  ...documentHeaderOption,
} as const satisfies Options;

/** Values of these options. */
export type InputValues = Optional<typeof inputOptions>;

/** Help on inputs. */
export const inputsHelp = `An input is one of these, or several separated by commas:
  FILE            an OpenAPI document (3.0, 3.1, or 2.0, which is converted), YAML or JSON, with the
                  files that it refers to; or a GraphQL schema (.graphql)
  FOLDER          each openapi.yaml (.yml, .json) and schema.graphql in it, at any depth; without
                  these, each document directly in it; without those, each document below it. Other
                  documents are left out, and named on stderr
  GLOB            such as 'apis/**/*.yaml', in quotes
  git:REF[:PATH]  documents at a branch, tag or commit of the current repository. PATH is a file,
                  folder or glob relative to the top of the repository, or to the current folder if
                  it begins with ./ (default: the whole repository). In BASE, a document that the
                  commit does not have, and that REVISION has at the same path, is new
  URL             http or https

APIs are matched by the names of their folders or files. A single document on each side always
matches the other, if both are OpenAPI or both GraphQL.
`;

/** Action in the error message of an interruption. */
const reading = "read the contracts";

/** Documents of a base and a revision. */
export interface LoadedBoth {
  readonly both: readonly [base: readonly Contract[], revision: readonly Contract[]];
  /** Documents of the inputs that were not compared. */
  readonly notRead: readonly UnreadDocument[];
}

/** Loads base and revision, and prints a short list of their problems. */
export async function loadBoth(
  [base = "", revision = ""]: readonly string[],
  { "allow-url": allowUrls = [], "document-header": headers, api }: InputValues,
  io: Io,
): Promise<LoadedBoth> {
  const inputs = openInterruptible({ allowUrls, documentHeaders: readDocumentHeaders(headers, io) }, io);
  try {
    const later = splitInputs(revision);
    const both = [await inputs.load(splitInputs(base), { later }), await inputs.load(later)] as const;
    const [ofBase, ofRevision] = both;
    const leftOutOfBoth = [await ofBase.leftOut(), await ofRevision.leftOut()] as const;
    const leftOut = leftOutLines(leftOutOfBoth.flat());
    const lines = await interruptible(
      reading,
      () =>
        [
          ...listSkippedLines(ofBase, ofRevision),
          ...leftOut,
          ...unreadableDateLines([...ofBase.contracts, ...ofRevision.contracts]),
        ].map((line) => `${printableText(line)}\n`),
      io,
    );
    for (const line of lines) io.err(line);
    const before = unreadDocuments(ofBase, leftOutOfBoth[0], true);
    const after = unreadDocuments(ofRevision, leftOutOfBoth[1], false);
    const inRevision = new Set(after.map(({ file }) => file));
    return {
      both: [namedAs(ofBase.contracts, api), namedAs(ofRevision.contracts, api)],
      notRead: [...before.filter(({ file }) => !inRevision.has(file)), ...after],
    };
  } finally {
    inputs.close();
  }
}

function unreadDocuments({ doubtful }: LoadedInputs, leftOut: readonly string[], isInBase: boolean): UnreadDocument[] {
  const reason = "other documents of its folder take precedence; name it to compare it";
  return [...doubtful, ...leftOut.map((file) => ({ file, reason }))].map((each) => ({ ...each, isInBase }));
}

/** Loads the documents of some inputs. */
export async function loadAll(
  given: readonly string[],
  { "allow-url": allowUrls = [], "document-header": headers, api }: InputValues,
  io: Io,
): Promise<Contract[]> {
  const inputs = openInterruptible({ allowUrls, documentHeaders: readDocumentHeaders(headers, io) }, io);
  try {
    const loaded = await inputs.load(given.flatMap(splitInputs));
    for (const line of leftOutLines(await loaded.leftOut())) io.err(`${printableText(line)}\n`);
    return namedAs(loaded.contracts, api);
  } finally {
    inputs.close();
  }
}

/** Opens inputs so that Ctrl-C interrupts their reading and parsing. */
export function openInterruptible(
  options: Pick<InputOptions, "allowUrls" | "documentHeaders" | "cwd">,
  io: Pick<Io, "signal">,
): Inputs {
  let interruption: unknown;
  return openInputs({
    ...options,
    signal: io.signal,
    async compute(compute) {
      // Referenced files are read concurrently. After an interruption, none of them is parsed.
      if (interruption !== undefined) throw interruption;
      try {
        return await interruptible(reading, compute, io);
      } catch (error) {
        if (error instanceof ToolError && error.code === "interrupted") interruption = error;
        throw error;
      }
    },
  });
}

/** Lines for invalid markers: a deprecation that is neither true nor false, and an x-spec without a section. */
export function invalidMarkLines(contracts: readonly Contract[]): string[] {
  return writeProblems(
    contracts.flatMap(({ problems }) => problems.filter(isInvalidMark)),
    { most: MAX_NAMED },
  );
}

function isInvalidMark({ code, at }: Problem): boolean {
  return code === "invalid-spec" || (code === "misformed-member" && at.pointer.endsWith("/deprecated"));
}

/** Lines for malformed dates, which are ignored. In a revision they are faults if the policy has periods. */
export function unreadableDateLines(contracts: readonly Contract[]): string[] {
  return dateProblemLines(
    "Dates that cannot be read",
    contracts.flatMap((contract) => findUnreadableDates(contract)),
  );
}

/** Lines for new operations that inherit an older date, because the policy may allow their removal too soon. */
export function inheritedDateLines(...compared: Parameters<typeof findInheritedDates>): string[] {
  return dateProblemLines("New operations with an older date above them", findInheritedDates(...compared));
}

function dateProblemLines(title: string, found: readonly Fault[]): string[] {
  const lines = found.map(({ message, at }) => `  ${at?.file}:${at?.line}  ${message}`);
  if (found.length === 0) return [];
  return [`${title}: ${found.length}`, ...limitList(lines)];
}

/**
 * Renames a single contract to the value of --api.
 * @throws ToolError "usage" for several contracts.
 */
export function namedAs(contracts: readonly Contract[], api: string | undefined): Contract[] {
  if (api === undefined) return [...contracts];
  if (contracts.length > 1) {
    const files = limitList(contracts.map(({ file }) => file)).join(", ");
    throw createUsageError("compat", `--api needs a single document, not ${contracts.length}: ${files}`);
  }
  return contracts.map((contract) => rename(contract, api.trim()));
}

const renamed = new WeakMap<Contract, Contract>();

/** Renames a contract. Cached, so that a contract on both sides stays identical and is not compared. */
function rename(contract: Contract, api: string): Contract {
  let found = renamed.get(contract);
  if (!found) renamed.set(contract, (found = { ...contract, api, title: api }));
  return found;
}

function listSkippedLines(base: LoadedInputs, revision: LoadedInputs): string[] {
  const both = [base, revision];
  const nonDocuments = [...new Set(both.flatMap((each) => each.nonDocuments))];
  const doubtful = both.flatMap((each) => each.doubtful).map(({ file, reason }) => `Skipped ${file}: ${reason}`);
  const bare = both
    .flatMap(({ contracts }) => contracts.filter(isBare))
    .map(({ file }) => `${file} describes nothing: it has no info and no paths`);
  const absent = base.absent.map((input) => `New, because BASE does not have it: ${input}`);
  const problems = both.map(({ contracts }) => contracts.flatMap((contract) => contract.problems));
  const [inBase = [], inRevision = []] = problems;
  const all = [...new Set([...inBase, ...inRevision])];
  const ignored = `Problems that were ignored: ${inBase.length} in the base, ${inRevision.length} in the revision`;
  return [
    ...limitList(absent),
    ...(nonDocuments.length > 0
      ? [`Skipped, because they describe no API: ${limitList(nonDocuments).join(", ")}`]
      : []),
    ...limitList([...new Set(doubtful)]),
    ...limitList([...new Set(bare)]),
    ...problemLines(ignored, all),
  ];
}

/** Lines for documents that are left out. */
export function leftOutLines(files: readonly string[]): string[] {
  const each = [...new Set(files)];
  if (each.length === 0) return [];
  return [
    `Left out, because other documents of their folder take precedence (name them to compare them): ${limitList(each).join(", ")}`,
  ];
}

function isBare({ document }: Contract): boolean {
  return document["info"] === undefined && document["paths"] === undefined;
}
