import { compareText } from "../model/compare-text.ts";
import type { Pair } from "../model/pair.ts";
import {
  type Contract,
  type Location,
  ToolError,
  joinPointer,
  limitMatches,
  locate,
  mountsOf,
  tokensOf,
  valueAt,
} from "../../contracts/index.ts";
import { type ApiNameLookup, apiNameLookup } from "../pairing/api-names.ts";
import {
  type Change,
  type CompatReport,
  type Direction,
  type Verdict,
  type Witness,
  verdictOf,
  verdicts,
  worstOf,
} from "../model/change.ts";
import { withCauses } from "../changes/causes.ts";
import { idOf } from "../changes/change-id.ts";
import { withErrorCodes } from "../rules/support/error-codes.ts";
import { compareGraphql } from "../graphql/compare.ts";
import { withWrittenHeaderNames } from "../pairing/header-names.ts";
import { exactNumbers } from "../pairing/exact-numbers.ts";
import type { Finding } from "../rules/support/judge.ts";
import { pairContracts } from "../pairing/pair-contracts.ts";
import { type CompatProfile, cited } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import type { Settings } from "../verdicts/questions.ts";
import {
  type Reach,
  compareNames,
  compareReaches,
  isByNameAlone,
  reachedFrom,
  shapesOn,
} from "../model/usage-graph.ts";
import { oasdiffIdOf } from "../rules/support/oasdiff.ts";
import type { Found } from "../rules/support/rule.ts";
import { rules } from "../rules/index.ts";
import { isSuccess } from "../pairing/statuses.ts";
import { type UnreadDocument, unreadParts } from "./unread-parts.ts";
import { withUnresolved } from "./unresolved.ts";
import { walk } from "./walk.ts";
import { capital, partNamed } from "../model/wording.ts";
import { witnessAt } from "../witness/exchange.ts";
import { fullRequestEffort } from "../witness/request.ts";
import { fullOverlapEffort, withOverlap } from "../witness/overlap.ts";
import { type Proven, prove } from "../witness/prove.ts";
import { type Effort, fullEffort } from "../witness/search.ts";

/**
 * Compares what was published with what is proposed: every change, at the place that causes it.
 * @example
 * const report = checkCompat(await loadContracts(["base.yaml"]), await loadContracts(["revision.yaml"]));
 * if (report.verdict === "breaking") process.exitCode = 1;
 */
export function checkCompat(
  base: readonly Contract[],
  revision: readonly Contract[],
  { profile = defaultProfile, names = apiNameLookup(base, revision), notRead = [], ...settings }: CompareOptions = {},
): CompatReport {
  const changes = changesOf(base, revision, { settings, profile, prove, names });
  const unread = unreadParts(pairContracts(base, revision), {
    changes,
    documents: notRead,
    apiOf: (pair) => names(pair).shown,
    profile,
  });
  return { profile, verdict: verdictOf({ changes, ...unread }), changes, ...unread };
}

/** How two versions are compared. */
export interface CompareOptions extends Settings {
  /** The policy of the provider; the default profile if it is not given. */
  readonly profile?: CompatProfile;
  /** What the APIs go by, if not by what they have here. */
  readonly names?: ApiNameLookup;
  /** Documents that were given and could not be read, or were left out. */
  readonly notRead?: readonly UnreadDocument[];
}

/** Steps of the patterns for all searches of a pair of documents: what comes after them is undecided. */
const STEPS = 30_000_000;

interface Proof {
  readonly settings: Settings;
  readonly profile?: CompatProfile;
  readonly names?: ApiNameLookup;
  /** Looks for the proof of a finding; what takes the rules' word is quicker. */
  readonly prove: typeof prove;
}

