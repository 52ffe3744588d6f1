import { type Contract, type Loaded, type Problem, inputsIn, openInputs } from "../contracts/index.ts";
import type { Io } from "./command.ts";

/** What `parse` needs to know of the options of a command that loads a base and a revision. */
export const inputOptions = { "allow-url": { type: "string", multiple: true } } as const;

/** The lines of --help for what a base and a revision may be. */
export const inputsHelp = `Each of the two is one of these, or several with commas between them:
  FILE            an OpenAPI document (3.0, 3.1, or 2.0, which is converted), YAML or JSON, with the
                  files that it refers to; or a GraphQL schema (.graphql)
  FOLDER          each openapi.yaml (.yml, .json) and schema.graphql in it, at any depth; or else
                  each document right in it; or else each document below it
  GLOB            such as 'apis/**/*.yaml', in quotes
  git:REF[:PATH]  the same at a branch, tag or commit of the repository that you are in. PATH is a
                  file, folder or glob from the top of the repository, or from here if it begins
                  with ./ (default: the whole repository)
  URL             of http or https, from a host that --allow-url names

APIs are matched by the names of their folders or files; a single document on each side always
belongs to the other.
`;

/** The line of --help for what is an option of such a command. */
export const inputOptionsHelp = `  --allow-url HOST    fetch URLs from HOST (such as example.com or localhost:8080), those in $refs
                      too; repeatable (default: nothing is fetched)
`;

/** How many problems are named; of more, the number is told. */
const NAMED = 5;

/** Loads base and revision; says in short what is wrong with them. */
export async function loadBoth(
  [base = "", revision = ""]: readonly string[],
  { "allow-url": allowUrls = [] }: { readonly "allow-url"?: readonly string[] | undefined },
  io: Io,
): Promise<[Contract[], Contract[]]> {
  const inputs = openInputs({ allowUrls, signal: io.signal });
  try {
    const both = [await inputs.load(inputsIn(base)), await inputs.load(inputsIn(revision))] as const;
    for (const line of linesOf(...both)) io.err(`${line}\n`);
    const [ours, theirs] = both;
    return [ours.contracts, theirs.contracts];
  } finally {
    inputs.close();
  }
}

/** Loads what some inputs name. */
export async function loadAll(
  given: readonly string[],
  { "allow-url": allowUrls = [] }: { readonly "allow-url"?: readonly string[] | undefined },
  io: Io,
): Promise<Contract[]> {
  const inputs = openInputs({ allowUrls, signal: io.signal });
  try {
    return (await inputs.load(given.flatMap(inputsIn))).contracts;
  } finally {
    inputs.close();
  }
}

function linesOf(base: Loaded, revision: Loaded): string[] {
  const both = [base, revision];
  const passedOver = [...new Set(both.flatMap((each) => each.passedOver))];
  const problems = both.map(({ contracts }) => contracts.flatMap((contract) => contract.problems));
  const [inBase = [], inRevision = []] = problems;
  const all = [...new Set([...inBase, ...inRevision])];
  return [
    ...(passedOver.length > 0 ? [`Passed over, as no API is described there: ${few(passedOver).join(", ")}`] : []),
    ...(all.length > 0
      ? [
          `Problems passed over: ${inBase.length} in the base, ${inRevision.length} in the revision (see concord contracts lint)`,
          ...few(all.map(lineOf)).map((line) => `  ${line}`),
        ]
      : []),
  ];
}

function lineOf({ code, message, at }: Problem): string {
  return `${at.file}:${at.line}  ${code}  ${message}`;
}

function few(texts: readonly string[]): readonly string[] {
  return texts.length <= NAMED ? texts : [...texts.slice(0, NAMED), `and ${texts.length - NAMED} more`];
}
