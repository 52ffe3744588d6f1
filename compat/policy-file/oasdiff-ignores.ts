import type { Json } from "../../contracts/index.ts";
import type { Change } from "../model/change.ts";
import { oasdiffIds } from "../rules/support/oasdiff-ids.ts";
import type { OasdiffLine, UnconvertedLine } from "./oasdiff-lines.ts";

/** A line of an ignore file, and the changes that it is about. */
interface IgnoredChanges {
  readonly line: OasdiffLine;
  readonly changes: readonly Change[];
}

/** Result of the conversion of an ignore file. */
export interface ConvertedIgnores {
  readonly ignored: readonly IgnoredChanges[];
  readonly unconverted: readonly UnconvertedLine[];
  /** Number of lines that are text for readers: they name no operation. */
  readonly prose: number;
}

/** Finds the changes that each line of an ignore file is about. A line that could be about several is not converted. */
export function convertIgnores(lines: readonly OasdiffLine[], changes: readonly Change[]): ConvertedIgnores {
  const ignored: IgnoredChanges[] = [];
  const unconverted: UnconvertedLine[] = [];
  let prose = 0;
  const coveredOperations = new Map<string, Set<string>>();
  for (const line of lines) {
    const entry = parseIgnoreEntry(line.text);
    if (!entry) prose += 1;
    else if (entry === "components")
      unconverted.push({
        ...line,
        reason: "components are compared where operations use them, and removing one is no change",
      });
    else {
      const found = findIgnoredChanges(entry, changes);
      if (typeof found === "string") unconverted.push({ ...line, reason: found });
      else {
        ignored.push({ line, changes: found });
        for (const { id, operations } of found) {
          const covered = coveredOperations.get(id) ?? new Set();
          for (const name of operations.filter((each) => isNamedOperation(each, entry.operation))) covered.add(name);
          coveredOperations.set(id, covered);
        }
      }
    }
  }
  // A waiver accepts a change in all its operations, and a line accepts it in one.
  const isWholeOperation = ({ id, operations }: Change): boolean =>
    operations.every((name) => coveredOperations.get(id)?.has(name));
  const partly = ignored.filter(({ changes: found }) => !found.every(isWholeOperation));
  for (const { line, changes: found } of partly)
    unconverted.push({
      ...line,
      reason: otherOperationsReason(
        found.filter((change) => !isWholeOperation(change)),
        coveredOperations,
      ),
    });
  return { ignored: ignored.filter((one) => !partly.includes(one)), unconverted, prose };
}

/** Reason why changes that affect further operations have no waiver. */
function otherOperationsReason(changes: readonly Change[], covered: ReadonlyMap<string, ReadonlySet<string>>): string {
  const others = changes.flatMap(({ id, operations }) => operations.filter((name) => !covered.get(id)?.has(name)));
  const ids = changes.map(({ id }) => id).join(", ");
  return `no line ignores the same change (${ids}) in ${[...new Set(others)].slice(0, 5).join(", ")}${others.length > 5 ? ", …" : ""}, and a waiver accepts it there, too`;
}

/** An operation, and the description of a change. */
interface IgnoreEntry {
  /** "GET /pets"; the path alone if the line has no method. */
  readonly operation: string;
  /** Id of oasdiff in brackets, as in its output. */
  readonly id?: string;
  /** Quoted names and values. */
  readonly quoted: readonly string[];
  readonly words: ReadonlySet<string>;
}

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);

/** Entry of a line. Undefined for text without an operation. */
function parseIgnoreEntry(text: string): IgnoreEntry | "components" | undefined {
  if (text.startsWith("#")) return undefined;
  const fields = text.split(/\s+/).map((field) => trimmed(field, "`'\"(", "`'\"),.:;"));
  const isPath = (field: string): boolean => field.startsWith("/");
  const isMethod = (field: string | undefined): boolean => methods.has((field ?? "").toLowerCase());
  const withMethod = fields.findIndex((field, index) => isPath(field) && isMethod(fields[index - 1]));
  const at = withMethod === -1 ? fields.findIndex(isPath) : withMethod;
  const path = fields[at];
  if (path === undefined) {
    if (fields.some((field) => field.toLowerCase() === "components")) return "components";
    return undefined;
  }
  const method = withMethod === -1 ? fields.find(isMethod) : fields[at - 1];
  const [, id] = /\[([a-z0-9-]+)\]/.exec(text) ?? [];
  const rest = text.split(path).join(" ");
  const quoted = [...rest.matchAll(/'([^']*)'|`([^`]*)`|"([^"]*)"/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
  const unquoted = withoutDelimited(rest, ["''", "``", '""', "[]"], " ");
  return {
    operation: `${method === undefined ? "" : `${method.toUpperCase()} `}${path}`.toLowerCase(),
    ...(id !== undefined && oasdiffIds.has(id) && { id }),
    // oasdiff writes none for a format that a schema does not have.
    quoted: quoted.filter((value) => value !== "" && value !== "none"),
    words: new Set((unquoted.toLowerCase().match(/[a-z]+/g) ?? []).map(findSynonym)),
  };
}

/** Text without some characters at its begin and others at its end. */
function trimmed(text: string, atBegin: string, atEnd: string): string {
  let begin = 0;
  let end = text.length;
  while (begin < end && atBegin.includes(text.charAt(begin))) begin++;
  while (end > begin && atEnd.includes(text.charAt(end - 1))) end--;
  return text.slice(begin, end);
}

