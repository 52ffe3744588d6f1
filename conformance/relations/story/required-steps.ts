import { decodeSegment } from "../../../contracts/index.ts";
import type { Exchange } from "../../model/exchange.ts";

/**
 * Earlier steps that an exchange about an item depends on: creates of the item and its parents, and requests to them.
 * Steps about other items and refused creates are omitted. An exchange about a collection depends on all steps. If
 * `rests` names the steps, only these, the creates and the last earlier change are kept.
 */
export function requiredSteps(
  exchange: Exchange,
  steps: readonly Exchange[],
  rests?: readonly Exchange[],
): readonly Exchange[] {
  const segments = segmentsOf(exchange.request.path);
  const makers = steps.filter(
    (step) =>
      isAbove(segmentsOf(step.request.path), segments) && made(step, segments[segmentsOf(step.request.path).length]),
  );
  // Without a known create of the item, any step may have created it.
  const isKnown = makers.some((step) => segmentsOf(step.request.path).length === segments.length - 1);
  const about = isKnown ? steps.filter((step) => makers.includes(step) || isAbout(step)) : steps;
  if (!rests) return about;
  const begin = steps.findIndex((step) => rests.includes(step));
  const earlier = about.filter((step) => begin < 0 || steps.indexOf(step) < begin);
  const change = isKnown ? earlier.findLast((step) => !makers.includes(step) && isChange(step)) : undefined;
  return steps.filter((step) => step === change || rests.includes(step) || makers.includes(step));

  function isAbout(step: Exchange): boolean {
    const path = segmentsOf(step.request.path);
    // Requests to the collection list or create other items.
    const isCollection = makers.some((maker) => isSame(segmentsOf(maker.request.path), path));
    return !isCollection && (isAbove(path, segments) || isAbove(segments, path) || isSame(segments, path));
  }
}

/** True for a successful write by the usual identity. Steps of foreign identities are kept only if `rests` names them. */
function isChange({ request, response, as }: Exchange): boolean {
  return (
    !as && request.method !== "GET" && request.method !== "HEAD" && response.status >= 200 && response.status < 300
  );
}

/** True for a POST whose response shows the path segment as an id, or whose Location contains it. */
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

/** True for a proper prefix of the other path. */
function isAbove(path: readonly string[], other: readonly string[]): boolean {
  return path.length < other.length && path.every((segment, at) => segment === other[at]);
}

function isSame(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && path.every((segment, at) => segment === other[at]);
}
