import { type Archive } from "../archive/archive.ts";
import { renderGithub } from "./github.ts";
import { renderHar } from "./har.ts";
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import type { Judgement } from "./judgement.ts";
import { renderJUnit } from "./junit/render-junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderOverlay } from "./overlay.ts";
import type { ReportPart } from "./part.ts";
import { renderSarif } from "./sarif.ts";

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
};

/** Reports of commands that see drift. */
export const proxyReports: Readonly<Record<string, Render>> = {
  ...fileReports,
  overlay: ({ judgement: { drift = [], target, leftovers } }) => renderOverlay(drift, target, leftovers),
};

/** Reports of a conformance run. */
export const conformReports: Readonly<Record<string, Render>> = {
  ...proxyReports,
  markdown: ({ judgement }) => renderMarkdown(judgement),
  github: ({ judgement }) => renderGithub(judgement),
  sarif: ({ judgement }) => renderSarif(judgement),
  har: ({ archive, judgement }) => renderHar(archive, judgement),
};
