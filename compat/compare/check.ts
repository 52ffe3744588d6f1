import { type Contract, ToolError, limitMatches, locate, sharedLeft, omitUndefined } from "../../contracts/index.ts";
import { withCauses } from "../changes/causes.ts";
import { computeChangeId } from "../changes/change-id.ts";
import { compareGraphql } from "../graphql/compare.ts";
import { type Change, type CompatReport, type Verdict, judgeReport, verdicts } from "../model/change.ts";
import { compareText } from "../model/compare-text.ts";
import type { Pair } from "../model/pair.ts";
import { compareNames, isNeverOmitted } from "../model/usage-graph.ts";
import { type ApiName, type ApiNameLookup, apiNameLookup } from "../pairing/api-names.ts";
import { exactNumbers } from "../pairing/exact-numbers.ts";
import { pairContracts } from "../pairing/pair-contracts.ts";
import { principleCriterion } from "../profile/criterion.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { rules } from "../rules/index.ts";
import { withErrorCodes } from "../rules/support/error-codes.ts";
import { type Settings, settingsWith } from "../verdicts/questions.ts";
import { fullOverlapEffort, withOverlap } from "../witness/overlap.ts";
import { type Proven, prove } from "../witness/prove.ts";
import { fullRequestEffort } from "../witness/request.ts";
import { fullEffort } from "../witness/search.ts";
import { createChange } from "./report/create-change.ts";
import { applySeverities } from "./rule-severities.ts";
import { type UnreadDocument, unreadParts } from "./unread-parts.ts";
import { withUnresolved } from "./unresolved.ts";
import { walkContracts } from "./walk.ts";

/**
 * Compares published contracts with proposed ones, and reports each change at the place that causes it.
 * @example
 * const report = checkCompat(await loadContracts(["base.yaml"]), await loadContracts(["revision.yaml"]));
 * if (report.verdict === "breaking") process.exitCode = 1;
 */
export function checkCompat(
  base: readonly Contract[],
  revision: readonly Contract[],
  { profile = defaultProfile, names = apiNameLookup(base, revision), notRead = [], ...settings }: CompareOptions = {},
): CompatReport {
  const found = findChanges(base, revision, { settings, profile, prove, names });
  const { changes, off } = applySeverities(found, profile);
  const unread = unreadParts(pairContracts(base, revision), {
    changes: found,
    documents: notRead,
    apiOf: (pair) => names(pair).shown,
    profile,
  });
  const sorted = changes.toSorted(compareChanges);
  return {
    profile,
    verdict: judgeReport({ changes, ...unread }),
    changes: sorted,
    ...unread,
    ...(off.length > 0 && { off }),
  };
}

/** Options of a comparison. */
export interface CompareOptions extends Settings {
  /** Policy of the provider; the default profile if absent. */
  readonly profile?: CompatProfile;
  /** Names of the APIs, if they are not those of the given contracts. */
  readonly names?: ApiNameLookup;
  /** Documents that could not be read or were left out. */
  readonly notRead?: readonly UnreadDocument[];
}

/** Steps of patterns that all searches of a pair of documents may take. After them, a search is undecided. */
const STEPS = 30_000_000;

interface Comparison {
  readonly settings: Settings;
  readonly profile?: CompatProfile;
  readonly names?: ApiNameLookup;
  /** Searches for the proof of a finding. A function that accepts every finding is faster. */
  readonly prove: typeof prove;
}

/** A comparison with the defaults filled in. */
type CompleteComparison = Required<Comparison>;

/** Every change with the verdict of its rule, the worst first. */
export function findChanges(
  base: readonly Contract[],
  revision: readonly Contract[],
  { profile = defaultProfile, names = apiNameLookup(base, revision), settings, ...others }: Comparison,
): readonly Change[] {
  const comparison = { profile, names, settings: settingsWith(profile, settings), ...others };
  return pairContracts(base, revision)
    .flatMap(splitByKind)
    .flatMap((pair) =>
      namingFailures(pair, names(pair).shown, () => limitMatches(() => comparePair(pair, comparison), { left: STEPS })),
    )
    .toSorted(compareChanges);
}

