import { type Markup, html, pageSection } from "../../formats/index.ts";
import { checks } from "../checks/index.ts";
import type { Coverage, OperationCoverage, Share } from "../exercise/coverage.ts";
import type { OperationOutcome } from "../findings/report.ts";
import { phases } from "../scope/phases.ts";
import { properties } from "../properties/index.ts";
import { type MappedCase, kindOf, placeOf, worstOf } from "./mapped-case.ts";
import { anchored } from "./markup.ts";
import { counted } from "../model/counted.ts";
import { labels, markLabels } from "./verdict.ts";

/** Row of an operation's matrix, with its findings. */
interface Row {
  readonly operation: OperationCoverage;
  readonly anchor: string;
  readonly findings: readonly MappedCase[];
}

/** Columns of the matrix: checks first, then each phase. */
const groups = [
  { name: "checks", of: checks },
  ...phases.map(({ id }) => ({ name: id as string, of: properties.filter(({ phase }) => phase === id) })),
];

const claims = new Map(groups.flatMap(({ of }) => of.map(({ id, claim }) => [id, claim] as const)));

/** Most operations whose tiles have names. The tiles of more operations would fill several screens. */
const MAX_NAMED = 60;

interface TileOptions {
  /** True if no valid request succeeded. */
  readonly isUntested: boolean;
  readonly isNamed: boolean;
}

/** Tile for each operation, with a link to its details. */
export function tiles(
  coverage: Coverage,
  findings: readonly MappedCase[],
  outcomes: readonly OperationOutcome[] = [],
): Markup {
  const failed = new Set(outcomes.flatMap((each) => (each.succeeded ? [] : [`${each.api} ${each.operation}`])));
  const isNamed = coverage.operations.length <= MAX_NAMED;
  const apis = [...Map.groupBy(createCoverageRows(coverage, findings), ({ operation }) => operation.api)];
  const rows = apis.map(([api, members]) => {
    const found = members.reduce((sum, each) => sum + each.findings.length, 0);
    const shown = members.map((row) =>
      tile(row, { isUntested: failed.has(`${row.operation.api} ${row.operation.operation}`), isNamed }),
    );
    return html`<tr>
      <th scope="row"><a href="#${toRowAnchor("api", api)}">${api}</a></th>
      <td>
        <ul class="tiles">
          ${shown}
        </ul>
      </td>
      <td>${found === 0 ? "" : found}</td>
    </tr>`;
  });
  const legend = (["failed", "flaky", "warned", "noted", "untested", "full", "part", "unsent"] as const).map(
    (kind) => html`<li><i class="${kind}"></i>${legends[kind]}</li>`,
  );
  return html`<table class="glance">
      <thead class="hidden">
        <tr>
          ${columnHeads(["API", "operations", "findings"])}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    <ul class="legend" aria-label="What the colours mean">
      ${legend}
    </ul>`;
}

function columnHeads(names: readonly string[]): readonly Markup[] {
  return names.map((name) => html`<th scope="col">${name}</th>`);
}

/** Names of the marks. Those of findings are the labels of the terminal report. */
const legends = {
  ...markLabels,
  untested: `${labels.skipped}, no request succeeded`,
  full: "all documented statuses answered",
  part: "some documented statuses answered",
  unsent: "not tried",
} as const;

function tile({ operation, anchor, findings }: Row, { isUntested, isNamed }: TileOptions): Markup {
  const worst = worstOf(findings);
  const isMissed = isUntested && operation.requests > 0;
  const kind = isMissed && worst !== "failed" && worst !== "flaky" ? "untested" : (worst ?? exercise(operation));
  const text = [
    ...(isMissed ? [legends.untested] : []),
    ...(worst ? [`${legends[worst]}, ${counted(findings.length, "finding")}`] : isMissed ? [] : [legends[kind]]),
  ].join("; ");
  const label = `${operation.operation}: ${text}`;
  const count = findings.length === 0 ? "" : String(findings.length);
  const shown = isNamed ? `${operation.operation}${count && ` (${count})`}` : count;
  return html`<li><a class="${kind}" href="#${anchor}" title="${label}" aria-label="${label}">${shown}</a></li>`;
}

function exercise({ statuses, requests }: OperationCoverage): "full" | "part" | "unsent" {
  if (requests === 0) return "unsent";
  if (statuses.every(({ isDocumented, count }) => !isDocumented || count > 0)) return "full";
  return "part";
}

/** Coverage of the contracts: totals, then details by API and operation. */
export function coverageSection(coverage: Coverage, findings: readonly MappedCase[]): Markup {
  const { operations, documentedStatuses, parameters, enumValues } = coverage;
  const apis = [...Map.groupBy(createCoverageRows(coverage, findings), ({ operation }) => operation.api)];
  const bars = [
    bar("documented statuses answered", documentedStatuses),
    bar("parameters sent", parameters),
    bar("enum values sent", enumValues),
  ];
  return pageSection("coverage", "Coverage", [
    html`<p class="note">
      ${counted(operations.length, "operation")}. Open one to see the tests of its responses, by status.
    </p>`,
    html`<dl class="bars">${bars}</dl>`,
    ...apis.map(([api, members]) => apiBlock(api, members, apis.length === 1)),
  ]);
}

function createCoverageRows({ operations }: Coverage, findings: readonly MappedCase[]): readonly Row[] {
  const about = Map.groupBy(findings, ({ case: { suite }, spot }) => `${suite} ${spot.operation}`);
  return operations.map((operation) => ({
    operation,
    anchor: toRowAnchor("op", `${operation.api} ${operation.operation}`),
    findings: about.get(`${operation.api} ${operation.operation}`) ?? [],
  }));
}

