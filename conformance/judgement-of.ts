import { refusedEverywhere } from "./access.ts";
import type { Archive } from "./archive/archive.ts";
import type { FoundFailure } from "./failure.ts";
import { faultName } from "./fault-codes.ts";
import { leftoverNotes } from "./leftovers.ts";
import type { Failure, Report } from "./report.ts";
import type { Case, Judgement, Outcome } from "./reports/judgement.ts";
import { noteOf } from "./reports/har.ts";
import { counted, percentOf } from "./reports/verdict.ts";

/** A conformance run as reports print it: a case for each finding, and for each operation of which nothing was found. */
export function judgementOf(report: Report, archive?: Archive): Judgement {
  const {
    target,
    mode,
    seed,
    requests,
    durationMs,
    operations,
    failures,
    information,
    skipped,
    coverage,
    drift,
    driftOmitted,
    ground,
    leftovers,
    endedBy,
    interrupted,
    access,
  } = report;
  const unjudged = refusedEverywhere(access);
  const expected = information.filter(({ patch }) => patch !== null).length;
  const flaky = failures.filter((failure) => failure.flaky !== null).length;
  const found = new Set([...failures, ...information, ...skipped].map(({ api, operation }) => `${api} ${operation}`));
  return {
    title: "concord conform",
    target: `${target}, ${mode}, seed ${seed}${shardWords(report)}`,
    durationMs,
    scope: [
      counted(operations.length, "operation"),
      counted(requests, "request"),
      ...(ground.judged > 0 ? [groundText(ground)] : []),
    ].join(", "),
    cases: [
      ...failures.map((failure) => caseOf(failure, "failed")),
      ...information.map((failure) => caseOf(failure, "noted")),
      ...skipped.map(({ api, operation, reason }): Case => ({
        suite: api,
        name: operation,
        outcome: "skipped",
        message: reason,
      })),
      ...operations
        .filter(({ api, operation }) => !found.has(`${api} ${operation}`))
        .map(({ api, operation }): Case => ({ suite: api, name: operation, outcome: "passed" })),
    ],
    notes: [
      ...(flaky > 0
        ? [`${counted(flaky, "failure")} did not show again when tried again: flaky, and still to be looked into`]
        : []),
      ...(expected > 0
        ? [
            `${counted(expected, "status", "statuses")} not documented, though to be expected: see their patches, or --report overlay:FILE`,
          ]
        : []),
      ...driftNotes(drift.length, driftOmitted),
      ...liveNotes(report),
      ...(archive ? [noteOf(archive) ?? []].flat() : []),
      ...leftoverNotes(leftovers),
      ...(endedBy === "max-requests" || endedBy === "time"
        ? [`The run ended before it was done: ${endings[endedBy]}`]
        : []),
      ...(failures.length + information.length > 0
        ? [
            "The lines after again and replay take tokens from the variables that they name; replay takes the usual one from CONCORD_TOKEN, if it names none",
          ]
        : []),
      ...(information.length > expected
        ? [
            "INFO rests on what the specification does not show: the target need not agree (--include-assumed judges it)",
          ]
        : []),
      ...(unjudged === undefined ? [] : [unjudged]),
    ],
    ground,
    coverage,
    drift,
    interrupted,
    ...(unjudged !== undefined && { unjudged }),
  };
}

function shardWords({ shard }: Report): string {
  return shard ? `, shard ${shard.parts.join(" and ")} of ${shard.of}` : "";
}

/** What there is to know of a run on a live deployment. */
function liveNotes({
  slowed = { times: 0, waitedMs: 0 },
  organization,
  mode,
  seed,
  leftovers,
}: Report): readonly string[] {
  const { times, waitedMs } = slowed;
  return [
    ...(times > 0
      ? [
          `The target asked to be asked less often, and the run was slowed down ${counted(times, "time")}: requests waited ${(waitedMs / 1000).toFixed(1)} s`,
        ]
      : []),
    ...(organization?.knownBy === null
      ? [`Nothing tells whether the token acts in the organization "${organization.id}": take care that it does`]
      : []),
    ...(mode === "sandbox" && leftovers.length > 0
      ? [`What was made has the tag concord-conformance-${seed}, where there is a field for tags`]
      : []),
  ];
}

/** Where what is beyond the contracts can be had. */
export function driftNotes(things: number, omitted: number): readonly string[] {
  if (things === 0) return [];
  const more = omitted > 0 ? `, and places where each answer shows another (${counted(omitted, "sighting")})` : "";
  return [`${counted(things, "thing")} beyond the contract${more}: --report overlay:FILE writes them`];
}

const endings = {
  "max-requests": "it has sent as many requests as it may",
  time: "its time was over",
} as const;

function groundText({ judged, stated }: Report["ground"]): string {
  return `${counted(judged, "answer")} judged (${percentOf(stated, judged)} on stated ground)`;
}

/** What is told of a finding: of real traffic, less than of a run. */
type Told = FoundFailure & Partial<Omit<Failure, keyof FoundFailure>>;

/** A finding as reports print it. */
export function caseOf(failure: Told, outcome: Outcome): Case {
  const { id, check, code, api, operation, section, basis, message, response, steps, curl, replay } = failure;
  const { flaky, first, patch } = failure;
  return {
    suite: api,
    name: `${operation}  ${check}  #${id}`,
    outcome,
    source: [
      ...(section === null ? [] : [`§${section}`]),
      basis,
      ...(code === null ? [] : [code]),
      ...(flaky ? ["flaky"] : []),
    ].join(", "),
    spot: { operation, check, status: response.status, ...(flaky && { isFlaky: true as const }) },
    message,
    // One status is the same thing of each operation.
    ...(patch && { cause: `expected ${response.status}` }),
    details: [
      ...(code === null ? [] : [["fault", faultName(code)] as const]),
      ...(flaky ? [["flaky", `seen ${counted(flaky.seen, "time")} of ${flaky.tried}`] as const] : []),
      ...(steps.length > 0 ? [["before", steps.join("; ")] as const] : []),
      ...exchangeLines(failure),
      ["again", curl],
      ...(patch ? [["patch", JSON.stringify(patch)] as const] : []),
      ...(replay === undefined ? [] : [["replay", replay] as const]),
    ],
    ...(first && { folded: { title: "As it was met, before it was made smaller", items: exchangeLines(first) } }),
  };
}

/** What was sent and what was answered, as lines. */
export function exchangeLines({
  request,
  response,
}: Pick<Failure, "request" | "response">): (readonly [string, string])[] {
  return [
    ["sent", [request.method, request.url, request.body ?? ""].join(" ").trimEnd()],
    ["answer", response.status === 0 ? "none" : `${response.status} ${response.body}`.trimEnd()],
  ];
}
