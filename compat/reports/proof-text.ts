import { type Json, isJson, writeForm } from "../../contracts/index.ts";
import type { Change, Witness, WitnessPart, WitnessRequest } from "../model/change.ts";
import { type Step, parsePathSteps } from "../witness/steps.ts";
import { cut } from "../model/wording.ts";
import { abbreviateJson } from "./abbreviate-json.ts";
import { abbreviateForm } from "./abbreviate-form.ts";

/** Approximate characters of a value, and of each part of a request. */
const PART_CHARACTERS = 200;

/**
 * Proof of a change in one line. Long paths, headers, bodies and values are abbreviated, but always include the member
 * that changed.
 */
export function proofText({ path, direction }: Change, { shows, value, at = path, request }: Witness): string {
  const parts = [
    ...(request ? [requestText(request, path)] : []),
    ...(value === undefined || (at === "body" && request?.body !== undefined && shows === "refused")
      ? []
      : [
          at === "status"
            ? `status ${String(value)}`
            : `${abbreviateJson(value, stepsFrom(at, path), PART_CHARACTERS)}${at === "" ? "" : ` at ${at}`}`,
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

/** Request in the notation of curl. Text from a document is quoted. */
function requestText({ method, path, headers, body, text, parts = [] }: WitnessRequest, changedPath: string): string {
  const [type = ""] = (headers["content-type"] ?? "application/json").split(";");
  return [
    `${method} ${requestTargetText(path, stepsFrom("query", changedPath))}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuoted(`${name}: ${cut(value, PART_CHARACTERS)}`)}`),
    ...(body === undefined ? [] : [formatProofBody(type, { body, text }, stepsFrom("body", changedPath))]),
    ...parts.flatMap(partTypeText),
  ].join(" ");
}

/** Path and query of a request, each abbreviated separately. */
function requestTargetText(target: string, steps: readonly Step[]): string {
  const [path = "", ...rest] = target.split("?");
  const query = rest.join("?");
  return cut(path, PART_CHARACTERS) + (query === "" ? "" : `?${abbreviateForm(query, steps, PART_CHARACTERS)}`);
}

/** Content type of a multipart part: `("file" as "image/png")`. */
function partTypeText({ name, headers }: WitnessPart): readonly string[] {
  const type = headers["content-type"];
  if (type === undefined) return [];
  return [`(${JSON.stringify(name)} as ${JSON.stringify(type)})`];
}

/** Body of a request. Bodies that are neither JSON nor text are shown as JSON. */
function formatProofBody(
  type: string,
  { body, text }: { readonly body: Json; readonly text: string | undefined },
  steps: readonly Step[],
): string {
  if (text !== undefined || type === "application/x-www-form-urlencoded")
    return `-d ${shellQuoted(abbreviateForm(text ?? writeForm(body), steps, PART_CHARACTERS))}`;
  if (isJson(type)) return `-d ${shellQuoted(abbreviateJson(body, steps, PART_CHARACTERS))}`;
  if (typeof body === "string") return `-d ${shellQuoted(cut(body, PART_CHARACTERS))}`;
  return `with the body ${abbreviateJson(body, steps, PART_CHARACTERS)}`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Steps from one path of an exchange to a path below it; empty for other paths. */
function stepsFrom(at: string, path: string): readonly Step[] {
  const place = at.replace(/^status \S+ ?/, "");
  if (path.startsWith(place)) return parsePathSteps(path.slice(place.length)) ?? [];
  return [];
}
