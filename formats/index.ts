// Formats that several rooms write: findings for other programs, pages, HTTP Archives, states of organizations.
export { renderAnnotations } from "./annotations.ts";
export { renderCodeQuality } from "./code-quality.ts";
export { cut } from "./cut.ts";
export {
  type Annotation,
  type Detail,
  type Finding,
  type SourceLine,
  type Severity,
  checkoutPath,
  findingLines,
} from "./finding.ts";
export { type Archived, type ArchivedMessage, createHarEntry, harFrame, toHar } from "./har.ts";
export { type Markup, escapeMarkup, escapeText, html, createScript } from "./html/markup.ts";
export { renderHtmlPage } from "./html/page.ts";
export { detailList, findingBlock, pageSection, renderReportPage } from "./html/report.ts";
export { type JUnitCase, renderJUnit } from "./junit.ts";
export {
  type CommentSection,
  escapeMarkdown,
  markdownBlock,
  markdownCode,
  markdownMessage,
  renderComment,
} from "./markdown.ts";
export type { OrganizationState, StateItem } from "./organization-state.ts";
export { type Paint, createPaint } from "./paint.ts";
export { type Rule, renderSarif } from "./sarif.ts";
