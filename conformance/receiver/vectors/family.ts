import type { Topic } from "../../model/citations.ts";
import type { Vector } from "./vector.ts";

/** Vector as listed in the file of its family, which adds the family and a default topic. */
export type Member = Omit<Vector, "family" | "topic"> & Partial<Pick<Vector, "topic">>;

/** Vectors of one family, with the topic of those that name none. */
export function family(name: string, topic: Topic, members: readonly Member[]): readonly Vector[] {
  return members.map((member) => ({ family: name, topic, ...member }));
}