/** Text in which parts between delimiters, such as "[" and "]", are replaced. */
function withoutDelimited(text: string, delimiters: readonly string[], replacement: string): string {
  const closings = new Map(delimiters.map((pair) => [pair.charAt(0), pair.charAt(1)]));
  let result = "";
  for (let at = 0; at < text.length; at++) {
    const closing = closings.get(text.charAt(at));
    const end = closing === undefined ? -1 : text.indexOf(closing, at + 1);
    // Later parts with this delimiter have no end, either.
    if (closing !== undefined && end < 0) closings.delete(text.charAt(at));
    result += end < 0 ? text.charAt(at) : replacement;
    if (end >= 0) at = end;
  }
  return result;
}

/** Share of the words of an id that a line must contain. */
const LEAST_SHARE = 0.6;

/** The changes of an entry, or the reason why there are none. */
function findIgnoredChanges(
  { operation, id, quoted, words }: IgnoreEntry,
  all: readonly Change[],
): readonly Change[] | string {
  const there = all.filter(({ operations }) => operations.some((name) => isNamedOperation(name, operation)));
  if (there.length === 0) return "nothing changes there between BASE and REVISION";
  const ranked = there
    .filter((change) => (id === undefined || change.oasdiff === id) && hasNames(change, quoted))
    .map((change) => ({ change, share: id === undefined ? computeWordShare(change, words) : 1 }))
    .filter(({ share }) => share >= LEAST_SHARE);
  const best = Math.max(0, ...ranked.map(({ share }) => share));
  const found = ranked.flatMap(({ change, share }) => (share === best ? [change] : []));
  if (found.length === 0) return "no change between BASE and REVISION has this description";
  if (new Set(found.map(({ rule, path }) => `${rule} ${path}`)).size > 1)
    return `it may be about several changes: ${found.map((change) => `${change.rule} (${change.id})`).join(", ")}`;
  return found;
}

function isNamedOperation(name: string, operation: string): boolean {
  const lower = name.toLowerCase();
  return lower === operation || (operation.startsWith("/") && lower.split(" ")[1] === operation);
}

/** Checks if a change is about all quoted names, and about the value at one of them. */
function hasNames(change: Change, quoted: readonly string[]): boolean {
  const { path, status, message, before, after, base, revision } = change;
  const texts = [path, status, message, base?.pointer, revision?.pointer, ...[before, after].flatMap(toTextList)];
  const known = new Set(texts.flatMap((text) => extractNames(text ?? "")));
  const names = quoted.filter((value) => !isMediaType(value));
  const own = listPropertySteps(path.replace(/^(body|query|path|header|cookie)\b/, "")).join("/");
  const isAbout = own === "" || names.some((name) => listPropertySteps(name).join("/") === own);
  const isStatus = (name: string): boolean => /^[1-5](\d\d|xx)$/i.test(name) && own !== "";
  return isAbout && names.every((name) => isStatus(name) || splitQuotedName(name).every((each) => known.has(each)));
}

/** Parts of a quoted name or value, each of which a change must contain. */
function splitQuotedName(name: string): readonly string[] {
  if (Number.isNaN(Number(name))) return listPropertySteps(name).flatMap(extractNames);
  return extractNames(name);
}

/** Names of the properties on the way to a value: "user", "name" for "user/name" and "body.user[].name". */
function listPropertySteps(path: string): readonly string[] {
  return withoutDelimited(path.toLowerCase(), ["[]"], "")
    .split(/[./]/)
    .filter((step) => step !== "" && step !== "items" && !/^(all|any|one)of$/.test(step));
}

/** Names and numbers in a text. oasdiff writes 100 as 100.00. */
function extractNames(text: string): readonly string[] {
  const found = text.toLowerCase().match(/-?\d+\.\d+|[\p{L}\p{N}_$-]+/gu) ?? [];
  return found.map((each) => {
    if (/^-?\d+\.\d+$/.test(each)) return String(Number(each));
    return each;
  });
}

function toTextList(value: Json | undefined): readonly string[] {
  if (value === undefined) return [];
  return [typeof value === "string" ? value : JSON.stringify(value)];
}

function isMediaType(value: string): boolean {
  return /^(application|text|image|audio|video|multipart|font|\*)\/\S+$/.test(value);
}

/** Words for what happens to a part. An id and a description of the same change have one in common. */
const actions: ReadonlySet<string> = new Set(["removed", "added", "changed", "became", "lowered", "raised", "set"]);

/** Share of the words of a change's id that a description contains; 0 if they name different actions. */
function computeWordShare({ oasdiff, rule }: Change, words: ReadonlySet<string>): number {
  const described = new Set([...words].filter((word) => actions.has(word)));
  const shares = [oasdiff ?? rule, rule].map((id) => {
    const parts = id.split("-").map(findSynonym);
    const own = parts.filter((part) => actions.has(part));
    if (own.length > 0 && described.size > 0 && !own.some((part) => described.has(part))) return 0;
    return parts.filter((part) => words.has(part)).length / parts.length;
  });
  return Math.max(...shares);
}

const synonyms: Readonly<Record<string, string>> = {
  deleted: "removed",
  new: "added",
  api: "operation",
  endpoint: "operation",
  path: "operation",
  decreased: "lowered",
  increased: "raised",
};

function findSynonym(word: string): string {
  const known = word.toLowerCase();
  return synonyms[known] ?? known;
}
