import { type Archive } from "../archive/archive.ts";
import { renderHar } from "./har.ts";
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import type { Judgement } from "./judgement.ts";
import { renderJUnit } from "./junit.ts";
import { renderOverlay } from "./overlay.ts";
import type { ReportPart } from "./part.ts";

export { renderConsole } from "./console.ts";
export type { Case, Judgement } from "./judgement.ts";

/** What a run came to, as it is, and in the form that all reports print. */
export interface Reported {
  readonly report: unknown;
  readonly judgement: Judgement;
  /** The exchanges of the run, where they were kept. */
  readonly archive?: Archive;
}

/** A report as it goes to a file. */
export type Render = (reported: Reported) => string | readonly ReportPart[];

/** The catalogue of reports that go to files, by the name that --report takes. */
export const fileReports: Readonly<Record<string, Render>> = {
  json: ({ report }) => renderJson(report),
  junit: ({ judgement }) => renderJUnit(judgement),
  html: ({ judgement }) => renderHtml(judgement),
};

/** The same, where it is known what is beyond the contracts. */
export const proxyReports: Readonly<Record<string, Render>> = {
  ...fileReports,
  overlay: ({ judgement: { drift = [], target } }) => renderOverlay(drift, target),
};

/** The same, with those that only a run of conformance has. */
export const conformReports: Readonly<Record<string, Render>> = {
  ...proxyReports,
  har: ({ archive, judgement }) => renderHar(archive, judgement),
};
