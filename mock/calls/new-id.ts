import { seededHex } from "../../contracts/generate/index.ts";
import type { Call } from "./call.ts";

/** Unique id in the organization: a prefix, and digits that derive from the seed. */
export async function newId(
  { store, world: { organization }, seed }: Pick<Call, "store" | "world" | "seed">,
  prefix: string,
): Promise<string> {
  const counter = await store.next(organization);
  return `${prefix}_${seededHex(`${prefix} ${seed} ${organization} ${counter}`, 12)}`;
}
