import { createHash } from "node:crypto";
import {
  type Contract,
  type Location,
  anonymous,
  isObject,
  joinPointer,
  locate,
  mountsOf,
  tokensOf,
  valueAt,
} from "../contracts/index.ts";
import { type Change, type CompatReport, type Direction, type Verdict, verdicts, worstOf } from "./change.ts";
import { withErrorCodes } from "./error-codes.ts";
import { compareGraphql } from "./graphql/compare.ts";
import type { Finding } from "./judge.ts";
import type { Pair } from "./match.ts";
import { pairContracts } from "./match-contracts.ts";
import type { Settings } from "./policy/questions.ts";
import { compareNames, compareReaches, compareText, reachedFrom } from "./reach.ts";
import { oasdiffIdOf } from "./oasdiff.ts";
import type { Found } from "./rule.ts";
import { rules } from "./rules/index.ts";
import { walk } from "./walk.ts";
import { capital, partNamed } from "./wording.ts";
import { witnessAt } from "./witness/exchange.ts";
import { type Proven, prove } from "./witness/prove.ts";
import { fullEffort } from "./witness/search.ts";

/**
 * Compares what was published with what is proposed: every change, at the place that causes it.
 * @example
 * const report = checkCompat(await loadContracts(["base.yaml"]), await loadContracts(["revision.yaml"]));
 * if (report.verdict === "breaking") process.exitCode = 1;
 */
export function checkCompat(
  base: readonly Contract[],
  revision: readonly Contract[],
  settings: Settings = {},
): CompatReport {
  const changes = changesOf(base, revision, { settings, prove });
  return {
    verdict: worstOf(changes.map(({ verdict }) => verdict)),
    changes,
    faults: [],
  };
}

interface Proof {
  readonly settings: Settings;
  /** Looks for the proof of a finding; what takes the rules' word is quicker. */
  readonly prove: typeof prove;
}

/** Every change, the worst first. */
export function changesOf(
  base: readonly Contract[],
  revision: readonly Contract[],
  { settings, prove: proved }: Proof,
): readonly Change[] {
  const mounts = mountsOf(base);
  return pairContracts(base, revision)
    .flatMap(sameKinds)
    .flatMap((pair) => {
      // One file on both sides is loaded once, and has not changed.
      if (pair.base === pair.revision) return [];
      if ((pair.base ?? pair.revision)?.kind === "graphql") {
        const path = mounts.find(({ schema }) => schema === pair.base)?.path ?? "/graphql";
        return compareGraphql(pair, { api: apiOf(pair), path });
      }
      const { base: ours, revision: theirs } = pair;
      const effort = fullEffort();
      const found = walk(pair, rules, settings).map((one) => withErrorCodes(one, settings));
      const proven =
        ours && theirs
          ? found.map((one) => proved(one, { base: ours, revision: theirs }, { settings, effort }))
          : found;
      const causes = Map.groupBy<string, Proven>(proven, (finding) => idOf(finding, pair));
      return [...causes].map(([id, findings]) => changeOf(id, findings, pair));
    })
    .toSorted(compareChanges);
}

/** A schema that took the place of an OpenAPI document is another contract, and the other way round. */
function sameKinds({ base, revision }: Pair<Contract>): Pair<Contract>[] {
  if (!base || !revision) return [{ ...(base && { base }), ...(revision && { revision }) }];
  return base.kind === revision.kind ? [{ base, revision }] : [{ base }, { revision }];
}

/** The same for one cause however it was come upon, and from run to run: no text, time or operation is in it. */
function idOf({ rule, found, polarity }: Finding, pair: Pair<Contract>): string {
  const base = placeIn(pair.base, found.base);
  const revision = placeIn(pair.revision, found.revision);
  const place = rule.kind === "changed" ? [base, revision] : rule.kind === "added" ? revision : base;
  const identity = JSON.stringify([apiOf(pair), rule.id, polarity ?? "", place, found.values ?? []]);
  return createHash("sha256").update(identity).digest("hex").slice(0, 12);
}

/** A pointer without what edits elsewhere shift: the index of a parameter, the names in a path template. */
function placeIn(contract: Contract | undefined, pointer: string): string {
  if (!contract) return "";
  const tokens = tokensOf(pointer);
  const steady = tokens.map((token, index) => {
    if (index === 1 && tokens[0] === "paths") return anonymous(token);
    if (tokens[index - 1] !== "parameters") return token;
    const parameter = valueAt(contract.document, joinPointer("", ...tokens.slice(0, index + 1)));
    return isObject(parameter) ? `${parameter["in"]} ${parameter["name"]}` : token;
  });
  return joinPointer("", ...steady);
}

/** One cause, come upon in one or many places. */
function changeOf(id: string, findings: readonly Proven[], pair: Pair<Contract>): Change {
  const reached = findings.map((finding) => ({ finding, ...reachedFrom(finding.spot) }));
  const [nearest] = reached
    .flatMap(({ finding, nearest: reach }) => (reach ? [{ ...reach, finding }] : []))
    .toSorted(compareReaches);
  const { rule, found } = nearest?.finding ?? (findings[0] as Finding);
  const verdict = worstOf(findings.map(({ answer }) => answer.verdict));
  const worst = findings.find(({ answer }) => answer.verdict === verdict);
  const { note = found.note } = worst ?? {};
  const path = (nearest?.path ?? "") + (found.step ?? "");
  const proof = nearest?.finding === worst ? nearest : worst && reachedFrom(worst.spot).nearest;
  const witness = worst && proof && verdict === "breaking" ? witnessAt(worst, proof, pair) : undefined;
  const oasdiff = oasdiffIdOf(rule, found, path, findings[0]?.polarity);
  return {
    id,
    rule: rule.id,
    ...(oasdiff !== undefined && { oasdiff }),
    kind: rule.kind,
    verdict,
    section: worst?.answer.section ?? rule.section,
    basis: findings.some(({ basis }) => basis === "stated") ? "stated" : "assumed",
    direction: directionOf(
      findings,
      reached.every(({ onlyWebhooks }) => onlyWebhooks),
    ),
    api: apiOf(pair),
    operation: nearest?.root.name ?? "",
    operations: namesOf(reached.map(({ names }) => names)),
    path,
    message: messageOf(found, path, nearest?.root.name ?? ""),
    why: rule.why,
    ...(note !== undefined && { note }),
    ...(witness && { witness }),
    ...(found.before !== undefined && { before: found.before }),
    ...(found.after !== undefined && { after: found.after }),
    base: locationIn(pair.base, found.base),
    revision: locationIn(pair.revision, found.revision),
  };
}

/** The same list where all findings have the same one: thousands of changes may share it. */
function namesOf(lists: readonly (readonly string[])[]): readonly string[] {
  const [names = [], ...others] = new Set(lists);
  return others.length === 0 ? names : [...new Set([names, ...others].flat())].toSorted(compareNames);
}

function messageOf({ message }: Found, path: string, operation: string): string {
  return typeof message === "string" ? message : capital(message(partNamed(path, operation)));
}

function directionOf([first]: readonly Finding[], onlyWebhooks: boolean): Direction {
  if (first?.polarity === undefined) return "operation";
  if (onlyWebhooks) return "webhook";
  return first.polarity === "in" ? "request" : "response";
}

/** The name that both go by; where copies were given other file names, the title that both have. */
function apiOf({ base, revision }: Pair<Contract>): string {
  if (!base || !revision || base.api === revision.api) return (revision ?? base)?.api ?? "";
  return base.title === revision.title ? revision.title : revision.api;
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
