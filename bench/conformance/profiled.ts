import { Session } from "node:inspector/promises";
import { sharesOf } from "./shares.ts";

/** Does something, and tells what its time went to where that is wanted. */
export async function profiled<T>(
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
