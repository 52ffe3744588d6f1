import type { Archive } from "../archive/archive.ts";
import { renderGithub, renderSarif } from "./findings.ts";
import { renderHar } from "./har.ts";
import { renderHtml } from "./html.ts";
import type { Judgement } from "./judgement.ts";
import { renderJUnit } from "./junit/render-junit.ts";
import { renderMarkdown } from "./markdown.ts";
import type { ReportPart } from "./part.ts";
import type { Drift } from "../drift/drift.ts";

export { renderConsole } from "./console.ts";
export type { Case, Judgement } from "./judgement.ts";

/** Result of a run: its report, and its judgement. */
export interface Reported {
  readonly report: unknown;
  readonly judgement: Judgement;
  /** Exchanges of the run, if they were recorded. */
  readonly archive?: Archive;
}

/** Renders a report for a file. */
export type Render = (reported: Reported) => string | readonly ReportPart[];

/** Catalogue of file reports, by the name for --report. */
export const fileReports: Readonly<Record<string, Render>> = {
  json: ({ report }) => renderJson(report),
  junit: ({ judgement }) => renderJUnit(judgement),
  html: ({ judgement }) => renderHtml(judgement),
  markdown: ({ judgement }) => renderMarkdown(judgement),
  github: ({ judgement }) => renderGithub(judgement),
  sarif: ({ judgement }) => renderSarif(judgement),
};

/** Reports of commands that see drift. */
export const proxyReports: Readonly<Record<string, Render>> = {
  ...fileReports,
  overlay: ({ judgement: { drift = [], target, leftovers } }) => renderOverlay(drift, target, leftovers),
};

/** Reports of a conformance run. */
export const conformReports: Readonly<Record<string, Render>> = {
  ...proxyReports,
  har: ({ archive, judgement }) => renderHar(archive, judgement),
};

/** Report as JSON. Its type documents its members. */
function renderJson(report: unknown): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/**
 * Drift as an OpenAPI Overlay 1.0 that adds it to the contract. An overlay is for one document, so several contracts
 * need several overlays.
 */
export function renderOverlay(
  drift: readonly Drift[],
  target: string,
  leftovers: readonly string[] = [],
): string | readonly ReportPart[] {
  const left = leftovers.length > 0 && { "x-leftovers": leftovers };
  const overlays = [...Map.groupBy(drift, ({ api }) => api)].map(([api, members]) => ({
    name: api,
    text: written({
      info: { title: `What is beyond the contract of ${api}: ${target}`, version: "1", ...left },
      extends: api,
      actions: members.flatMap(({ message, overlay }) =>
        overlay.map((action) => ({ ...action, description: message })),
      ),
    }),
  }));
  const [only] = overlays;
  if (!only) return nothingBeyond({ title: `Nothing is beyond the contracts: ${target}`, version: "1", ...left });
  if (overlays.length === 1) return only.text;
  return overlays;
}

/** Overlay without effect, since an overlay needs at least one action. */
function nothingBeyond(info: object): string {
  return written({ info, actions: [{ target: "$.info", update: {} }] });
}

function written(overlay: object): string {
  return `${JSON.stringify({ overlay: "1.0.0", ...overlay }, null, 2)}\n`;
}
