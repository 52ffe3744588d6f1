import type { Traffic } from "../mock-factory.ts";

/** Calls of a run under a fault, and of the run without faults. */
export interface TrafficOfRuns {
  readonly traffic: Traffic;
  readonly without: Traffic;
}

/** Path of a URL without its query. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] as string;
}
