import { type CompatProfile, type EarlierVersion, isSupported } from "../../compat/index.ts";
import { type Repository, type GitTag, ToolError } from "../../contracts/index.ts";
import { listTags, unusableTagsError } from "../changelog/tags.ts";
import type { Io } from "../command.ts";
import { type DocumentSource, resolveCommits, locateDocuments } from "../changelog/locate-documents.ts";
import { loadVersions } from "./versions.ts";

/** Comparison that needs the supported tags. */
interface Compared {
  readonly base: string;
  readonly revision: string;
  /** Versions of the ledger, if it selects the tags. */
  readonly names: readonly string[] | undefined;
  readonly today: string;
  readonly profile: CompatProfile;
  readonly io: Io;
}

/**
 * Versions that are still supported, from the tags in the history of BASE or REVISION. Tags of other branches are not
 * earlier versions.
 * @throws ToolError "unusable-repository" if there are supported tags but none can be compared.
 */
export async function supportedTags(pattern = "*", compared: Compared): Promise<EarlierVersion[]> {
  const { revision, names = [], today, profile, io } = compared;
  const source = await locateDocuments(revision, io);
  const earlier = await tagsBefore(source, pattern, compared);
  const supported = earlier.filter((tag) => isSupported(tag, today, profile));
  const known = earlier.filter(({ name }) => names.includes(name));
  const selectKeys = known.length === 0 ? supported : supported.filter((tag) => known.includes(tag));
  const lacking = tagsMissingInLedger(known, supported);
  if (lacking.length > 0)
    io.err(
      `Not compared, because the ledger does not have them: ${lacking.join(", ")} (${remedy}, or select them with --tags)\n`,
    );
  const versions = await loadVersions(source, selectKeys, io);
  const missed = [...selectKeys.map(({ name }) => name), ...lacking];
  if (versions.length === 0 && missed.length > 0) throw noComparableTagsError(source.repository, missed, revision);
  return versions;
}

async function tagsBefore(
  { repository, commits }: DocumentSource,
  pattern: string,
  { base, io }: Pick<Compared, "base" | "io">,
): Promise<readonly GitTag[]> {
  const tags = await listTags(repository, pattern);
  const inHistory = new Set<string>();
  for (const commit of new Set([...(await resolveCommits(base, repository, io)), ...commits]))
    for (const name of await repository.merged(commit, pattern)) inHistory.add(name);
  const earlier = tags.filter(({ name }) => inHistory.has(name));
  if (earlier.length === 0) throw unusableTagsError(repository, pattern, "none is in the history of BASE or REVISION");
  return earlier;
}

/** Supported tags that are missing in the ledger although their names have the scheme of its tags. The ledger is outdated. */
function tagsMissingInLedger(known: readonly GitTag[], supported: readonly GitTag[]): string[] {
  const schemes = new Set(known.map(({ name }) => namingScheme(name)));
  return supported.filter((tag) => !known.includes(tag) && schemes.has(namingScheme(tag.name))).map(({ name }) => name);
}

/** Naming scheme of a tag: "v#" for "v1.9.0". */
function namingScheme(name: string): string {
  return name.replaceAll(/\d+(\.\d+)*/g, "#");
}

const remedy = "create it again with concord compat ledger --from-tags";

function noComparableTagsError({ root }: Repository, tags: readonly string[], revision: string): ToolError {
  return new ToolError(
    "unusable-repository",
    `Cannot compare "${revision}" with any supported version: none of ${tags.join(", ")} has its documents`,
    {
      at: { file: root },
      hint: `Give earlier versions with --earlier DAY=INPUT, or select other tags with --tags; if the ledger does not have them, ${remedy}. For a new document, omit --transitive`,
    },
  );
}
