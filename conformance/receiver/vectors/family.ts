import type { Vector } from "./vector.ts";

/** A vector as its family's file writes it. */
export type Member = Omit<Vector, "family" | "section"> & Partial<Pick<Vector, "section">>;

/** Vectors of one family, and the section that they are from where they do not say another. */
export function family(name: string, section: string, members: readonly Member[]): readonly Vector[] {
  return members.map((member) => ({ family: name, section, ...member }));
}
