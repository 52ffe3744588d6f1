import { compareText } from "../model/compare-text.ts";
import type { Contract } from "../../contracts/index.ts";
import { compareNames } from "../model/usage-graph.ts";
import { type Sources, createEvidenceLookup, isNotice } from "./evidence.ts";
import { type DatedPart, datedParts } from "./dated-parts.ts";
import { readLifeAtPointer } from "../model/life.ts";
import { enclosing } from "./place.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { firstNotice, operationTiming, partTiming } from "./timing.ts";

const DAY_MS = 86_400_000;

/** Status of a deprecated part. Days are YYYY-MM-DD. */
export interface Deprecated {
  readonly api: string;
  readonly operation: string;
  readonly direction: "operation" | "request" | "response";
  /** Path in the exchange; empty for the operation itself. */
  readonly path: string;
  /** Day of the deprecation, if known. */
  readonly deprecated?: string;
  readonly sunset?: string;
  /** Days until the sunset: 0 on its day, negative after it. */
  readonly daysLeft?: number;
  /** First day on which it may be removed, if known. */
  readonly removable?: string;
  /** Clause of the policy that sets `removable`; null if the profile cites none. */
  readonly section: string | null;
  readonly reason: string;
}

/** Deprecated parts of some contracts, sorted by sunset or by first day of removal. */
export function statusOf(contracts: readonly Contract[], today: string, sources: Sources = {}): Deprecated[] {
  const evidenceFor = createEvidenceLookup(contracts, sources);
  const judging = { today, profile: sources.profile ?? defaultProfile };
  return contracts
    .flatMap(findDeprecated)
    .toSorted(
      (one, other) =>
        compareText(getRemovalDay(one), getRemovalDay(other)) ||
        compareText(one.api, other.api) ||
        compareNames(one.operation, other.operation) ||
        compareText(one.path, other.path) ||
        compareText(one.direction, other.direction),
    );

  function findDeprecated(contract: Contract): Deprecated[] {
    const evidence = evidenceFor(contract);
    const seen = new Set<string>();
    return datedParts(contract).flatMap(({ root, side, pointer, path }: DatedPart): Deprecated[] => {
      const life = readLifeAtPointer(contract.document, pointer);
      const notice = evidence.notice(pointer);
      if (!life.deprecated || !notice || seen.has(pointer)) return [];
      seen.add(pointer);
      const isOperation = side === "operation" && !root.isWebhook;
      const around = enclosing(contract, pointer).map((at) => evidence.notice(at));
      const {
        from,
        section = null,
        reason,
      } = isOperation
        ? operationTiming(notice, evidence.published(pointer), judging)
        : partTiming(firstNotice([notice, ...around]), judging);
      const since = isNotice(notice) ? notice.since : life.since;
      const sunset = isNotice(notice) ? notice.sunset : life.sunset;
      return [
        {
          api: contract.api,
          operation: root.name,
          direction: side,
          path,
          ...(since !== undefined && { deprecated: since }),
          ...(sunset !== undefined && { sunset, daysLeft: daysBetween(today, sunset) }),
          ...(from !== undefined && { removable: from }),
          section,
          reason,
        },
      ];
    });
  }
}

function getRemovalDay({ sunset, removable }: Deprecated): string {
  return sunset ?? removable ?? "9999-12-31";
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}
