import type { Json } from "../../contracts/index.ts";
import type { Verdict } from "../model/change.ts";
import type { Principle } from "../profile/criterion.ts";
import type { QuestionId } from "../verdicts/questions.ts";
import type { Place } from "./parts.ts";
import type { GraphqlRuleId } from "./rules.ts";

/** Where the revision has the place of a difference. */
export function placeAfter({ place, heir }: Pick<Found, "place" | "heir">): Place {
  return heir === undefined ? place : { ...place, type: heir };
}

/** One difference of two schemas, at its place. */
export interface Found {
  readonly rule: GraphqlRuleId;
  readonly place: Place;
  /** What the type of the place is called in the revision, where it was renamed. */
  readonly heir?: string;
  readonly message: string;
  readonly before?: Json;
  readonly after?: Json;
  /** Where it differs from the rule's own. */
  readonly verdict?: Verdict;
  readonly principle?: Principle;
  /** Open questions that decide in place of both: the worst of their answers. */
  readonly questions?: readonly QuestionId[];
}
