import type { Failure, Report } from "../report.ts";

/** The report as JUnit XML: a suite for each API, a case for each operation, a failure for each finding. */
export function renderJUnit(report: Report): string {
  const suites = [...Map.groupBy(report.operations, ({ api }) => api)].map(([api, operations]) => {
    const failed = report.failures.filter((failure) => failure.api === api);
    const cases = operations.map(({ operation }) =>
      caseOf(
        api,
        operation,
        failed.filter((failure) => failure.operation === operation),
        report,
      ),
    );
    return `  <testsuite name="${escape(api)}" tests="${operations.length}" failures="${new Set(failed.map(({ operation }) => operation)).size}">\n${cases.join("")}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="concord conform ${escape(report.target)}" time="${report.durationMs / 1000}">\n${suites.join("")}</testsuites>\n`;
}

function caseOf(api: string, operation: string, failures: readonly Failure[], { skipped }: Report): string {
  const start = `    <testcase classname="${escape(api)}" name="${escape(operation)}"`;
  const reasons = skipped.filter((skip) => skip.api === api && skip.operation === operation);
  if (failures.length === 0 && reasons.length === 0) return `${start}/>\n`;
  const parts =
    failures.length > 0
      ? failures.map(
          (failure) =>
            `      <failure type="${escape(failure.check)}" message="${escape(failure.message)}">${escape(details(failure))}</failure>\n`,
        )
      : [`      <skipped message="${escape(reasons.map(({ reason }) => reason).join("; "))}"/>\n`];
  return `${start}>\n${parts.join("")}    </testcase>\n`;
}

function details({ id, section, request, response, curl, replay }: Failure): string {
  const cited = section === null ? "" : ` §${section}`;
  return [
    `#${id}${cited}`,
    `${request.method} ${request.url}`,
    request.body ?? "",
    `-> ${response.status}`,
    response.body,
    curl,
    replay,
  ]
    .filter(Boolean)
    .join("\n");
}

/** Text as XML 1.0 can carry it: what it cannot is replaced. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
