import type { Json } from "../../contracts/index.ts";
import type { Verdict } from "../change.ts";
import type { QuestionId } from "../policy/questions.ts";
import type { Place } from "./parts.ts";
import type { GraphqlRuleId } from "./rules.ts";

/** One difference of two schemas, at its place. */
export interface Found {
  readonly rule: GraphqlRuleId;
  readonly place: Place;
  readonly message: string;
  readonly before?: Json;
  readonly after?: Json;
  /** Where it differs from the rule's own. */
  readonly verdict?: Verdict;
  readonly section?: string;
  /** Open questions that decide in place of both: the worst of their answers. */
  readonly questions?: readonly QuestionId[];
}
