import type { CompatReport } from "../model/change.ts";
import { renderGithub } from "./github.ts";
import { renderGitlab } from "./gitlab.ts";
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import { renderJUnit } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderSarif } from "./sarif.ts";
import type { RenderOptions } from "./shown.ts";
import { renderText } from "./text.ts";

/** A report as text, of whatever form. */
export type RenderCompat = (report: CompatReport, options?: RenderOptions) => string;

/** The catalogue of reports, by the name that --format and --report take. */
export const compatReports: Readonly<Record<string, RenderCompat>> = {
  text: renderText,
  json: renderJson,
  markdown: renderMarkdown,
  sarif: renderSarif,
  junit: renderJUnit,
  github: renderGithub,
  gitlab: renderGitlab,
  html: renderHtml,
};
