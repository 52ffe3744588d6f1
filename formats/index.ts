// Formats that several rooms write: pages, HTTP Archives, states of organizations, annotations.
export { type Annotation, renderAnnotations } from "./annotations.ts";
export { type Archived, type ArchivedMessage, harEntryOf, harFrame, harOf } from "./har.ts";
export { type Markup, escapeMarkup, escapeText, html, scriptAt } from "./html/markup.ts";
export { pageOf } from "./html/page.ts";
export type { OrganizationState, StateItem } from "./organization-state.ts";