function toRowAnchor(kind: string, name: string): string {
  return encodeURIComponent(`${kind} ${name}`.toWellFormed());
}

function bar(label: string, { exercised, of }: Share): Markup {
  return html`<dt>${label}</dt>
    <dd>
      <meter min="0" max="${Math.max(of, 1)}" value="${exercised}" aria-label="${label}"></meter> ${exercised}/${of}
    </dd>`;
}

function apiBlock(api: string, rows: readonly Row[], isOpen: boolean): Markup {
  const requests = rows.reduce((sum, { operation }) => sum + operation.requests, 0);
  const found = rows.reduce((sum, each) => sum + each.findings.length, 0);
  const counts = [counted(rows.length, "operation"), counted(requests, "request")];
  if (found > 0) counts.push(`${found} found`);
  return html`<details class="api" ${isOpen || found > 0 ? { markup: "open" } : ""}>
    <summary><b>${api}</b> <small>${counts.join(", ")}</small></summary>
    ${anchored(toRowAnchor("api", api))}${rows.map(operationBlock)}
  </details>`;
}

function operationBlock({ operation, anchor, findings }: Row): Markup {
  const { statuses, basis } = operation;
  const chips = statuses.map(({ status, isDocumented, count }) => {
    const kind =
      worstOf(selectCellFindings(findings, status, operation)) ??
      (count === 0 ? "none" : isDocumented ? "full" : "besides");
    const title = `${count} answered${isDocumented ? "" : ", not documented"}`;
    return html`<span class="chip ${kind}" title="${title}">${status}</span>`;
  });
  const count = `${counted(operation.requests, "request")}${basis === "assumed" ? ", assumed" : ""}`;
  return html`<details class="op">
    <summary><code>${operation.operation}</code> <span class="chips">${chips}</span> <small>${count}</small></summary>
    ${anchored(anchor)}${matrix(operation, findings)} ${sentList(operation)}
  </details>`;
}

/** Matrix of checks against status codes: numbers of judged exchanges, and findings. */
function matrix(operation: OperationCoverage, findings: readonly MappedCase[]): Markup {
  const besides = findings.map(({ spot }) => placeOf(spot.status, operation));
  const columns = [...new Set([...operation.statuses.map(({ status }) => status), ...besides])];
  const most = Math.max(1, ...Object.values(operation.judged).flatMap((counts) => Object.values(counts)));
  const asked = new Set([...Object.keys(operation.judged), ...findings.map(({ spot }) => spot.check)]);
  const known = groups.flatMap(({ name, of }) =>
    of.filter(({ id }) => asked.has(id)).map(({ id }) => [name, id] as const),
  );
  const others = [...asked].filter((id) => !claims.has(id)).map((id) => ["", id] as const);
  const rows = [...known, ...others].map(([group, id], index, all) => {
    const cells = columns.map((status) =>
      cell(operation.judged[id]?.[status] ?? 0, most, selectCellFindings(findings, status, operation, id)),
    );
    return html`<tr>
      <td class="group">${group === all[index - 1]?.[0] ? "" : group}</td>
      <th scope="row" title="${claims.get(id) ?? ""}">${id}</th>
      ${cells}
    </tr>`;
  });
  if (rows.length === 0) return html`<p class="note">No operation was tested.</p>`;
  const label = `Checks and statuses of ${operation.operation}`;
  return html`<div class="wide" role="region" tabindex="0" aria-label="${label}">
    <table class="map">
      <thead>
        <tr>
          <td></td>
          ${columnHeads(["asked", ...columns])}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function cell(count: number, most: number, findings: readonly MappedCase[]): Markup {
  const links = findings.map((each) => {
    const kind = kindOf(each);
    const label = `${markLabels[kind]}: ${each.case.message ?? each.case.name}`;
    const sign = kind === "noted" ? "i" : "✕";
    return html`<a class="${kind}" href="#${each.anchor}" title="${label}" aria-label="${label}">${sign}</a>`;
  });
  if (count === 0 && links.length === 0) return html`<td class="none"></td>`;
  // Shade by orders of magnitude.
  const heat = Math.ceil((4 * Math.log(count + 1)) / Math.log(most + 1));
  return html`<td class="heat${heat}">${count === 0 ? "" : count}${links}</td>`;
}

function selectCellFindings(
  findings: readonly MappedCase[],
  status: string,
  operation: OperationCoverage,
  check?: string,
): readonly MappedCase[] {
  return findings.filter(
    ({ spot }) => placeOf(spot.status, operation) === status && (check === undefined || spot.check === check),
  );
}

/** Parameters and enum values, with a mark on those that were sent. */
function sentList({ parameters, enums }: OperationCoverage): Markup {
  const items = [
    ...parameters.map(({ name, requests }) => [name, chip(requests > 0, `${requests} ×`)] as const),
    ...enums.flatMap(({ name, values, sent }) =>
      values.map((value) => [name, chip(sent.includes(value), JSON.stringify(value))] as const),
    ),
  ];
  if (items.length === 0) return html``;
  const terms = [...Map.groupBy(items, ([name]) => name)].map(
    ([name, members]) =>
      html`<dt>${name}</dt>
        <dd>${members.map(([, each]) => html`${each} `)}</dd>`,
  );
  return html`<dl class="sent">${terms}</dl>`;
}

function chip(isSent: boolean, text: string): Markup {
  if (isSent) return html`<span class="chip full">${text}</span>`;
  return html`<span class="chip none" title="not sent">${text}</span>`;
}
