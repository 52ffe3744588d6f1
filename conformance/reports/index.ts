import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import type { Judgement } from "./judgement.ts";
import { renderJUnit } from "./junit.ts";

export { renderConsole } from "./console.ts";
export type { Case, Judgement } from "./judgement.ts";

/** What a run came to, as it is, and in the form that all reports print. */
export interface Reported {
  readonly report: unknown;
  readonly judgement: Judgement;
}

/** The catalogue of reports that go to files, by the name that --report takes. */
export const fileReports: Readonly<Record<string, (reported: Reported) => string>> = {
  json: ({ report }) => renderJson(report),
  junit: ({ judgement }) => renderJUnit(judgement),
  html: ({ judgement }) => renderHtml(judgement),
};