/** Every change, the worst first. */
export function changesOf(
  base: readonly Contract[],
  revision: readonly Contract[],
  { settings, profile = defaultProfile, prove: proved, names = apiNameLookup(base, revision) }: Proof,
): readonly Change[] {
  const mounts = mountsOf(base);
  return pairContracts(base, revision)
    .flatMap(sameKinds)
    .flatMap((pair) => named(pair, names(pair).shown, () => limitMatches(() => changesIn(pair), { left: STEPS })))
    .toSorted(compareChanges);

  function changesIn(written: Pair<Contract>): readonly Change[] {
    // One file on both sides is loaded once, and has not changed.
    if (written.base === written.revision) return [];
    const name = names(written);
    if ((written.base ?? written.revision)?.kind === "graphql") {
      const path = mounts.find(({ schema }) => schema === written.base)?.path ?? "/graphql";
      return compareGraphql(written, { name, path, settings, profile });
    }
    const exact = exactNumbers(written);
    const pair = exact?.encoded ?? written;
    const { base: ours, revision: theirs } = pair;
    const effort = fullEffort();
    const overlaps = fullOverlapEffort();
    const requests = fullRequestEffort();
    const found = withErrorCodes(walk(pair, rules, { settings }), settings).flatMap((one) =>
      withUnresolved(one, pair, profile),
    );
    const proven =
      ours && theirs
        ? found
            .flatMap((one) => withOverlap(one, { base: ours, revision: theirs }, overlaps))
            .map((one) => proved(one, { base: ours, revision: theirs }, { settings, effort }))
        : found;
    const identify = (finding: Proven): string => {
      const { values } = finding.found;
      const told = exact && values ? { ...finding.found, values: values.map(exact.decode) } : finding.found;
      return idOf({ ...finding, found: told }, written, name.key);
    };
    const causes = Map.groupBy<string, Proven>(proven, identify);
    return withCauses(
      [...causes].map(([id, findings]) => {
        const change = changeOf(id, findings, { pair, api: name.shown, effort: requests, profile });
        const [first] = findings;
        const at = [first?.found.base ?? "", first?.found.revision ?? ""] as const;
        return { change: exact ? exact.decodeChange(change) : change, at };
      }),
    );
  }
}

