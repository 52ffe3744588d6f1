import { createHash } from "node:crypto";
import { verdicts } from "../change.ts";
import { type Entry, entryKinds, isActionRequired, newestFirst } from "./entry.ts";
import { formats, selectionsOf } from "./feeds.ts";
import { headingOf } from "./groups.ts";
import { escapedAttribute, escapedText } from "./markup.ts";
import { script } from "./page-script.ts";
import { style } from "./page-style.ts";
import { detailsOf } from "./summary.ts";

/** What the page says of itself. */
interface PageOptions {
  readonly link: string;
  readonly title: string;
}

/** All entries, newest first, as one page that asks for nothing else; each can be linked to by its id. */
export function renderPage(entries: readonly Entry[], { link, title }: PageOptions): string {
  const days = Map.groupBy(newestFirst(entries), ({ date, version }) => headingOf(date, version));
  const hash = createHash("sha256").update(script).digest("base64");
  const feeds = selectionsOf(entries, title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<title>${escapedText(title)}</title>
<link rel="canonical" href="${escapedAttribute(new URL(link).href)}">
${Object.entries(formats)
  .map(
    ([end, { name, type }]) =>
      `<link rel="alternate" type="${type}" title="${escapedAttribute(title)} (${name})" href="changelog${end}">`,
  )
  .join("\n")}
<style>${style}</style>
</head>
<body>
<a class="skip" href="#entries">Skip to the entries</a>
<header>
<h1>${escapedText(title)}</h1>
<p>Changes of the API contracts, newest first.</p>
<details><summary>Feeds</summary><ul>
${feeds.map((feed) => `<li>${escapedText(feed.title)}: ${linksTo(feed.path)}</li>`).join("\n")}
</ul></details>
${filterForm(entries)}
</header>
<main id="entries" tabindex="-1">
${entries.length === 0 ? "<p>There are no entries yet.</p>" : ""}${[...days].map(([day, own]) => daySection(day, own)).join("\n")}
</main>
<script>${script}</script>
</body>
</html>
`;
}

/** Filters need the script: without it the form stays away, and every entry is there. */
function filterForm(entries: readonly Entry[]): string {
  const apis = [...new Set(entries.map(({ api }) => api))].toSorted();
  const kinds = entryKinds.filter((kind) => entries.some((entry) => entry.kind === kind));
  return `<form id="filter:form" role="search" aria-label="Filter the entries" hidden>
<label>Search <input type="search" name="text" autocomplete="off"></label>
${select("api", "API", apis)}
${select("kind", "Kind", kinds)}
${select("compatibility", "Compatibility", verdicts)}
<label class="check"><input type="checkbox" name="action"> Action required</label>
<button type="reset">Clear</button>
<output id="filter:count" aria-live="polite"></output>
</form>`;
}

function select(name: string, label: string, values: readonly string[]): string {
  const options = values.map((value) => `<option>${escapedText(value)}</option>`).join("");
  return `<label>${label} <select name="${name}"><option value="">all</option>${options}</select></label>`;
}

function linksTo(path: string): string {
  const links = Object.entries(formats).map(([end, { name }]) => `<a href="${path}${end}">${name}</a>`);
  return links.join(" ");
}

function daySection(day: string, entries: readonly Entry[]): string {
  return `<section aria-labelledby="day:${escapedAttribute(day.replaceAll(/\s/g, "_"))}">
<h2 id="day:${escapedAttribute(day.replaceAll(/\s/g, "_"))}">${escapedText(day)}</h2>
${entries.map(entryArticle).join("\n")}
</section>`;
}

function entryArticle(entry: Entry): string {
  const { id, api, kind, compatibility, message, operations } = entry;
  const action = isActionRequired(entry) ? ` <span class="badge action">action required</span>` : "";
  const [operation] = operations;
  return `<article id="${id}" class="${compatibility}" data-api="${escapedAttribute(api)}" data-kind="${kind}" data-compatibility="${compatibility}"${action === "" ? "" : " data-action"}>
<h3><a href="#${id}">${escapedText(message)}</a></h3>
<p class="badges"><b>${escapedText(api)}</b>${operation === undefined ? "" : ` <code>${escapedText(operation)}</code>`} <span class="badge ${compatibility}">${compatibility}</span> <span class="badge">${kind}</span>${action}</p>
${detailsOf(entry)}
</article>`;
}
