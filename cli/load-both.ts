import {
  type Contract,
  type InputOptions,
  type Inputs,
  type Loaded,
  type Problem,
  ToolError,
  inputsIn,
  openInputs,
} from "../contracts/index.ts";
import { type Fault, type UnreadDocument, inheritedDatesIn, plain, unreadableDatesIn } from "../compat/index.ts";
import type { Io } from "./command.ts";
import { interruptible } from "./interruptible.ts";
import { usage } from "./parse.ts";

/** What `parse` needs to know of the options of a command that loads a base and a revision. */
export const inputOptions = { "allow-url": { type: "string", multiple: true }, api: { type: "string" } } as const;

/** What the options say of the inputs. */
export interface InputValues {
  readonly "allow-url"?: readonly string[] | undefined;
  readonly api?: string | undefined;
}

/** The lines of --help for what a base and a revision may be. */
export const inputsHelp = `Each of the two is one of these, or several with commas between them:
  FILE            an OpenAPI document (3.0, 3.1, or 2.0, which is converted), YAML or JSON, with the
                  files that it refers to; or a GraphQL schema (.graphql)
  FOLDER          each openapi.yaml (.yml, .json) and schema.graphql in it, at any depth; or else
                  each document right in it; or else each document below it. Others are left
                  out, and named on stderr
  GLOB            such as 'apis/**/*.yaml', in quotes
  git:REF[:PATH]  the same at a branch, tag or commit of the repository that you are in. PATH is a
                  file, folder or glob from the top of the repository, or from here if it begins
                  with ./ (default: the whole repository)
  URL             of http or https, from a host that --allow-url names

APIs are matched by the names of their folders or files; a single document on each side always
belongs to the other, if both are OpenAPI or both GraphQL.
`;

/** The line of --help for what is an option of such a command. */
export const inputOptionsHelp = `  --api NAME          what the API is called, where each input is a single document (default: by its
                      file or folder). Ids in reports, waivers and feeds are made of it, and else
                      of the title that the base has: give it where titles are not kept
  --allow-url HOST    fetch URLs from HOST (such as example.com or localhost:8080), those in $refs
                      too; repeatable (default: nothing is fetched)
`;

/** What Ctrl-C breaks off. */
const reading = "read the contracts";

/** How many problems are named; of more, the number is told. */
const NAMED = 5;

/** The documents of a base and a revision. */
export interface LoadedBoth {
  readonly both: readonly [base: readonly Contract[], revision: readonly Contract[]];
  /** Those that were given and are no part of it. */
  readonly notRead: readonly UnreadDocument[];
}

/** Loads base and revision; says in short what is wrong with them. */
export async function loadBoth(
  [base = "", revision = ""]: readonly string[],
  { "allow-url": allowUrls = [], api }: InputValues,
  io: Io,
): Promise<LoadedBoth> {
  const inputs = openInterruptible({ allowUrls }, io);
  try {
    const both = [await inputs.load(inputsIn(base)), await inputs.load(inputsIn(revision))] as const;
    const [ours, theirs] = both;
    const beside = [await ours.leftOut(), await theirs.leftOut()] as const;
    const leftOut = leftOutLines(beside.flat());
    const lines = await interruptible(
      reading,
      () => [...linesOf(ours, theirs), ...leftOut, ...dateLines(ours.contracts)].map((line) => `${plain(line)}\n`),
      io,
    );
    for (const line of lines) io.err(line);
    const before = notReadOf(ours, beside[0], true);
    const after = notReadOf(theirs, beside[1], false);
    const isAfter = new Set(after.map(({ file }) => file));
    return {
      both: [namedAs(ours.contracts, api), namedAs(theirs.contracts, api)],
      notRead: [...before.filter(({ file }) => !isAfter.has(file)), ...after],
    };
  } finally {
    inputs.close();
  }
}

function notReadOf({ doubtful }: Loaded, leftOut: readonly string[], isInBase: boolean): UnreadDocument[] {
  const reason = "other documents of its folder go first: name it, so that it is compared as well";
  return [...doubtful, ...leftOut.map((file) => ({ file, reason }))].map((each) => ({ ...each, isInBase }));
}

/** Loads what some inputs name. */
export async function loadAll(
  given: readonly string[],
  { "allow-url": allowUrls = [], api }: InputValues,
  io: Io,
): Promise<Contract[]> {
  const inputs = openInterruptible({ allowUrls }, io);
  try {
    const loaded = await inputs.load(given.flatMap(inputsIn));
    for (const line of leftOutLines(await loaded.leftOut())) io.err(`${plain(line)}\n`);
    return namedAs(loaded.contracts, api);
  } finally {
    inputs.close();
  }
}

