import { type Json, isJson, writeForm } from "../../contracts/index.ts";
import type { Change, Played, Witness, WitnessPart, WitnessRequest } from "../change.ts";
import { type Step, stepsIn } from "../witness/steps.ts";
import { abbreviated } from "./abbreviated.ts";

/** Characters that a value, or the body of a request, may take. */
const ROOM = 200;

/** What proves a change, in about 500 characters: the member that decides is never cut. */
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

/** What two mocks answered to a proof. */
export function playedText(played: Played): string {
  if ("unplayed" in played) return `not played: ${played.unplayed}`;
  const { base, revision, confirmed, request } = played;
  const sent = request ? `to ${requestText(request, "")} ` : "";
  return `${confirmed ? "confirmed" : "not confirmed"}: ${sent}the base answers ${base}, the revision ${revision}`;
}

/** A request as a curl line has it: what is from a document is quoted. */
function requestText({ method, path, headers, body, text, parts = [] }: WitnessRequest, changed: string): string {
  const [type = ""] = (headers["content-type"] ?? "application/json").split(";");
  return [
    `${method} ${path}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === undefined
      ? []
      : [text === undefined ? bodyText(type, body, stepsFrom("body", changed)) : `-d ${inShell(text)}`]),
    ...parts.flatMap(partTypeText),
  ].join(" ");
}

/** `("file" as "image/png")`: of a part that says its type. */
function partTypeText({ name, headers }: WitnessPart): readonly string[] {
  const type = headers["content-type"];
  return type === undefined ? [] : [`(${JSON.stringify(name)} as ${JSON.stringify(type)})`];
}

/** A body as it is sent; what is neither JSON nor text by itself is told as JSON. */
function bodyText(type: string, body: Json, steps: readonly Step[]): string {
  if (type === "application/x-www-form-urlencoded") return `-d ${inShell(formText(body, steps))}`;
  if (isJson(type)) return `-d ${inShell(abbreviated(body, steps, ROOM))}`;
  return typeof body === "string" ? `-d ${inShell(body)}` : `with a body that says ${abbreviated(body, steps, ROOM)}`;
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The steps from one place of an exchange to another below it; none where it is not below. */
function stepsFrom(at: string, path: string): readonly Step[] {
  const place = at.replace(/^status \S+ ?/, "");
  return path.startsWith(place) ? (stepsIn(path.slice(place.length)) ?? []) : [];
}

/** A form, of which long fields are left out; never the one that decides. */
function formText(body: Json, [step]: readonly Step[]): string {
  const form = writeForm(body);
  if (form.length <= ROOM) return form;
  const decides = (pair: string): boolean =>
    step !== undefined && "name" in step && pair.startsWith(encodeURIComponent(step.name));
  return form
    .split("&")
    .map((pair) => (pair.length <= 40 || decides(pair) ? pair : "…"))
    .filter((pair, index, all) => pair !== "…" || all[index - 1] !== "…")
    .join("&");
}
