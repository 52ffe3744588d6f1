import type { Contract } from "../../../contracts/index.ts";
import type { Change, Direction } from "../../model/change.ts";
import { isOfWholeApi } from "../../changes/causes.ts";
import type { Pair } from "../../model/pair.ts";
import { type RootSummary, compareNames } from "../../model/usage-graph.ts";
import { isSuccess } from "../../pairing/statuses.ts";
import { type CompatProfile, cited } from "../../profile/compat-profile.ts";
import type { Finding } from "../../rules/support/judge.ts";
import { findOasdiffId } from "../../rules/support/oasdiff.ts";
import type { Proven } from "../../witness/prove.ts";
import type { Effort } from "../../witness/search.ts";
import { changeLocations } from "./change-locations.ts";
import { changeMessage } from "./change-message.ts";
import { proveChange } from "./change-proof.ts";
import { rankFindings } from "./leading-finding.ts";

/** The comparison that reports a change. */
interface Reporting {
  readonly pair: Pair<Contract>;
  readonly api: string;
  /** Steps that all searches for requests may take together. */
  readonly effort: Effort;
  readonly profile: CompatProfile;
}

/** Creates one change from all findings with the same cause. */
export function createChange(
  id: string,
  findings: readonly Proven[],
  { pair, api, effort, profile }: Reporting,
): Change {
  const ranked = rankFindings(findings);
  const { leading, nearest, decisive, reached } = ranked;
  const { rule, found } = leading;
  const isOfApi = isOfWholeApi(found);
  const operation = (isOfApi ? undefined : nearest?.root.name) ?? "";
  const status = nearest?.root.status;
  const path = (nearest?.path ?? "") + (found.step ?? "");
  const { verdict, note, witness } = proveChange(ranked, { pair, effort });
  const oasdiff = findOasdiffId(rule, found, path, status === undefined ? "request" : "response");
  return {
    id,
    rule: rule.id,
    ...(oasdiff !== undefined && { oasdiff }),
    kind: rule.kind,
    verdict,
    ...cited(profile, decisive.answer.criterion),
    ...(decisive.found.removesOperation && { removesOperation: true }),
    basis: findings.some(({ basis }) => basis === "stated") ? "stated" : "assumed",
    direction: isOfApi ? "api" : chooseDirection(leading, reached),
    api,
    operation,
    operations: listRootNames(reached),
    path,
    ...(status !== undefined && !isSuccess(status) && { status }),
    message: changeMessage(found, { path, operation, reached, pair }),
    why: rule.why,
    ...(note !== undefined && { note }),
    ...(witness && { witness }),
    ...(found.before !== undefined && { before: found.before }),
    ...(found.after !== undefined && { after: found.after }),
    ...changeLocations(leading, pair),
  };
}

/** Names of all operations that a change affects. Changes with the same list share one array, to save memory. */
function listRootNames(reached: readonly RootSummary[]): readonly string[] {
  const [names = [], ...others] = new Set(reached.map(({ names: list }) => list));
  if (others.length === 0) return names;
  return [...new Set([names, ...others].flat())].toSorted(compareNames);
}

function chooseDirection({ polarity }: Finding, reached: readonly RootSummary[]): Direction {
  if (polarity === undefined) return "operation";
  if (reached.every(({ onlyWebhooks }) => onlyWebhooks)) return "webhook";
  return polarity === "in" ? "request" : "response";
}
