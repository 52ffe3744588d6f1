import { type Contract, joinPointer, locate } from "../../contracts/index.ts";
import type { Fault } from "../model/change.ts";
import { type DateKeyword, hasUnreadable, readLifeAtPointer } from "../model/life.ts";
import { type CompatProfile, cited } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { datedParts } from "./dated-parts.ts";
import { enclosing } from "./place.ts";

/** Faults for the dates of a document that cannot be read. */
export function findUnreadableDates(contract: Contract, profile: CompatProfile = defaultProfile): Fault[] {
  if (!hasUnreadable(contract.document)) return [];
  const found = datedParts(contract)
    .flatMap(({ pointer }) => enclosing(contract, pointer))
    .flatMap((pointer) =>
      readLifeAtPointer(contract.document, pointer).unreadable.map(
        (keyword) => [joinPointer(pointer, keyword), keyword] as const,
      ),
    );
  return [...new Map(found)].map(([pointer, keyword]) => ({
    code: "unreadable-date",
    ...citeDateClause(keyword, profile),
    message: `The date of ${keyword} cannot be read, and is ignored: write a day such as 2026-01-31`,
    at: locate(contract, pointer),
  }));
}

/** Clause that requires a date. */
export function citeDateClause(keyword: DateKeyword, profile: CompatProfile): Pick<Fault, "section"> {
  return cited(profile, principleCriterion(keyword === "x-published" ? "support" : "notice"));
}
