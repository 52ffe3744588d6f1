/** Script that filters the entries of the page. It contains nothing from a document, so its digest never changes. */
export const pageScript = `
"use strict";
const form = document.getElementById("filter:form");
const count = document.getElementById("filter:count");
const articles = [...document.querySelectorAll("article")];
const texts = new Map(articles.map((article) => [article, article.textContent.toLowerCase()]));

function show() {
  const { text, api, kind, compatibility, action } = form.elements;
  const words = text.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const article of articles) {
    const { dataset } = article;
    const fits =
      (api.value === "" || dataset.api === api.value) &&
      (kind.value === "" || dataset.kind === kind.value) &&
      (compatibility.value === "" || dataset.compatibility === compatibility.value) &&
      (!action.checked || "action" in dataset) &&
      words.every((word) => texts.get(article).includes(word));
    article.hidden = !fits;
    shown += Number(fits);
  }
  for (const section of document.querySelectorAll("main section"))
    section.hidden = section.querySelector("article:not([hidden])") === null;
  count.textContent = shown + " of " + articles.length + " entries";
}

// A link to an entry resets a filter that hides it.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.closest("[hidden]") && target.matches("article")) form.reset();
}

form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(show));
addEventListener("hashchange", reveal);
form.hidden = false;
show();
`;
