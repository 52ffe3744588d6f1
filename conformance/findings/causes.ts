import type { Operation } from "../../contracts/index.ts";
import type { Finding } from "../checks/finding.ts";
import type { CauseKind, CheckTraits } from "../model/check-traits.ts";
import { type CauseMembers, mergeConsequences } from "./cause-consequences.ts";
import {
  type CauseKey,
  type Gravity,
  readCauseKey,
  causeKinds,
  causeText,
  toCollectionPath,
  gravities,
  getShownMember,
} from "./cause-kinds.ts";
import { writeCauseHeadline } from "./cause-headlines.ts";
import type { Cause, Failure } from "./report.ts";
import { toSentPlace } from "./sent-place.ts";
import { getCheckTraits } from "./traits.ts";

/** Key of the cause of a finding. It never contains values that vary between runs. */
export function computeCauseKey(finding: Finding, operation: Operation, { cause: kind }: CheckTraits): string {
  const { api, name, security } = operation;
  if (!kind) return causeText(api, { levels: [`${name} ${finding.check} ${finding.key}`] });
  const schemes = security.flat().map((scheme) => scheme.name);
  const levels = causeKinds[kind].levels({
    finding,
    operation: name,
    schemes: schemes.join(" "),
    collection: toCollectionPath(name),
    member: getShownMember(finding),
  });
  return causeText(api, { kind, levels });
}

/** Findings of one cause. */
export interface CauseGroup {
  readonly cause: string;
  readonly gravity: Gravity;
  /** One-line summary of the mistake. */
  readonly headline: string;
  /** Operations of the findings, each once. */
  readonly operations: readonly string[];
  /** Findings, simplest first. Those that follow from others come after them. */
  readonly findings: readonly Failure[];
}

/** Findings grouped by cause, gravest first. Causes of equal gravity keep the order of the findings. */
export function groupByCause(findings: readonly Failure[]): readonly CauseGroup[] {
  const byKey = [...Map.groupBy(findings, ({ cause, id }) => cause ?? id).values()].map((members): CauseMembers => {
    const [{ api, ...first }] = members as [Failure];
    return { api, key: readCauseKey({ api, ...first }) ?? { levels: [first.id] }, findings: members };
  });
  return mergeConsequences(mergeAlike(byKey))
    .map(describedGroup)
    .toSorted((one, other) => gravities.indexOf(one.gravity) - gravities.indexOf(other.gravity));
}

/**
 * Merges causes that differ in a level of their keys only, if there are more of them than a kind allows: an operation
 * that accepts invalid values of many members validates none.
 */
function mergeAlike(groups: readonly CauseMembers[], depth = 1): readonly CauseMembers[] {
  const toCausePrefix = ({ api, key }: CauseMembers): string =>
    causeText(api, { ...key, levels: key.levels.slice(0, depth) });
  return [...Map.groupBy(groups, toCausePrefix).values()].flatMap((alike) => {
    const [first] = alike as [CauseMembers];
    const { kind, levels } = first.key;
    const most = (kind && causeKinds[kind].most) ?? Infinity;
    const parts = new Set(alike.map(({ key }) => key.levels[depth]));
    if (parts.size > most)
      return [
        {
          ...first,
          key: { ...first.key, levels: levels.slice(0, depth) },
          findings: alike.flatMap(({ findings }) => findings),
        },
      ];
    if (alike.length === 1) return alike;
    return mergeAlike(alike, depth + 1);
  });
}

function describedGroup({ api, key, findings }: CauseMembers): CauseGroup {
  const [first] = findings as [Failure];
  const kind = findCauseKind(key, first);
  const place = toSentPlace(first);
  // A name that is a level of the key is common to all findings that the cause itself has.
  const common = [place?.name, place?.top].find((name) => name !== undefined && key.levels.includes(name));
  const headline = writeCauseHeadline(kind, { finding: first, member: getShownMember(first), place: common ?? "" });
  return {
    cause: first.cause === undefined ? first.id : causeText(api, key),
    gravity: kind ? causeKinds[kind].gravity : "other",
    headline,
    operations: [...new Set(findings.map(({ operation }) => operation))],
    findings,
  };
}

/** Kind of a cause. Keys of earlier versions have none, so the check decides. */
function findCauseKind({ kind }: CauseKey, { check }: Failure): CauseKind | undefined {
  return kind ?? getCheckTraits(check).cause;
}

/** Causes in the form of a report. */
export function listCauses(findings: readonly Failure[]): readonly Cause[] {
  return groupByCause(findings).map(({ findings: members, ...group }) => ({
    ...group,
    failures: members.map(({ id }) => id),
  }));
}