function comparePair(pair: Pair<Contract>, comparison: CompleteComparison): readonly Change[] {
  // A file that is the same on both sides is loaded once.
  if (pair.base === pair.revision) return [];
  if ((pair.base ?? pair.revision)?.kind !== "graphql") return compareOpenapi(pair, comparison);
  const { names, settings, profile } = comparison;
  return compareGraphql(pair, { name: names(pair), settings, profile });
}

function compareOpenapi(written: Pair<Contract>, comparison: CompleteComparison): readonly Change[] {
  const name = comparison.names(written);
  const exact = exactNumbers(written);
  const pair = exact?.encoded ?? written;
  const effort = fullRequestEffort();
  const identify = (finding: Proven): string => {
    const { values } = finding.found;
    const found = exact && values ? { ...finding.found, values: values.map(exact.decode) } : finding.found;
    return computeChangeId({ ...finding, found }, written, name.key);
  };
  const causes = Map.groupBy(provenFindings(pair, comparison), identify);
  return withCauses(
    [...causes].map(([id, findings]) => {
      const change = createChange(id, findings, { pair, api: name.shown, effort, profile: comparison.profile });
      const [first] = findings;
      const pointers = [first?.found.base ?? "", first?.found.revision ?? ""] as const;
      return { change: exact ? exact.decodeChange(change) : change, at: pointers };
    }),
  );
}

/** Findings of all rules, with their proofs if there are two contracts. */
function provenFindings(
  pair: Pair<Contract>,
  { settings, profile, prove: searchProof }: CompleteComparison,
): readonly Proven[] {
  const findings = withErrorCodes(walkContracts(pair, rules, { settings }), settings).flatMap((finding) =>
    withUnresolved(finding, pair, profile),
  );
  const { base, revision } = pair;
  if (!base || !revision) return findings;
  const both = { base, revision };
  const [effort, overlaps] = [fullEffort(), fullOverlapEffort()];
  // Overlaps may take half of the steps, so that something is left to the proofs.
  const beside = limitMatches(() => findings.map(asUsed).flatMap((finding) => withOverlap(finding, both, overlaps)), {
    left: sharedLeft() / 2,
  });
  return beside.map((finding) => searchProof(finding, both, effort));
}

/** A change of a part that is left out has no effect where the base requires the part. */
function asUsed(finding: Proven): Proven {
  const { rule, found, usage } = finding;
  if (!found.isOfOmitted || !isNeverOmitted(usage)) return finding;
  return { ...finding, answer: { verdict: rule.verdict, criterion: principleCriterion(rule.principle) } };
}

/** Runs a computation on a pair of contracts. An error from it includes the API and its files. */
function namingFailures<T>({ base, revision }: Pair<Contract>, api: ApiName["shown"], compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const files = [base, revision].flatMap((side) => (side ? locate(side, "").file : []));
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot compare the API "${api}" (${files.join(", ")}): ${reason}`, { cause: error });
  }
}

/** Splits a pair of an OpenAPI document and a GraphQL schema into a removed and an added API. */
function splitByKind({ base, revision }: Pair<Contract>): Pair<Contract>[] {
  if (!base || !revision) return [omitUndefined({ base, revision })];
  if (base.kind === revision.kind) return [{ base, revision }];
  return [{ base }, { revision }];
}

function compareChanges(one: Change, other: Change): number {
  return (
    rankVerdict(one.verdict) - rankVerdict(other.verdict) ||
    compareText(one.api, other.api) ||
    compareNames(one.operation, other.operation) ||
    compareText(one.path, other.path) ||
    compareText(one.rule, other.rule) ||
    compareText(one.id, other.id)
  );
}

function rankVerdict(verdict: Verdict): number {
  return verdicts.indexOf(verdict);
}
