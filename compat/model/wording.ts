import { type Basis, type Json, shortenText } from "../../contracts/index.ts";

export { printableText } from "../../contracts/index.ts";
export { cut } from "../../formats/index.ts";

const MAX_QUOTED = 120;
const MOST = 8;

/** Text from a document, in quotes and cut to a readable length. */
export function quote(value: Json): string {
  return cutLongText(JSON.stringify(value));
}

/** Text cut to a readable length. */
export function cutLongText(text: string): string {
  return shortenText(text, MAX_QUOTED);
}

/** Values as the subject of a sentence: '"a" was', '"a", "b" and 3 more were'. */
function joinWithVerb(values: readonly Json[]): string {
  const named = values.slice(0, MOST).map(quote).join(", ");
  const more = values.length > MOST ? ` and ${values.length - MOST} more` : "";
  return `${named}${more} ${values.length === 1 ? "was" : "were"}`;
}

/** Message for values of an enum: 'Enum value "a" was removed from property "kind"'. */
export function enumMessage(values: readonly Json[], edit: "added to" | "removed from"): (part: string) => string {
  return (part) => `Enum ${values.length === 1 ? "value" : "values"} ${joinWithVerb(values)} ${edit} ${part}`;
}

/** Change of the basis of a part, or of some values of its enum: 'The basis of value "a" of the body changed …'. */
export function basisMessage(
  values: readonly Json[] | undefined,
  [before, after]: readonly [Basis, Basis],
): (part: string) => string {
  const named = values ? `${values.length === 1 ? "value" : "values"} ${andList(values)} of ` : "";
  return (part) => `The basis of ${named}${part} changed from ${before} to ${after}`;
}

/** Message for a part of the base that the revision cannot read. */
export function unreadableMessage(reason: string): (part: string) => string {
  return (part) => `${capital(part)} can no longer be read: ${reason}`;
}

/** Remedy for such a part. */
export const unreadableRemedy = "The remedy is to correct it: the changes there are reported then";

/** Values joined with "or": '"a", "b" or "c"'. */
export function orList(values: readonly Json[]): string {
  return joinValues(values, "or");
}

/** Values joined with "and": '"a", "b" and "c"'. */
export function andList(values: readonly Json[]): string {
  return joinValues(values, "and");
}

function joinValues(values: readonly Json[], word: "and" | "or"): string {
  const named = values.slice(0, MOST).map(quote);
  const last = values.length > MOST ? `${values.length - MOST} more` : named.pop();
  if (last === undefined) return "nothing";
  if (named.length === 0) return last;
  return `${named.join(", ")} ${word} ${last}`;
}

/** Name of the part at a path of an exchange: 'property "name"', 'items of property "tags"', "the body". */
export function partName(path: string, operation: string): string {
  if (path === "") {
    if (operation === "") return "the API";
    return `operation "${operation}"`;
  }
  if (path === "body") return "the body";
  const item = findLastItems(path);
  if (item !== "") {
    const whole = path.slice(0, -item.length);
    return `${insideName(item)} of ${partName(whole, operation)}`;
  }
  const [, around = "", name, quotedName] = /^(.*?)(?:\.([\w$@-]+)|\[(".*")\])$/s.exec(path) ?? [];
  if (name === undefined && quotedName === undefined) return quote(path);
  const text = quotedName ?? quote(name ?? "");
  if (around === "header" || around.endsWith(":header")) return `header ${text}`;
  if (["query", "path", "cookie"].includes(around)) return `parameter ${text} (${around})`;
  return `property ${text}`;
}

/** Name of the values at item or member steps. A position of a tuple is named by its index. */
function insideName(item: string): string {
  if (/\d/.test(item) && item.startsWith("[")) return `item ${item}`;
  if (item.startsWith("[")) return "items";
  if (item === ".*") return "members";
  return `members ${item.slice(1)}`;
}

/** Item or member steps at the end of a path, such as "[0][]", ".*" or "./pattern/"; empty if they are the whole path. */
function findLastItems(path: string): string {
  if (path.endsWith("/")) {
    const at = path.indexOf("./", 1);
    if (at > 0 && at < path.length - 2) return path.slice(at);
    return "";
  }
  if (path.endsWith(".*")) return path.length > 2 ? ".*" : "";
  let start = path.length;
  for (let at = start; at > 0 && /^(?:\[\d*\])?$/.test(path.slice(at, start)); at = path.lastIndexOf("[", start - 1))
    start = at;
  return path.slice(start);
}

/** A sentence with a capital letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The step to a property in a path: ".name", or '["odd name"]'. */
export function propertyStep(name: string): string {
  if (/^[\w$@-]+$/.test(name)) return `.${name}`;
  return `[${quote(name)}]`;
}

/** Name of a webhook: "POST order.created". */
export function webhookName({ method, name }: { readonly method: string; readonly name: string }): string {
  return `${method} ${name}`;
}
