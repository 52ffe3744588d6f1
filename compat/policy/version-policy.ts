import type { Contract } from "../../contracts/index.ts";
import type { Change, Fault, Note, Timing } from "../model/change.ts";
import type { Pair } from "../model/pair.ts";
import { type CompatProfile, cited } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { readApiVersion, isAtLeast, nextAddition, nextBreaking } from "./api-version.ts";

/** Judges whether the version of the revision allows a breaking change. */
export function versionTiming(
  pair: Pair<Contract>,
  profile: CompatProfile,
): { readonly isAllowed: boolean; readonly timing: Timing } {
  const blocked = (reason: string, version?: string) => ({
    isAllowed: false,
    timing: createTiming(profile, reason, version),
  });
  const { base, revision } = pair;
  if (!base || !revision) return blocked("The document was removed, so that no version announces the change");
  if (base.kind === "graphql") return blocked("A GraphQL schema has no version that announces the change");
  const [before, after] = [readApiVersion(base), readApiVersion(revision)];
  if (!before.numbers) return blocked(`The version of the base is ${before.text}, which is not a semantic version`);
  const needed = nextBreaking(before.numbers);
  const version = needed.join(".");
  if (!after.numbers)
    return blocked(`The version of the revision is ${after.text}, which is not a semantic version`, version);
  if (isAtLeast(after.numbers, needed))
    return { isAllowed: true, timing: createTiming(profile, `The version rose from ${before.text} to ${after.text}`) };
  const rise = after.text === before.text ? `stays ${before.text}` : `changes from ${before.text} to ${after.text}`;
  return blocked(`The version ${rise}, and a breaking change needs ${version}`, version);
}

function createTiming(profile: CompatProfile, reason: string, version?: string): Timing {
  return {
    period: "version",
    ...cited(profile, principleCriterion("version")),
    reason,
    ...(version !== undefined && { version }),
  };
}

/**
 * Versions that are not semantic, and versions that are too low for additions. A version of the base alone is a note,
 * because a published version cannot be corrected; breaking changes are blocked all the same.
 */
export function versionFaults(
  { base, revision }: Pair<Contract>,
  {
    api,
    changes,
    profile,
  }: { readonly api: string; readonly changes: readonly Change[]; readonly profile: CompatProfile },
): { readonly faults: readonly Fault[]; readonly notes: readonly Note[] } {
  if (!base || !revision || base === revision || base.kind === "graphql") return { faults: [], notes: [] };
  const [before, after] = [readApiVersion(base), readApiVersion(revision)];
  if (!after.numbers) {
    const wanted = before.numbers ? before.numbers.join(".") : after.suggestion;
    const message = `The version of "${api}" is ${after.text}, which is not a semantic version: write ${wanted} or a higher one`;
    const section = cited(profile, principleCriterion("version"));
    return { faults: [{ code: "version-not-semantic", ...section, message, at: after.at }], notes: [] };
  }
  const createNote = (
    code: string,
    message: string,
  ): { readonly faults: readonly Fault[]; readonly notes: readonly Note[] } => ({
    faults: [],
    notes: [{ code, verdict: "dangerous", api, message, at: after.at }],
  });
  if (!before.numbers)
    return createNote(
      "version-not-comparable",
      `The version of "${api}" in the base is ${before.text}, which is not a semantic version: nobody can tell if ${after.text} is high enough`,
    );
  const added = changes.filter(
    ({ kind, verdict, basis }) => kind === "added" && verdict !== "breaking" && basis === "stated",
  );
  const needed = nextAddition(before.numbers);
  if (added.length === 0 || isAtLeast(after.numbers, needed)) return { faults: [], notes: [] };
  const additions = added.length === 1 ? "1 addition needs" : `${added.length} additions need`;
  return createNote(
    "version-too-low",
    `${additions} the version ${needed.join(".")} of "${api}": the base has ${before.text}, the revision ${after.text}`,
  );
}
