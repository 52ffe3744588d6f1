import { counted } from "../model/counted.ts";
import { mergeLeftoverCounts } from "../items/leftover.ts";
import { ToolError } from "../../contracts/index.ts";
import { listCauses } from "../findings/causes.ts";
import type { Drift } from "../drift/drift.ts";
import { type Coverage, type OperationCoverage, coverageOfAll } from "../exercise/coverage.ts";
import { simplerFinding } from "../findings/simpler-finding.ts";
import { totalBasisShare } from "../findings/basis-share.ts";
import type { Failure, OperationOutcome, OperationReport, Report } from "../findings/report.ts";
import type { Access } from "../target/access.ts";

/**
 * Merges the reports of shards into the report of their run, which is whole if no shard is missing. Order and grouping
 * of the merges have no effect, and a single report gets the same order.
 * @throws ToolError "unmergeable-reports" if the reports are of different runs, or one is given twice.
 */
export function mergeReports(reports: readonly Report[]): Report {
  const [first] = reports;
  if (!first) throw createMergeError("there are none");
  for (const other of reports.slice(1)) checkSame(first, other);
  const parts = reports.flatMap(({ shard }) => shard?.parts ?? []).toSorted((one, other) => one - other);
  const twice = parts.find((part, at) => parts.indexOf(part) !== at);
  if (twice !== undefined) throw createMergeError(`shard ${twice} is given twice`);
  const of = first.shard?.of ?? 1;
  if (!first.shard && reports.length > 1) throw createMergeError("a report of a whole run has no other part");
  const place = operationOrder(first.coverage);
  const sumReports = (read: (report: Report) => number): number =>
    reports.reduce((all, report) => all + read(report), 0);
  const hosts = reports.flatMap((report) => Object.entries(report.hosts ?? {}));
  const failures = mergeFindings((report) => report.failures);
  return {
    target: first.target,
    mode: first.mode,
    seed: first.seed,
    options: first.options,
    requests: sumReports(({ requests }) => requests),
    durationMs: sumReports(({ durationMs }) => durationMs),
    operations: mergedBy(
      reports.flatMap(({ operations }) => operations),
      joinOperationName,
      mergedOperation,
    ).toSorted(place),
    failures,
    causes: listCauses(failures),
    information: mergeFindings(({ information }) => information),
    skipped: mergedBy(
      reports.flatMap(({ skipped }) => skipped),
      (each) => `${joinOperationName(each)} ${each.reason}`,
      (one) => one,
    ).toSorted((one, other) => place(one, other) || compareIds(one.reason, other.reason)),
    ...(reports.some(({ errors }) => errors) && {
      errors: mergedBy(
        reports.flatMap(({ errors = [] }) => errors),
        joinOperationName,
        (one) => one,
      ).toSorted(place),
    }),
    ...(reports.every(({ outcomes }) => outcomes) && {
      outcomes: mergedBy(
        reports.flatMap(({ outcomes = [] }) => outcomes),
        joinOperationName,
        mergedOutcome,
      ).toSorted(place),
    }),
    ...(reports.every(({ untried }) => untried) && {
      untried: mergedBy(
        reports.flatMap(({ untried = [] }) => untried),
        (each) => `${joinOperationName(each)} ${each.reason} ${each.message}`,
        (one) => one,
      ).toSorted((one, other) => place(one, other) || compareIds(one.reason, other.reason)),
    }),
    ground: totalBasisShare(
      mergedBy(
        reports.flatMap(({ ground }) => ground.apis),
        ({ api }) => api,
        (one, other) => ({ ...one, judged: one.judged + other.judged, stated: one.stated + other.stated }),
      ).toSorted((one, other) => compareIds(one.api, other.api)),
    ),
    access: mergedAccess(reports.flatMap(({ access }) => access ?? [])),
    coverage: mergedCoverage(reports.map(({ coverage }) => coverage)),
    drift: mergedBy(
      reports.flatMap(({ drift }) => drift),
      ({ id }) => id,
      mergedDrift,
    )
      .map((each) => ({ ...each, operations: each.operations.toSorted() }))
      .toSorted((one, other) => compareIds(one.id, other.id)),
    driftOmitted: sumReports(({ driftOmitted }) => driftOmitted),
    leftovers: reports.flatMap(({ leftovers }) => leftovers).toSorted(),
    leftoverCounts: mergeLeftoverCounts(reports.flatMap(({ leftoverCounts = [] }) => leftoverCounts)),
    endedBy:
      (["target", "credentials", "interruption", "max-requests", "time"] as const).find((reason) =>
        reports.some(({ endedBy }) => endedBy === reason),
      ) ?? null,
    ...findFirstError("tokenFailure", reports),
    ...findFirstError("targetFailure", reports),
    interrupted: reports.some(({ interrupted }) => interrupted),
    slowed: {
      times: sumReports(({ slowed }) => slowed?.times ?? 0),
      waitedMs: sumReports(({ slowed }) => slowed?.waitedMs ?? 0),
    },
    ...(hosts.length > 0 && { hosts: Object.fromEntries(hosts.toSorted(([one], [other]) => compareIds(one, other))) }),
    ...(first.shard && parts.length < of && { shard: { of, parts } }),
    ...(first.organization && { organization: first.organization }),
  };

  function mergeFindings(read: (report: Report) => readonly Failure[]): readonly Failure[] {
    return mergedBy(reports.flatMap(read), ({ id }) => id, simplerFinding).toSorted(
      (one, other) => place(one, other) || compareIds(one.id, other.id),
    );
  }
}

