import { type Change, type WitnessRequest, placeIn, stepsIn } from "../../compat/index.ts";
import { type Contract, createRouter, tokensOf } from "../../contracts/index.ts";
import { type Answer, type Violation, lineOf, violationText } from "./answer.ts";

/**
 * What an answer of some contracts says of the part that a change is about: other changes of the same operation may be
 * refused as well. Where it says nothing of it but refuses, undefined.
 */
export function lineAbout(change: Change, answer: Answer, contracts: readonly Contract[]): string | undefined {
  const { status, line, isRefused, violations } = answer;
  if (!isRefused) return line;
  const error = change.rule.startsWith("graphql-") ? errorAbout(change, answer) : undefined;
  if (error !== undefined) return lineOf(status, error);
  const violation = violations.find((one) => isAbout(change, one, contracts));
  if (violation) return lineOf(status, violationText(violation));
  if (violations.length > 0) return undefined;
  return isUnasked(change, status) ? undefined : line;
}

/** What GraphQL says of the part that a change is about: it quotes names, and then others that may have been meant. */
function errorAbout({ operation, path }: Change, { errors }: Answer): string | undefined {
  const name = /\w+/.exec(path)?.[0] ?? operation.split(".").at(-1) ?? "";
  return errors.find((error) => {
    const quotes = error.replace(/ Did you mean .*/, "").matchAll(/"([^"]*)"/g);
    return [...quotes].some(([, quote = ""]) => quote.split(/\W+/).includes(name));
  });
}

/** Whether a refusal that names no part is for something else than a change is about. */
function isUnasked({ rule, path, direction }: Change, status: number): boolean {
  if (status === 401 || status === 403) return !rule.startsWith("security-");
  if (status === 415) return !path.startsWith("body") || direction === "response";
  return false;
}

/** Whether a request breaks the contract where a change is, around it or within it. */
function isAbout(change: Change, violation: Violation, contracts: readonly Contract[]): boolean {
  const { path: told, direction, witness } = change;
  const { at = told } = witness ?? {};
  // A status that is gone is asked for by a header, and by nothing else of a request.
  if (told === "") return direction !== "response" || violation.pointer.startsWith("/prefer/");
  // What encloses a part says less than the part; else it is another place where the same part stands.
  const path = placeAmong(contracts, witness?.request, told.startsWith(at) || !inRequests.has(placeOf(at)) ? told : at);
  const place = placeOf(path);
  if (place !== violation.in || isInPartHeader(path)) return false;
  // Each side calls what its paths have by names of its own.
  if (place === "path") return true;
  const isSame = place === "header" ? sameHeader : (one: string, other: string) => one === other;
  const steps = stepsIn(path.slice(place.length)) ?? [];
  const names = [...tokensOf(violation.pointer), ...(violation.member === undefined ? [] : [violation.member])];
  return steps
    .slice(0, names.length)
    .every((step, index) => !("name" in step) || step.isAny || isSame(step.name, names[index] as string));
}

/** Where some contracts have what stands at a path of a request. */
function placeAmong(contracts: readonly Contract[], request: WitnessRequest | undefined, path: string): string {
  const [sent = ""] = request?.path.split("?") ?? [];
  if (!request || !path.startsWith("query")) return path;
  for (const contract of contracts) {
    const match = createRouter(contract.operations).match(request.method, sent);
    if (match && "operation" in match) return placeIn(contract, match.operation, path);
  }
  return path;
}

/** Whether a path leads to a header of a part, which mocks do not look at: "body.file:header.x-kind". */
export function isInPartHeader(path: string): boolean {
  return /:header[.[]/.test(path);
}

const inRequests: ReadonlySet<string> = new Set(["body", "query", "path", "header", "cookie"]);

/** "body" of "body.items[].name". */
function placeOf(path: string): string {
  return /^\w*/.exec(path)?.[0] ?? "";
}

function sameHeader(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
