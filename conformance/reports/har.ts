import { harOf } from "../../contracts/index.ts";
import type { Archive } from "../archive/archive.ts";
import { counted } from "./verdict.ts";

/** The exchanges of a run as an HTTP Archive (HAR 1.2), with what each was for. */
export function renderHar(archive: Archive | undefined): string {
  return `${JSON.stringify(harOf(archive?.entries() ?? [], archive && noteOf(archive)))}\n`;
}

/** What is not in an archive; nothing where all is. */
export function noteOf(archive: Archive): string | undefined {
  const omitted = archive.omitted();
  if (omitted === 0) return undefined;
  return `The archive leaves out ${counted(omitted, "exchange")}: it has those that show a finding, and the first of each operation and status`;
}
