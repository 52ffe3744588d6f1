import { toHar } from "../../formats/index.ts";
import type { Archive } from "../archive/archive.ts";
import type { Judgement } from "./judgement.ts";
import { counted } from "../model/counted.ts";

/** Exchanges of a run as an HTTP Archive (HAR 1.2), with their purpose. */
export function renderHar(
  archive: Archive | undefined,
  { outcomes = [], leftovers = [] }: Pick<Judgement, "outcomes" | "leftovers"> = {},
): string {
  const untested = outcomes.flatMap(({ operation, message }) => (message === null ? [] : [`${operation}: ${message}`]));
  const comment = [
    ...((archive && [describeOmissions(archive)]) ?? []),
    ...(untested.length > 0 ? [`No request succeeded: ${untested.join("; ")}`] : []),
    ...leftovers,
  ].filter((note) => note !== undefined);
  return `${JSON.stringify(toHar(archive?.entries() ?? [], comment.length > 0 ? comment.join(". ") : undefined))}\n`;
}

/** Note on exchanges that the archive omits. Undefined if it is complete. */
export function describeOmissions(archive: Archive): string | undefined {
  const omitted = archive.omitted();
  if (omitted === 0) return undefined;
  return `The archive leaves out ${counted(omitted, "exchange")}: it has those that show a finding, and the first of each operation and status`;
}
