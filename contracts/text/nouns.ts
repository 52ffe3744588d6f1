/** Noun for an item of a collection: "reading" for "/v2/metering/readings". */
export function singular(collection: string): string {
  const last = collection.split("/").findLast((part) => /^\w/.test(part)) ?? "item";
  return singularWord(last).replaceAll(/\W/g, "_");
}

/** Words on "s" that are singular, and plurals that lose only it although they look like another form. */
const [ofOneThing, withE] = [
  /(?:ss|[sx]is|series|species|status|campus|bonus|virus|corpus|census|radius|focus|bus)$/i,
  /(?:movies|cookies|caches)$/i,
];

/** Plurals without a rule. Each begins with the letter of its singular. */
const irregular: ReadonlyMap<string, string> = new Map(
  Object.entries({
    people: "person",
    children: "child",
    men: "man",
    women: "woman",
    geese: "goose",
    mice: "mouse",
    feet: "foot",
    teeth: "tooth",
    oxen: "ox",
    indices: "index",
    vertices: "vertex",
    matrices: "matrix",
    appendices: "appendix",
    analyses: "analysis",
    diagnoses: "diagnosis",
    hypotheses: "hypothesis",
    crises: "crisis",
    criteria: "criterion",
    shelves: "shelf",
  }),
);

function singularWord(word: string): string {
  for (const [plural, known] of irregular) {
    const start = word.length - plural.length;
    if (word.slice(start).toLowerCase() === plural && startsWord(word, start))
      return `${word.slice(0, start + 1)}${known.slice(1)}`;
  }
  if (ofOneThing.test(word)) return word;
  if (withE.test(word)) return word.slice(0, -1);
  if (/[^aeiou]ies$/i.test(word)) return word.replace(/ies$/i, "y");
  if (/(?:ss|x|ch|sh|[bnrpt]us|ias)es$/i.test(word)) return word.slice(0, -2);
  return word.replace(/s$/i, "");
}

/** True for the beginning of a word in a name: "people" of "people", "work_people" and "workPeople". */
function startsWord(name: string, at: number): boolean {
  return at === 0 || /[^A-Za-z][A-Za-z]|[a-z][A-Z]/.test(name.slice(at - 1, at + 1));
}

/** A noun with its article: "an event", "a user". */
export function article(noun: string): string {
  return `${/^(?!u(ni|se|ti))[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** Noun for the subject of an action: "invoice" for "/invoices/{invoice_id}:issue", "execution" for "/executions:search". */
export function nameSubject(path: string): string {
  const collection = /^(.*)\/\{[^{}]*\}/.exec(path)?.[1] ?? path;
  return singular(collection.replace(/:[^/]*$/, ""));
}