/** What is computed of a pair; of hundreds, the one is named that it fails on. */
function named<T>({ base, revision }: Pair<Contract>, api: string, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const files = [base, revision].flatMap((side) => (side ? locate(side, "").file : []));
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot compare the API "${api}" (${files.join(", ")}): ${reason}`, { cause: error });
  }
}

/** A schema that took the place of an OpenAPI document is another contract, and the other way round. */
function sameKinds({ base, revision }: Pair<Contract>): Pair<Contract>[] {
  if (!base || !revision) return [{ ...(base && { base }), ...(revision && { revision }) }];
  return base.kind === revision.kind ? [{ base, revision }] : [{ base }, { revision }];
}

/** The comparison that a change is reported by. */
interface Reporting {
  readonly pair: Pair<Contract>;
  readonly api: string;
  readonly effort: Effort;
  readonly profile: CompatProfile;
}

/** One cause, come upon in one or many places. */
function changeOf(id: string, findings: readonly Proven[], { pair, api, effort, profile }: Reporting): Change {
  const reached = findings.map((finding) => ({ finding, ...reachedFrom(finding.spot) }));
  const told = worstOf(findings.map(({ answer }) => answer.verdict));
  // What breaks a body, a parameter may go on to take as text.
  const [nearest] = reached
    .flatMap(({ finding, nearest: reach }) => (reach && finding.answer.verdict === told ? [{ ...reach, finding }] : []))
    .toSorted(compareReaches);
  const { rule, found } = nearest?.finding ?? (findings[0] as Finding);
  const worse = findings.filter(({ answer }) => answer.verdict === told);
  // What a value proves of one media type, the text of another may hide.
  const worst = worse.find(({ witness }) => witness?.value !== undefined) ?? worse[0];
  const path = (nearest?.path ?? "") + (found.step ?? "");
  const proof = nearest?.finding === worst ? nearest : worst && reachedFrom(worst.spot).nearest;
  const shown = worst && proof && told === "breaking" ? witnessAt(worst, proof, pair, effort) : undefined;
  const isTaken = shown?.isTaken === true;
  const witness = isTaken || !shown ? undefined : placed(shown.witness, proof?.path ?? "", nearest?.path ?? "");
  const verdict = isTaken ? "dangerous" : told;
  const note = isTaken
    ? shown.witness.shows === "unexpected"
      ? "What this newly sends, the base could send as well: in another shape"
      : "What this refuses, the revision takes as a whole: in another shape"
    : (worst?.note ?? found.note ?? (worst && witness?.value !== undefined ? noteOf(worst) : undefined));
  const status = nearest?.root.status;
  const oasdiff = oasdiffIdOf(rule, found, path, status === undefined ? "request" : "response");
  return {
    id,
    rule: rule.id,
    ...(oasdiff !== undefined && { oasdiff }),
    kind: rule.kind,
    verdict,
    ...cited(profile, worst?.answer.criterion ?? principleCriterion(rule.principle)),
    ...(worst?.found.removesOperation && { removesOperation: true }),
    basis: findings.some(({ basis }) => basis === "stated") ? "stated" : "assumed",
    direction: directionOf(
      findings,
      reached.every(({ onlyWebhooks }) => onlyWebhooks),
    ),
    api,
    operation: nearest?.root.name ?? "",
    operations: rootNamesOf(reached.map(({ names }) => names)),
    path,
    ...(status !== undefined && !isSuccess(status) && { status }),
    message:
      withWrittenHeaderNames(messageOf(found, path, nearest?.root.name ?? ""), pair) +
      whereOf(reached.map(({ nearest: reach }) => reach)),
    why: rule.why,
    ...(note !== undefined && { note }),
    ...(witness && { witness }),
    ...(found.before !== undefined && { before: found.before }),
    ...(found.after !== undefined && { after: found.after }),
    base: locationIn(pair.base, found.base),
    revision: locationIn(pair.revision, rule.kind === "removed" ? whereItWas(pair.revision, found) : found.revision),
  };
}

/** A witness that stands at another place than the change is told of, and says so. */
function placed(witness: Witness, at: string, told: string): Witness {
  return witness.value === undefined || witness.at !== undefined || at === told ? witness : { ...witness, at };
}

function noteOf({ spot }: Proven): string | undefined {
  return isByNameAlone(spot)
    ? "Only a name in the value says that it has this shape, which validators go past"
    : undefined;
}

/** The same list where all findings have the same one: thousands of changes may share it. */
function rootNamesOf(lists: readonly (readonly string[])[]): readonly string[] {
  const [names = [], ...others] = new Set(lists);
  return others.length === 0 ? names : [...new Set([names, ...others].flat())].toSorted(compareNames);
}

function messageOf({ message }: Found, path: string, operation: string): string {
  return typeof message === "string" ? message : capital(message(partNamed(path, operation)));
}

/** Which values it is told of, where those are some of what is written as one shape. */
function whereOf(reaches: readonly (Reach | undefined)[]): string {
  const all = reaches.map(
    (reach) => reach && shapesOn(reach).find(({ shape }) => shape.where !== undefined)?.shape.where,
  );
  const told = [...new Set(all)];
  return told.includes(undefined) ? "" : `, where ${told.join(" or ")}`;
}

function directionOf([first]: readonly Finding[], onlyWebhooks: boolean): Direction {
  if (first?.polarity === undefined) return "operation";
  if (onlyWebhooks) return "webhook";
  return first.polarity === "in" ? "request" : "response";
}

/**
 * Where in the revision a removed part would stand: in the `properties`, `parameters`, `responses` or other member that
 * held it in the base, where the revision has that member.
 */
function whereItWas(contract: Contract | undefined, { base, revision }: Found): string {
  const container = tokensOf(base).at(-2);
  const place = container === undefined ? revision : joinPointer(revision, container);
  return contract && valueAt(contract.document, place) !== undefined ? place : revision;
}

/** The location of a part, or of what encloses it where there is no such part. */
function locationIn(contract: Contract | undefined, pointer: string): Location | null {
  if (!contract) return null;
  let tokens = tokensOf(pointer);
  while (tokens.length > 0 && valueAt(contract.document, joinPointer("", ...tokens)) === undefined) {
    tokens = tokens.slice(0, -1);
  }
  return locate(contract, joinPointer("", ...tokens));
}

function compareChanges(one: Change, other: Change): number {
  return (
    rank(one.verdict) - rank(other.verdict) ||
    compareText(one.api, other.api) ||
    compareNames(one.operation, other.operation) ||
    compareText(one.path, other.path) ||
    compareText(one.rule, other.rule) ||
    compareText(one.id, other.id)
  );
}

function rank(verdict: Verdict): number {
  return verdicts.indexOf(verdict);
}