/** The first error of a kind that ended a run. */
function findFirstError(kind: "tokenFailure" | "targetFailure", reports: readonly Report[]): Partial<Report> {
  const [first] = reports.flatMap((report) => report[kind] ?? []);
  if (first === undefined) return {};
  return { [kind]: first };
}

/**
 * The report of a whole run.
 * @throws ToolError "unmergeable-reports" if a shard is missing.
 */
export function mergeAllShards(reports: readonly Report[]): Report {
  const merged = mergeReports(reports);
  const { of, parts } = merged.shard ?? { of: 0, parts: [] };
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter((part) => !parts.includes(part));
  if (missing.length > 0) throw createMergeError(`of the ${of} shards, these are missing: ${missing.join(", ")}`);
  return merged;
}

function checkSame(first: Report, other: Report): void {
  for (const name of ["seed", "target", "mode"] as const)
    if (first[name] !== other[name])
      throw createMergeError(
        `they are of different runs: ${name} is "${first[name]}" in one and "${other[name]}" in another`,
      );
  if (first.shard?.of !== other.shard?.of)
    throw createMergeError(
      `they are of different runs: one has ${counted(first.shard?.of ?? 1, "shard")}, another has ${other.shard?.of ?? 1}`,
    );
  if (JSON.stringify(first.options) !== JSON.stringify(other.options))
    throw createMergeError("they were made with different options");
  if (first.organization?.id !== other.organization?.id)
    throw createMergeError("they were written in different organizations");
  if (serializeCoverageShape(first.coverage) !== serializeCoverageShape(other.coverage))
    throw createMergeError("they are of different contracts, or of another choice of operations");
}

/** Part of the coverage that depends on the contracts only: all operations with their documented parts. */
function serializeCoverageShape({ operations }: Coverage): string {
  return JSON.stringify(
    operations.map(({ api, operation, basis, statuses, parameters, enums }) => [
      api,
      operation,
      basis,
      statuses.flatMap(({ status, isDocumented }) => (isDocumented ? [status] : [])),
      parameters.map(({ name }) => name),
      enums.map(({ name, values }) => [name, values]),
    ]),
  );
}

interface Named {
  readonly api: string;
  readonly operation: string;
}

function joinOperationName({ api, operation }: Named): string {
  return `${api} ${operation}`;
}

/** Order in which a run tests operations. Its coverage lists all of them; others come last. */
function operationOrder({ operations }: Coverage): (one: Named, other: Named) => number {
  const places = new Map(operations.map((each, at) => [joinOperationName(each), at]));
  const getOperationIndex = (each: Named): number => places.get(joinOperationName(each)) ?? operations.length;
  return (one, other) =>
    getOperationIndex(one) - getOperationIndex(other) || compareIds(joinOperationName(one), joinOperationName(other));
}

