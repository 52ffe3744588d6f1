import { decodeSegment } from "../../../contracts/index.ts";
import type { Exchange } from "../../model/exchange.ts";

/**
 * Of the steps before an exchange about one item, those that the item is as it is by: what made it and what it is
 * below, and what was done to it or to what it is below. Another item that a story made to compare with, and a making
 * that was refused, are left out. An exchange with a whole collection rests on all that was done there. Where it is
 * known on what it rests, all else is left out but the last change before that.
 */
export function restingOn(
  exchange: Exchange,
  steps: readonly Exchange[],
  rests?: readonly Exchange[],
): readonly Exchange[] {
  const own = segmentsOf(exchange.request.path);
  const makers = steps.filter(
    (step) => isAbove(segmentsOf(step.request.path), own) && made(step, own[segmentsOf(step.request.path).length]),
  );
  // Nothing is known to have made it: it may be any.
  const isKnown = makers.some((step) => segmentsOf(step.request.path).length === own.length - 1);
  const about = isKnown ? steps.filter((step) => makers.includes(step) || isAbout(step)) : steps;
  if (!rests) return about;
  const begin = steps.findIndex((step) => rests.includes(step));
  const earlier = about.filter((step) => begin < 0 || steps.indexOf(step) < begin);
  const change = isKnown ? earlier.findLast((step) => !makers.includes(step) && isChange(step)) : undefined;
  return steps.filter((step) => step === change || rests.includes(step) || makers.includes(step));

  function isAbout(step: Exchange): boolean {
    const path = segmentsOf(step.request.path);
    // A collection above it: what is listed or made there is not it.
    const isCollection = makers.some((maker) => isSame(segmentsOf(maker.request.path), path));
    return !isCollection && (isAbove(path, own) || isAbove(own, path) || isSame(own, path));
  }
}

/** What somebody else did is told where something rests on it. */
function isChange({ request, response, as }: Exchange): boolean {
  return (
    !as && request.method !== "GET" && request.method !== "HEAD" && response.status >= 200 && response.status < 300
  );
}

/** Whether an answer to a POST shows a segment of a path as an id or leads there. */
function made({ request, response }: Exchange, segment: string | undefined): boolean {
  if (segment === undefined || request.method !== "POST" || response.status > 299) return false;
  const id = decodeSegment(segment) ?? segment;
  const isLedTo = segmentsOf(response.headers["location"] ?? "").includes(segment);
  return (
    isLedTo ||
    response.body.includes(JSON.stringify(id)) ||
    (/^\d+$/.test(id) && new RegExp(`:\\s*${id}\\b`).test(response.body))
  );
}

function segmentsOf(path: string): readonly string[] {
  return (path.split("?", 1)[0] as string).split("/");
}

/** Whether a path is a beginning of another one, and not the whole. */
function isAbove(path: readonly string[], other: readonly string[]): boolean {
  return path.length < other.length && path.every((segment, at) => segment === other[at]);
}

function isSame(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && path.every((segment, at) => segment === other[at]);
}
