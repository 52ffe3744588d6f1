import { Session } from "node:inspector/promises";
import { sharesOf } from "./shares.ts";

/** Runs work. With `isWanted`, also returns the share of CPU time of each part. */
export async function runProfiled<T>(
  isWanted: boolean,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly shares?: Readonly<Record<string, number>> }> {
  if (!isWanted) return { result: await work() };
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  const result = await work();
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  return { result, shares: sharesOf(profile) };
}