function mergedCoverage(all: readonly Coverage[]): Coverage {
  const [first] = all;
  return coverageOfAll(
    (first as Coverage).operations.map((_, at) =>
      all.map(({ operations }) => operations[at] as OperationCoverage).reduce(mergedOperationCoverage),
    ),
  );
}

function mergedOperationCoverage(one: OperationCoverage, other: OperationCoverage): OperationCoverage {
  const statuses = mergedBy(
    [...one.statuses, ...other.statuses],
    ({ status }) => status,
    (a, b) => ({
      ...a,
      count: a.count + b.count,
    }),
  );
  return {
    ...one,
    requests: one.requests + other.requests,
    // Documented status codes in their order, then others.
    statuses: [
      ...statuses.filter(({ isDocumented }) => isDocumented),
      ...statuses.filter(({ isDocumented }) => !isDocumented).toSorted((a, b) => compareIds(a.status, b.status)),
    ],
    properties: added(one.properties, other.properties),
    judged: Object.fromEntries(
      [...new Set([...Object.keys(one.judged), ...Object.keys(other.judged)])].map((by) => [
        by,
        added(one.judged[by] ?? {}, other.judged[by] ?? {}),
      ]),
    ),
    parameters: one.parameters.map((parameter, at) => ({
      ...parameter,
      requests: parameter.requests + (other.parameters[at]?.requests ?? 0),
    })),
    enums: one.enums.map((each, at) => {
      const sent = new Set([...each.sent, ...(other.enums[at]?.sent ?? [])].map((value) => JSON.stringify(value)));
      return { ...each, sent: each.values.filter((value) => sent.has(JSON.stringify(value))) };
    }),
  };
}

function mergedAccess(all: readonly Access[]): Access {
  const sumReports = all.reduce<Access>(
    (one, other) => ({ requests: one.requests + other.requests, refused: added(one.refused, other.refused) }),
    { requests: 0, refused: {} },
  );
  const isRefused = all.every(({ requests, remedy }) => requests === 0 || remedy !== undefined);
  const remedy = isRefused ? all.find((each) => each.remedy)?.remedy : undefined;
  return { ...sumReports, ...(remedy !== undefined && { remedy }) };
}

/** Outcome of an operation in two shards. Only one shard tests it; several may report that nothing was sent to it. */
function mergedOutcome(one: OperationOutcome, other: OperationOutcome): OperationOutcome {
  if (one.succeeded !== other.succeeded) return one.succeeded ? one : other;
  if (one.requests !== other.requests) {
    if (one.requests > other.requests) return one;
    return other;
  }
  if (JSON.stringify(one) <= JSON.stringify(other)) return one;
  return other;
}

function mergedOperation(one: OperationReport, other: OperationReport): OperationReport {
  return { ...one, requests: one.requests + other.requests, statuses: added(one.statuses, other.statuses) };
}

function mergedDrift(one: Drift, other: Drift): Drift {
  return {
    ...one,
    operations: [...new Set([...one.operations, ...other.operations])],
    count: one.count + other.count,
    example: [one.example, other.example].toSorted()[0] as string,
    // If two shards saw different types, the first is listed. All operations of an API are in one shard.
    overlay: JSON.stringify(one.overlay) <= JSON.stringify(other.overlay) ? one.overlay : other.overlay,
  };
}

function added(
  one: Readonly<Record<string, number>>,
  other: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]));
}

function mergedBy<T>(all: readonly T[], keyOf: (one: T) => string, merge: (one: T, other: T) => T): T[] {
  const merged = new Map<string, T>();
  for (const each of all) {
    const known = merged.get(keyOf(each));
    merged.set(keyOf(each), known === undefined ? each : merge(known, each));
  }
  return [...merged.values()];
}

function compareIds(one: string, other: string): number {
  if (one < other) return -1;
  if (one > other) return 1;
  return 0;
}

function createMergeError(reason: string): ToolError {
  return new ToolError("unmergeable-reports", `Cannot merge the reports: ${reason}`, {
    hint: "Give the JSON report of each shard of one run, once: --shard 1/3 --seed 7 --report json:1.json, and so on",
  });
}
