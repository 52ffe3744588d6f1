import type { Detail } from "../finding.ts";
import { type Markup, html } from "./markup.ts";
import { renderHtmlPage } from "./page.ts";
import { reportStyle } from "./report-style.ts";

/** Content that is inserted into a page. */
type Content = string | Markup | readonly Markup[];

/** Page of a report. Kinds are classes of `reportStyle`, which have a colour each. */
interface ReportPage {
  readonly command: string;
  readonly kind: string;
  readonly verdict: string;
  /** Further lines of the head. */
  readonly summary: Content;
  readonly content: Content;
  readonly style: string;
  /** Title, if not verdict and command. */
  readonly title?: string;
}

/** Renders a report as one page without scripts and external resources. */
export function renderReportPage({ command, kind, verdict, summary, content, style, title }: ReportPage): string {
  return renderHtmlPage({
    title: title ?? `${verdict}: ${command}`,
    style: reportStyle + style,
    body: html`<header>
        <p class="command">${command}</p>
        <h1 class="${kind}">${verdict}</h1>
        ${summary}
      </header>
      <main>${content}</main>`,
  });
}

/** Section of a page. Empty if it has no content. */
export function pageSection(id: string, title: string, content: readonly Markup[]): Markup {
  if (content.length === 0) return html``;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section> `;
}

/** Finding as a block that opens. */
interface FindingBlock {
  readonly kind: string;
  readonly isOpen: boolean;
  readonly head: Content;
  /** Rule, clause and id. */
  readonly source: string;
  /** Message below the head. */
  readonly said?: string;
  readonly content: Content;
}

/** Renders a finding. Its head begins with a label. */
export function findingBlock({ kind, isOpen, head, source, said = "", content }: FindingBlock): Markup {
  return html`<details class="finding ${kind}" ${isOpen ? { markup: "open" } : ""}>
    <summary>${head} <span class="source">${source}</span><span class="said">${said}</span></summary>
    ${content}
  </details> `;
}

/** List of labelled texts, whose lines are kept. */
export function detailList(details: readonly Detail[]): Markup {
  const rows = details.map(
    ([label, text]) =>
      html`<dt>${label}</dt>
        <dd><pre>${text}</pre></dd>`,
  );
  if (rows.length === 0) return html``;
  return html`<dl>${rows}</dl>`;
}
