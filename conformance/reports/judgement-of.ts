import type { Contract } from "../../contracts/index.ts";
import type { Detail } from "../../formats/index.ts";
import type { Archive } from "../archive/archive.ts";
import { type CauseGroup, groupByCause } from "../findings/causes.ts";
import type { FoundFailure } from "../findings/failure.ts";
import { faultName } from "../findings/fault-codes.ts";
import { leftoverNotes } from "./leftovers.ts";
import { belowMinimumMessage, testedNote, unjudgedReason } from "../findings/outcomes.ts";
import type { Failure, Report, StoryStep, TrialError } from "../findings/report.ts";
import type { Case, Judgement, Outcome, TestCase } from "./judgement.ts";
import { driftCitation, driftNotes } from "./drift-section.ts";
import { notJudgedName, createTestCases } from "./junit/test-cases.ts";
import { baselineNotes } from "./baseline-notes.ts";
import { type ClaimingProfile, listProfileCheckIds, collectClaims } from "./claims.ts";
import { findNeverRan } from "../findings/never-ran.ts";
import { newFailuresIn } from "../findings/new-failures.ts";
import { describeOmissions } from "./har.ts";
import { type Citations, clauseText } from "../model/citations.ts";
import { counted, formatPercent } from "../model/counted.ts";

const TITLE = "concord conform";

interface JudgementOptions {
  readonly archive?: Archive | undefined;
  /** Cites clauses, and has the claims of its checks and promises. */
  readonly profile?: Citations & ClaimingProfile;
  /** Contracts of the run, for the lines of their operations. */
  readonly contracts?: readonly Contract[];
}

/** Conformance run in the common form of reports: a case for each finding, and for each operation without one. */
export function judgementOf(
  report: Report,
  { archive, profile = {}, contracts = [] }: JudgementOptions = {},
): Judgement {
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
    errors = [],
    coverage,
    drift,
    driftOmitted,
    ground,
    endedBy,
    interrupted,
    outcomes = [],
  } = report;
  const unjudged = unjudgedReason(report);
  const left = leftoverNotes(report);
  const shortage = belowMinimumMessage(report);
  const fresh = newFailuresIn(report);
  const groups = groupByCause(fresh);
  const expected = information.filter(({ patch }) => patch !== null).length;
  const flaky = failures.filter((failure) => failure.flaky !== null).length;
  // Reasons that many operations share word by word, such as a read-only run.
  const alike = new Set(
    outcomes.flatMap(({ api, operation, requests: sent, message }) =>
      sent === 0 && message !== null ? [`${api} ${operation} ${message}`] : [],
    ),
  );
  const found = new Set(
    [...failures, ...information, ...skipped, ...errors].map(({ api, operation }) => `${api} ${operation}`),
  );
  const neverRan = findNeverRan(report, new Set(listProfileCheckIds(profile)));
  const ofRun = [
    ...(shortage === undefined ? [] : [runFailure("min-tested", shortage)]),
    ...(report.tokenFailure === undefined ? [] : [runFailure("token", report.tokenFailure)]),
    ...(report.targetFailure === undefined ? [] : [runFailure("target", report.targetFailure)]),
  ];
  const cases = withLines(
    [
      ...groups.flatMap((group) => groupedCases(group, "failed", profile)),
      ...groupByCause(failures.filter((each) => !fresh.includes(each))).flatMap((group) =>
        groupedCases(group, "warned", profile).map((each, index) =>
          withReason(each, group.findings[index]?.id, report),
        ),
      ),
      ...information.map((failure) => toFailureCase(failure, "noted", profile)),
      ...errors.map(caseOfError),
      ...ofRun,
      ...skipped.map(({ api, operation, reason }): Case => {
        const isAlike = alike.has(`${api} ${operation} ${reason}`);
        return {
          suite: api,
          name: operation,
          outcome: "skipped",
          message: reason,
          ...(isAlike && { cause: `not tested: ${reason}` }),
        };
      }),
      ...operations
        .filter(({ api, operation }) => !found.has(`${api} ${operation}`))
        .map(({ api, operation }): Case => ({ suite: api, name: operation, outcome: "passed" })),
    ],
    contracts,
  );
  return {
    title: TITLE,
    target: `${target}, ${mode}, seed ${seed}${shardWords(report)}`,
    durationMs,
    scope: [
      counted(operations.length, "operation"),
      counted(requests, "request"),
      ...(ground.judged > 0 ? [basisText(ground, profile)] : []),
    ].join(", "),
    cases,
    tests: [
      ...createTestCases(report, { cases, profile }),
      ...ofRun.map((each): TestCase => ({ ...each, className: each.suite, findings: [] })),
    ],
    claims: collectClaims(
      [...[...failures, ...information].map(({ check }) => check), ...neverRan.map(({ property }) => property)],
      profile,
    ),
    neverRan,
    notes: [
      ...baselineNotes(report),
      ...(groups.length < fresh.length
        ? [`The ${counted(fresh.length, "failure")} probably have ${counted(groups.length, "cause")}`]
        : []),
      ...(flaky > 0
        ? [`${counted(flaky, "failure")} did not occur again when the run repeated the requests: flaky`]
        : []),
      ...(expected > 0
        ? [
            `${counted(expected, "usual status is", "usual statuses are")} not documented. Each has a patch above; --report overlay:FILE writes them to a file`,
          ]
        : []),
      ...testedNote(report),
      ...(unjudged === undefined && report.access?.remedy !== undefined
        ? [`No request to an operation that requires credentials succeeded. ${report.access.remedy}`]
        : []),
      ...driftNotes(drift.length, driftOmitted),
      ...liveNotes(report),
      ...(archive ? [describeOmissions(archive) ?? []].flat() : []),
      ...left,
      ...(endedBy === null ? [] : [`The run ended early: ${endings[endedBy]}`]),
      ...(failures.length + information.length > 0
        ? [
            'The commands after "again" and "replay" read tokens from the variables that they name. A replay that names none reads CONCORD_TOKEN, CONCORD_USER and CONCORD_CLIENT_SECRET',
          ]
        : []),
      ...(information.length > expected
        ? [
            "INFO rests on what the specification does not show: the target need not agree (--include-assumed judges it)",
          ]
        : []),
      ...(unjudged === undefined ? [] : [unjudged]),
    ],
    ...(profile.clauses && { ground }),
    coverage,
    ...(report.outcomes && { outcomes }),
    drift,
    driftCitation: driftCitation(profile),
    ...(left.length > 0 && { leftovers: left }),
    interrupted,
    ...(unjudged !== undefined && { unjudged }),
  };
}

