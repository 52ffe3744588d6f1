import { type Markup, html, renderHtmlPage } from "../../formats/index.ts";
import { verdicts } from "../model/change.ts";
import { printableText } from "../model/wording.ts";
import { type Entry, entryKinds, headingOperation, isActionRequired, newestFirst } from "./entry.ts";
import { feedDescription } from "./feed.ts";
import { feedFormats, feedSelections } from "./feeds.ts";
import { dayHeading } from "./entry-groups.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { pageScript } from "./page-script.ts";
import { pageStyle } from "./page-style.ts";
import { renderDetails } from "./summary.ts";

/** Title, link and policy of the page. */
interface PageOptions {
  /** Undefined: the page has no address, and there are no feeds. */
  readonly link: string | undefined;
  readonly title: string;
  /** The policy whose clauses are cited. */
  readonly profile: CompatProfile;
}

/** Renders all entries, newest first, as one page without further requests. Each entry has its id as an anchor. */
export function renderPage(entries: readonly Entry[], { link, title: titleText, profile }: PageOptions): string {
  const days = Map.groupBy(newestFirst(entries), ({ date, version }) => dayHeading(date, version));
  const title = printableText(titleText);
  const feeds = feedSelections(entries, title);
  const alternates = Object.entries(feedFormats).map(
    ([end, { name, type }]) =>
      html`<link rel="alternate" type="${type}" title="${`${title} (${name})`}" href="${`changelog${end}`}" />`,
  );
  return renderHtmlPage({
    title,
    style: pageStyle,
    script: pageScript,
    head: link === undefined ? [] : [html`<link rel="canonical" href="${new URL(link).href}" />`, ...alternates],
    body: html`<a class="skip" href="#entries">Skip to the entries</a>
      <header>
        <h1>${title}</h1>
        <p>${feedDescription}.</p>
        ${
          link === undefined
            ? []
            : html`<details>
                <summary>Feeds</summary>
                <ul>
                  ${feeds.map((feed) => html`<li>${printableText(feed.title)}: ${feedLinks(feed.path)}</li> `)}
                </ul>
              </details>`
        }
        ${filterForm(entries)}
      </header>
      <main id="entries" tabindex="-1">
        ${entries.length === 0 ? html`<p>There are no entries yet.</p>` : []}
        ${[...days].map(([day, own]) => daySection(printableText(day), own, profile))}
      </main>`,
  });
}

/** URL that a page was rendered for. Undefined without one. */
export function linkOfPage(page: string): string | undefined {
  const href = /<link rel="canonical" href="([^"<>]{1,2000})"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
  if (href !== undefined && /^https?:/.test(href) && URL.canParse(href)) return href;
  return undefined;
}

/** Title of a generated page. */
export function titleOfPage(page: string): string | undefined {
  const text = /<h1>([^<]{1,1000})<\/h1>/.exec(page)?.[1];
  return text
    ?.replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

/** Form with filters. It is hidden until the script runs. */
function filterForm(entries: readonly Entry[]): Markup {
  const apis = [...new Set(entries.map(({ api }) => api))].toSorted();
  const kinds = entryKinds.filter((kind) => entries.some((entry) => entry.kind === kind));
  return html`<form id="filter:form" role="search" aria-label="Filter the entries" hidden>
    <label>Search <input type="search" name="text" autocomplete="off" /></label>
    ${select("api", "API", apis)} ${select("kind", "Kind", kinds)} ${select("compatibility", "Compatibility", verdicts)}
    <label class="check"><input type="checkbox" name="action" /> Action required</label>
    <button type="reset">Clear</button>
    <output id="filter:count" aria-live="polite"></output>
  </form>`;
}

function select(name: string, label: string, values: readonly string[]): Markup {
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">all</option>
      ${values.map((value) => html`<option>${printableText(value)}</option>`)}
    </select></label
  >`;
}

function feedLinks(path: string): readonly Markup[] {
  return Object.entries(feedFormats).map(([end, { name }]) => html`<a href="${`${path}${end}`}">${name}</a> `);
}

function daySection(day: string, entries: readonly Entry[], profile: CompatProfile): Markup {
  const id = `day:${day.replaceAll(/\s/g, "_")}`;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${day}</h2>
    ${entries.map((entry) => entryArticle(entry, profile))}
  </section> `;
}

function entryArticle(entry: Entry, profile: CompatProfile): Markup {
  const { id, api, kind, compatibility, message } = entry;
  const isAction = isActionRequired(entry);
  const operation = headingOperation(entry);
  return html`<article
    id="${id}"
    class="${compatibility}"
    data-api="${printableText(api)}"
    data-kind="${kind}"
    data-compatibility="${compatibility}"
    ${isAction ? { markup: "data-action" } : []}
  >
    <h3><a href="#${id}">${printableText(message)}</a></h3>
    <p class="badges">
      <b>${printableText(api)}</b> ${operation === undefined ? [] : html`<code>${printableText(operation)}</code> `}
      <span class="${`badge ${compatibility}`}">${compatibility}</span> <span class="badge">${kind}</span>
      ${isAction ? html`<span class="badge action">action required</span>` : []}
    </p>
    ${renderDetails(entry, profile)}
  </article> `;
}
