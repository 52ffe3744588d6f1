import type { Drift } from "../drift/drift.ts";
import type { Coverage, EnumCoverage, OperationCoverage, Share } from "../exercise/coverage.ts";
import { phases } from "../phases.ts";
import { properties } from "../properties/index.ts";
import { escaped } from "./markup.ts";

/** How much of the contracts was exercised: in sums, then folded by API, operations against phases. */
export function coverageSection({ operations, documentedStatuses, parameters, enumValues }: Coverage): string {
  const apis = [...Map.groupBy(operations, ({ api }) => api)];
  return `<section>
<h2>Coverage</h2>
<dl class="bars">${bar("documented statuses answered", documentedStatuses)}${bar("parameters sent", parameters)}${bar("enum values sent", enumValues)}</dl>
${apis.map(([api, members]) => apiBlock(api, members)).join("\n")}
</section>`;
}

/** What was seen beyond the contracts; nothing where nothing was. */
export function driftSection(drift: readonly Drift[]): string {
  if (drift.length === 0) return "";
  const blocks = drift.map(
    ({ api, operations, message, count, example, overlay }) => `<details>
<summary><b>${escaped(api)}</b> ${escaped(message)} <small>${count} ×</small></summary>
<dl><dt>seen in</dt><dd>${operations.map(escaped).join("<br>")}</dd><dt>first</dt><dd><pre>${escaped(example)}</pre></dd><dt>overlay</dt><dd><pre>${escaped(JSON.stringify(overlay, null, 2))}</pre></dd></dl>
</details>`,
  );
  return `<section>\n<h2>Beyond the contract</h2>\n<p class="note">No fault: consumers must be prepared for it (§9.2, §9.6).</p>\n${blocks.join("\n")}\n</section>`;
}

function bar(label: string, { exercised, of }: Share): string {
  return `<dt>${escaped(label)}</dt><dd><meter min="0" max="${Math.max(of, 1)}" value="${exercised}"></meter> ${exercised}/${of}</dd>`;
}

function apiBlock(api: string, operations: readonly OperationCoverage[]): string {
  const requests = operations.reduce((sum, each) => sum + each.requests, 0);
  const head = phases.map(({ id, claim }) => `<th scope="col" title="${escaped(claim)}">${escaped(id)}</th>`).join("");
  return `<details><summary><b>${escaped(api)}</b> <small>${operations.length} operations, ${requests} requests</small></summary>
<div class="wide"><table class="map"><tr><th scope="col">operation</th>${head}<th scope="col">statuses</th><th scope="col">not sent</th></tr>
${operations.map(operationRow).join("\n")}
</table></div></details>`;
}

function operationRow({ operation, properties: tried, statuses, parameters, enums }: OperationCoverage): string {
  const cells = phases.map(({ id }) => {
    const inPhase = properties.filter(({ phase, id: name }) => phase === id && tried[name] !== undefined);
    const requests = inPhase.reduce((sum, each) => sum + (tried[each.id] ?? 0), 0);
    const title = escaped(inPhase.map((each) => `${each.id}: ${tried[each.id]}`).join("\n"));
    return requests === 0 ? `<td class="none">·</td>` : `<td title="${title}">${requests}</td>`;
  });
  const answered = statuses.map(({ status, isDocumented, count }) => {
    const kind = count === 0 ? "none" : isDocumented ? "answered" : "besides";
    return `<span class="${kind}" title="${count}">${escaped(status)}</span>`;
  });
  const missing = [
    ...parameters.filter(({ requests }) => requests === 0).map(({ name }) => name),
    ...enums.flatMap(unsent),
  ];
  return `<tr><th scope="row">${escaped(operation)}</th>${cells.join("")}<td>${answered.join(" ")}</td><td>${escaped(missing.join("; "))}</td></tr>`;
}

function unsent({ name, values, sent }: EnumCoverage): string[] {
  const left = values.filter((value) => !sent.includes(value));
  return left.length === 0 ? [] : [`${name}: ${left.map((value) => JSON.stringify(value)).join(", ")}`];
}
