import { renderAnnotations, renderCodeQuality } from "../../formats/index.ts";
import type { CompatReport } from "../model/change.ts";
import { toFindings } from "./findings.ts";
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import { renderJUnit } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderSarif } from "./sarif.ts";
import { type RenderOptions, toShownReport } from "./shown-report.ts";
import { renderText } from "./text.ts";

/** Renders a report as text. */
export type RenderCompat = (report: CompatReport, options?: RenderOptions) => string;

/** Reports by the names that --format and --report accept. */
export const compatReports: Readonly<Record<string, RenderCompat>> = {
  text: renderText,
  json: renderJson,
  markdown: renderMarkdown,
  sarif: renderSarif,
  junit: renderJUnit,
  github: (report, { only } = {}) => renderAnnotations(toFindings(toShownReport(report, only))),
  gitlab: (report, { only } = {}) => renderCodeQuality(toFindings(toShownReport(report, only))),
  html: renderHtml,
};
