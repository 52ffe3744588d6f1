/** Noun for an item of a collection: "reading" for "/v2/metering/readings". */
export function singular(collection: string): string {
  const last = collection.split("/").findLast((part) => /^\w/.test(part)) ?? "item";
  return last.replace(/ies$/, "y").replace(/s$/, "").replaceAll(/\W/g, "_");
}

/** A noun with its article: "an event", "a user". */
export function article(noun: string): string {
  return `${/^(?!u(ni|se|ti))[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** Noun for the subject of an action: "invoice" for "/invoices/{invoice_id}:issue", "execution" for "/executions:search". */
export function subjectOf(path: string): string {
  const collection = /^(.*)\/\{[^{}]*\}/.exec(path)?.[1] ?? path;
  return singular(collection.replace(/:[^/]*$/, ""));
}