/** Opens what documents are read from, so that Ctrl-C ends the reading wherever it is. */
export function openInterruptible(options: Pick<InputOptions, "allowUrls" | "cwd">, io: Pick<Io, "signal">): Inputs {
  let interruption: unknown;
  return openInputs({
    ...options,
    signal: io.signal,
    async compute(compute) {
      // Files that one document refers to are read side by side: none is parsed after the one that was broken off.
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

/** Marks that say nothing: a deprecation that is neither true nor false, and what names no section. */
export function markLines(contracts: readonly Contract[]): string[] {
  const found = contracts.flatMap(({ problems }) => problems.filter(({ code }) => marks.has(code)));
  return [...few(found.map(lineOf))];
}

const marks = new Set(["invalid-deprecated", "invalid-spec"]);

/** Dates that allow nothing, as nobody can read them. Those that a revision brings are faults. */
export function dateLines(contracts: readonly Contract[]): string[] {
  return datesToldOf(
    "Dates that cannot be read",
    contracts.flatMap((contract) => unreadableDatesIn(contract)),
  );
}

/** What may be removed too soon one day, as an older date stands above it. */
export function inheritedLines(...compared: Parameters<typeof inheritedDatesIn>): string[] {
  return datesToldOf("New operations with an older date above them", inheritedDatesIn(...compared));
}

function datesToldOf(what: string, found: readonly Fault[]): string[] {
  const lines = found.map(({ message, at }) => `  ${at?.file}:${at?.line}  ${message}`);
  return found.length === 0 ? [] : [`${what}: ${found.length}`, ...few(lines)];
}

/**
 * A single contract under the name that --api gives it.
 * @throws ToolError "usage" where there are several: they need names of their own.
 */
export function namedAs(contracts: readonly Contract[], api: string | undefined): Contract[] {
  if (api === undefined) return [...contracts];
  if (contracts.length > 1) {
    const files = few(contracts.map(({ file }) => file)).join(", ");
    throw usage("compat", `--api names a single document, and there are ${contracts.length}: ${files}`);
  }
  return contracts.map((contract) => named(contract, api.trim()));
}

const renamed = new WeakMap<Contract, Contract>();

/** One contract stays one: what is on both sides has not changed. */
function named(contract: Contract, api: string): Contract {
  let found = renamed.get(contract);
  if (!found) renamed.set(contract, (found = { ...contract, api, title: api }));
  return found;
}

function linesOf(base: Loaded, revision: Loaded): string[] {
  const both = [base, revision];
  const passedOver = [...new Set(both.flatMap((each) => each.passedOver))];
  const doubtful = both.flatMap((each) => each.doubtful).map(({ file, reason }) => `Passed over ${file}: ${reason}`);
  const bare = both
    .flatMap(({ contracts }) => contracts.filter(isBare))
    .map(({ file }) => `Nothing is described in ${file}: it has no info and no paths`);
  const problems = both.map(({ contracts }) => contracts.flatMap((contract) => contract.problems));
  const [inBase = [], inRevision = []] = problems;
  const all = [...new Set([...inBase, ...inRevision])];
  return [
    ...(passedOver.length > 0 ? [`Passed over, as no API is described there: ${few(passedOver).join(", ")}`] : []),
    ...few([...new Set(doubtful)]),
    ...few([...new Set(bare)]),
    ...(all.length > 0
      ? [
          `Problems passed over: ${inBase.length} in the base, ${inRevision.length} in the revision (see concord contracts lint)`,
          ...few(all.map(lineOf)).map((line) => `  ${line}`),
        ]
      : []),
  ];
}

/** What is said of documents that are left out. */
export function leftOutLines(files: readonly string[]): string[] {
  const each = [...new Set(files)];
  return each.length === 0
    ? []
    : [`Left out, as other documents of their folder go first (name them to compare them): ${few(each).join(", ")}`];
}

function isBare({ document }: Contract): boolean {
  return document["info"] === undefined && document["paths"] === undefined;
}

function lineOf({ code, message, at }: Problem): string {
  return `${at.file}:${at.line}  ${code}  ${message}`;
}

function few(texts: readonly string[]): readonly string[] {
  return texts.length <= NAMED ? texts : [...texts.slice(0, NAMED), `and ${texts.length - NAMED} more`];
}
