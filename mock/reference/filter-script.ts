/** Browser script of the index: hides the APIs and operations that do not contain all words of the filter. */
export const filterScript = `
const box = document.getElementById("filter");
const found = document.getElementById("found");
const count = (number, what) => number + " " + what + (number === 1 ? "" : "s");
const textOf = (element) => element.textContent.toLowerCase();
const apis = [...document.querySelectorAll(".api")].map((element) => ({
  element,
  details: element.querySelector("details"),
  title: textOf(element.querySelector("h2")),
  operations: [...element.querySelectorAll(".operations > li")].map((item) => ({ item, text: textOf(item) })),
}));

function filter() {
  const words = box.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const matches = (text) => words.every((word) => text.includes(word));
  let shownApis = 0;
  let shownOperations = 0;
  for (const { element, details, title, operations } of apis) {
    const titleMatches = matches(title);
    let matching = 0;
    for (const { item, text } of operations) {
      item.hidden = !titleMatches && !matches(title + " " + text);
      if (!item.hidden) matching++;
    }
    element.hidden = !titleMatches && matching === 0;
    if (details) details.open = !titleMatches && matching > 0;
    if (!element.hidden) shownApis++;
    shownOperations += matching;
  }
  found.textContent =
    words.length === 0 ? "" : count(shownApis, "API") + ", " + count(shownOperations, "operation");
}

document.querySelector(".filter").hidden = false;
box.addEventListener("input", filter);
if (box.value !== "") filter();
`;
