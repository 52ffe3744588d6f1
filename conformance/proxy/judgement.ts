import { driftCitation, driftNotes } from "../reports/drift-section.ts";
import { toFailureCase } from "../reports/judgement-of.ts";
import type { Case, Judgement } from "../reports/judgement.ts";
import type { Citations } from "../model/citations.ts";
import { counted } from "../model/counted.ts";
import type { ObservedFinding, ProxyReport } from "./report.ts";

/**
 * Traffic through a proxy in the common form of reports: a case for each finding, and for each operation without one.
 */
export function toProxyJudgement(report: ProxyReport, profile: Citations = {}): Judgement {
  const { target, durationMs, exchanges, operations, findings, objections, elsewhere, hasPrism } = report;
  const { coverage, drift, driftOmitted, outcomes = [] } = report;
  const untested = new Map(
    outcomes.flatMap((each) => (each.succeeded ? [] : [[`${each.api} ${each.operation}`, each]])),
  );
  const found = new Set([...findings, ...objections].map(({ api, operation }) => `${api} ${operation}`));
  return {
    title: "concord proxy",
    target,
    durationMs,
    scope: `${counted(exchanges, "exchange")} of ${counted(operations.length, "operation")}`,
    cases: [
      ...findings.map((finding) => observedCase(finding, profile)),
      ...objections.map(({ api, operation, part, message, count }): Case => ({
        suite: api,
        name: `${operation}  Prism alone: ${part}, ${message}`,
        outcome: "noted",
        message: `Prism objects to the ${part}, in ${counted(count, "exchange")}: ${message}`,
        cause: operation,
      })),
      ...elsewhere.map(({ name, count }): Case => ({
        suite: "elsewhere",
        name,
        outcome: "skipped",
        message: `No operation of the contracts matches, in ${counted(count, "exchange")}`,
        cause: "elsewhere",
      })),
      ...operations
        .filter(({ api, operation }) => !found.has(`${api} ${operation}`))
        .map(({ api, operation }): Case => {
          const outcome = untested.get(`${api} ${operation}`);
          if (outcome) return { suite: api, name: operation, outcome: "skipped", message: outcome.message ?? "" };
          return { suite: api, name: operation, outcome: "passed" };
        }),
    ],
    notes: [
      ...driftNotes(drift.length, driftOmitted),
      ...(hasPrism ? [] : ["Prism is not installed, and gave no opinion: npm install --save-dev @stoplight/prism-cli"]),
    ],
    coverage,
    outcomes,
    drift,
    driftCitation: driftCitation(profile),
    interrupted: false,
  };
}

function observedCase({ isFailure, count, prism, ...failure }: ObservedFinding, profile: Citations): Case {
  const plainCase = toFailureCase(failure, isFailure ? "failed" : "noted", profile);
  const opinion = prism?.length === 0 ? "accepts the response" : prism?.join("; ");
  return {
    ...plainCase,
    details: [
      ...(plainCase.details ?? []),
      ["seen", counted(count, "time")],
      ...(opinion === undefined ? [] : [["Prism", opinion] as const]),
    ],
  };
}
