import type { Json } from "../../contracts/index.ts";
import type { Verdict } from "../model/change.ts";
import type { Principle } from "../profile/criterion.ts";
import type { QuestionId } from "../verdicts/questions.ts";
import type { Coordinate } from "./parts.ts";
import type { GraphqlRuleId } from "./rules.ts";

/** Coordinate of a difference in the revision, where its type can have another name. */
export function revisedCoordinate({
  place,
  newTypeName,
}: Pick<GraphqlDifference, "place" | "newTypeName">): Coordinate {
  if (newTypeName === undefined) return place;
  return { ...place, type: newTypeName };
}

/** One difference between two schemas. */
export interface GraphqlDifference {
  readonly rule: GraphqlRuleId;
  readonly place: Coordinate;
  /** Name of the coordinate's type in the revision, if the type was renamed. */
  readonly newTypeName?: string;
  readonly message: string;
  readonly before?: Json;
  readonly after?: Json;
  /** Overrides the verdict of the rule. */
  readonly verdict?: Verdict;
  readonly principle?: Principle;
  /** Open questions of the policy that decide instead. The worst answer counts. */
  readonly questions?: readonly QuestionId[];
}