/** Cases with the lines of their operations. */
function withLines(cases: readonly Case[], contracts: readonly Contract[]): readonly Case[] {
  const operations = contracts.flatMap((contract) => contract.operations);
  const lines = new Map(operations.map(({ api, name, at }) => [`${api} ${name}`, at]));
  return cases.map((each) => {
    const at = lines.get(`${each.suite} ${each.spot?.operation ?? each.name}`);
    return at ? { ...each, at } : each;
  });
}

/** Cases of the findings with one cause, under one headline. */
function groupedCases(
  { cause, headline, operations, findings }: CauseGroup,
  outcome: Outcome,
  profile: Citations,
): readonly Case[] {
  const cases = findings.map((failure) => toFailureCase(failure, outcome, profile));
  if (cases.length === 1) return cases.map((each) => ({ ...each, headline }));
  const count = `${findings.length} findings in ${counted(operations.length, "operation")}`;
  return cases.map((each) => ({ ...each, cause, headline: `${headline}: ${count}` }));
}

/** A case of a known finding, with the reason in the baseline. */
function withReason(each: Case, id: string | undefined, { baseline }: Report): Case {
  const accepted = baseline?.known.find(({ finding }) => finding === id)?.reason;
  if (accepted === undefined) return each;
  return { ...each, accepted };
}

/** Failed case about the run as a whole. */
function runFailure(name: string, message: string): Case {
  return { suite: TITLE, name, outcome: "failed", message };
}

function caseOfError({ api, operation, message, stack }: TrialError): Case {
  return {
    suite: api,
    name: notJudgedName(operation),
    outcome: "failed",
    message,
    ...(stack !== null && { details: [["output", stack]] }),
  };
}

