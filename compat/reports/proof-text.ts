import { type Json, isJson, writeForm } from "../../contracts/index.ts";
import type { Change, Witness, WitnessPart, WitnessRequest } from "../model/change.ts";
import { type Step, stepsIn } from "../witness/steps.ts";
import { cut } from "../model/wording.ts";
import { abbreviated } from "./abbreviated.ts";
import { abbreviatedPairs } from "./abbreviated-pairs.ts";

/** Characters of a value, and of each part of a request. */
const ROOM = 200;

/**
 * The proof of a change in one line. A path, a header, a body and a value each have about `ROOM` characters: the member
 * that decides is always there, only the end of a value that is itself longer is cut.
 */
export function proofText({ path, direction }: Change, { shows, value, at = path, request }: Witness): string {
  const parts = [
    ...(request ? [requestText(request, path)] : []),
    ...(value === undefined || (at === "body" && request?.body !== undefined && shows === "refused")
      ? []
      : [
          at === "status"
            ? `status ${String(value)}`
            : `${abbreviated(value, stepsFrom(at, path), ROOM)}${at === "" ? "" : ` at ${at}`}`,
        ]),
  ];
  const verb = direction === "webhook" ? "send" : "answer";
  const proof = {
    refused: "accepted by the base, refused by the revision",
    unexpected: `the revision may ${verb} it, the base may not`,
    gone: "part of the base, not of the revision",
  }[shows];
  if (parts.length === 0) return proof;
  const isAnswer =
    at.startsWith("status") ||
    (direction !== "webhook" && (shows === "unexpected" || (shows === "gone" && direction === "response")));
  return `${proof}: ${parts.join(request && isAnswer ? " answered with " : ", with ")}`;
}

/** A request as a curl line has it: what is from a document is quoted. */
function requestText({ method, path, headers, body, text, parts = [] }: WitnessRequest, changed: string): string {
  const [type = ""] = (headers["content-type"] ?? "application/json").split(";");
  return [
    `${method} ${targetText(path, stepsFrom("query", changed))}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${cut(value, ROOM)}`)}`),
    ...(body === undefined ? [] : [bodyText(type, { body, text }, stepsFrom("body", changed))]),
    ...parts.flatMap(partTypeText),
  ].join(" ");
}

/** Path and query of a request, each abbreviated by itself. */
function targetText(target: string, steps: readonly Step[]): string {
  const [path = "", ...rest] = target.split("?");
  const query = rest.join("?");
  return cut(path, ROOM) + (query === "" ? "" : `?${abbreviatedPairs(query, steps, ROOM)}`);
}

/** `("file" as "image/png")`: of a part that says its type. */
function partTypeText({ name, headers }: WitnessPart): readonly string[] {
  const type = headers["content-type"];
  return type === undefined ? [] : [`(${JSON.stringify(name)} as ${JSON.stringify(type)})`];
}

/** The body of a request, as it is sent; a body that is neither JSON nor text by itself is written as JSON. */
function bodyText(
  type: string,
  { body, text }: { readonly body: Json; readonly text: string | undefined },
  steps: readonly Step[],
): string {
  if (text !== undefined || type === "application/x-www-form-urlencoded")
    return `-d ${inShell(abbreviatedPairs(text ?? writeForm(body), steps, ROOM))}`;
  if (isJson(type)) return `-d ${inShell(abbreviated(body, steps, ROOM))}`;
  return typeof body === "string"
    ? `-d ${inShell(cut(body, ROOM))}`
    : `with a body that says ${abbreviated(body, steps, ROOM)}`;
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The steps from one place of an exchange to another below it; none where it is not below. */
function stepsFrom(at: string, path: string): readonly Step[] {
  const place = at.replace(/^status \S+ ?/, "");
  return path.startsWith(place) ? (stepsIn(path.slice(place.length)) ?? []) : [];
}
