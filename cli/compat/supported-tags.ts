import { type CompatProfile, type EarlierVersion, isSupported } from "../../compat/index.ts";
import { type Repository, type Tag, ToolError } from "../../contracts/index.ts";
import { tagsIn, unusableTags } from "../changelog/tags.ts";
import type { Io } from "../command.ts";
import { type Traced, commitsOf, traced } from "../changelog/traced.ts";
import { versionsAt } from "./versions.ts";

/** Whose tags are asked for. */
interface Compared {
  readonly base: string;
  readonly revision: string;
  /** The versions that the ledger knows, where it says which tags count. */
  readonly names: readonly string[] | undefined;
  readonly today: string;
  readonly profile: CompatProfile;
  readonly io: Io;
}

/**
 * What is supported of the tags that the history of BASE or REVISION holds: what only another line has was never before.
 * @throws ToolError "unusable-repository" where there are some, and none can be compared: that would look as if it were.
 */
export async function supportedTags(pattern = "*", compared: Compared): Promise<EarlierVersion[]> {
  const { revision, names = [], today, profile, io } = compared;
  const source = await traced(revision, io);
  const earlier = await tagsBefore(source, pattern, compared);
  const supported = earlier.filter((tag) => isSupported(tag, today, profile));
  const known = earlier.filter(({ name }) => names.includes(name));
  const chosen = known.length === 0 ? supported : supported.filter((tag) => known.includes(tag));
  const lacking = lackingIn(known, supported);
  if (lacking.length > 0)
    io.err(`Not compared, as the ledger lacks them: ${lacking.join(", ")} (${remedy}, or name them with --tags)\n`);
  const versions = await versionsAt(source, chosen, io);
  const missed = [...chosen.map(({ name }) => name), ...lacking];
  if (versions.length === 0 && missed.length > 0) throw uncomparable(source.repository, missed, revision);
  return versions;
}

async function tagsBefore(
  { repository, commits }: Traced,
  pattern: string,
  { base, io }: Pick<Compared, "base" | "io">,
): Promise<readonly Tag[]> {
  const tags = await tagsIn(repository, pattern);
  const own = new Set<string>();
  for (const commit of new Set([...(await commitsOf(base, repository, io)), ...commits]))
    for (const name of await repository.merged(commit, pattern)) own.add(name);
  const earlier = tags.filter(({ name }) => own.has(name));
  if (earlier.length === 0) throw unusableTags(repository, pattern, "the history of BASE and REVISION holds none");
  return earlier;
}

/** Tags that are called as those are that the ledger knows, and that it does not know: it was not kept. */
function lackingIn(known: readonly Tag[], supported: readonly Tag[]): string[] {
  const shapes = new Set(known.map(({ name }) => shapeOf(name)));
  return supported.filter((tag) => !known.includes(tag) && shapes.has(shapeOf(tag.name))).map(({ name }) => name);
}

/** How versions are called, whichever it is: "v#" for "v1.9.0". */
function shapeOf(name: string): string {
  return name.replaceAll(/\d+(\.\d+)*/g, "#");
}

const remedy = "make it again with concord compat ledger --from-tags";

function uncomparable({ root }: Repository, tags: readonly string[], revision: string): ToolError {
  return new ToolError(
    "unusable-repository",
    `Cannot compare "${revision}" with any version that is still supported: ${tags.join(", ")}`,
    {
      at: { file: root },
      hint: `Name those of a document that was elsewhere with --earlier DAY=INPUT; choose tags that have it with --tags, and where the ledger lacks them, ${remedy}. What is new since all of them has none: leave --transitive out`,
    },
  );
}