function shardWords({ shard }: Report): string {
  if (shard) return `, shard ${shard.parts.join(" and ")} of ${shard.of}`;
  return "";
}

/** Notes about a live deployment. */
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
          `The target limited the rate of requests, and the run slowed down ${counted(times, "time")}: requests waited ${(waitedMs / 1000).toFixed(1)} s`,
        ]
      : []),
    ...(organization?.knownBy === null
      ? [
          `The run cannot tell which organization the token belongs to. Make sure that it belongs to "${organization.id}"`,
        ]
      : []),
    ...(mode === "sandbox" && leftovers.length > 0
      ? [`Items that the run created have the tag concord-conformance-${seed}, if they have a field for tags`]
      : []),
  ];
}

const endings = {
  interruption: "it was interrupted",
  "max-requests": "it has sent as many requests as it may",
  time: "its time was over",
  credentials: "its token could not be renewed",
  target: "the target stopped",
} as const;

function basisText({ judged, stated }: Report["ground"], { clauses }: Citations): string {
  const count = `${counted(judged, "response")} judged`;
  if (clauses) return `${count} (${formatPercent(stated, judged)} by what the specification states)`;
  return count;
}

/** Finding of a run, or of recorded traffic, which has fewer members. */
type RunOrTrafficFailure = FoundFailure & Partial<Omit<Failure, keyof FoundFailure>>;

/** Finding in the common form of reports. */
export function toFailureCase(failure: RunOrTrafficFailure, outcome: Outcome, profile: Citations = {}): Case {
  const { id, check, code, api, operation, section, basis, message, response, steps, story, curl, replay } = failure;
  const { flaky, first, patch, tried } = failure;
  const source = [
    ...(section === null ? [] : [clauseText(profile, section)]),
    // Without a specification that clauses cite, every document states what it has.
    ...(profile.clauses || basis === "assumed" ? [basis] : []),
    ...(code === null ? [] : [code]),
    ...(flaky ? ["flaky"] : []),
  ];
  return {
    suite: api,
    name: `${operation}  ${check}  #${id}`,
    outcome,
    ...(source.length > 0 && { source: source.join(", ") }),
    spot: { operation, check, status: response.status, ...(flaky && { isFlaky: true as const }) },
    ...(tried?.property === check && tried.operation !== operation && { testedOperation: tried.operation }),
    message,
    // The same undocumented status of several operations is one cause.
    ...(patch && { cause: `expected ${response.status}` }),
    details: [
      ...(code === null ? [] : [["fault", faultName(code)] as const]),
      ...(flaky ? [["flaky", `seen in ${flaky.seen} of ${counted(flaky.tried, "attempt")}`] as const] : []),
      ...story.slice(0, steps.length).map((step) => ["before", storyLine(step)] as const),
      ...exchangeLines(failure),
      ...story.slice(steps.length + 1).map((step) => ["after", storyLine(step)] as const),
      ["again", curl],
      ...(patch ? [["patch", JSON.stringify(patch)] as const] : []),
      ...(replay === undefined ? [] : [["replay", replay] as const]),
    ],
    ...(story.length > 0 && {
      story: {
        title: "All its requests, to repeat by hand",
        items: story.map(({ status, curl: line }) => [`${status}`, line]),
      },
    }),
    ...(first && { folded: { title: "As it was found, before shrinking", items: exchangeLines(first) } }),
  };
}

/** Longest body on a line of a story. The curl lines have all of it. */
const LONGEST_BODY = 200;

function storyLine({ method, url, as, body, status }: StoryStep): string {
  const path = url.replace(/^https?:\/\/[^/]+/, "");
  const sent =
    body === null || body.length <= LONGEST_BODY ? body : `${body.slice(0, LONGEST_BODY - 1).toWellFormed()}…`;
  return [method, path, ...(sent === null ? [] : [sent]), ...(as === null ? [] : ["with", as]), "->", status].join(" ");
}

/** Request and response as lines. */
export function exchangeLines({ request, response }: Pick<Failure, "request" | "response">): Detail[] {
  return [
    ["sent", [request.method, request.url, request.body ?? ""].join(" ").trimEnd()],
    ["answer", response.status === 0 ? "none" : `${response.status} ${response.body}`.trimEnd()],
  ];
}
