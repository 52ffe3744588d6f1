import {
  type Basis,
  type Contract,
  type Schema,
  type Validate,
  statedValidatorOf,
  validatorOf,
} from "../../contracts/index.ts";
import type { MockResponse } from "../model/exchange.ts";
import type { RequestViolation } from "../model/problem.ts";

/** Header that names the places of a request that violate assumed constraints only. Such a request is accepted. */
const HEADER = "concord-assumed-violations";

/** Maximum number of places in the header, and of characters of each. Many clients reject a long header. */
const MOST_NAMED = 20;
const LONGEST_PLACE = 200;

/** Number of percent-encoded characters after which no further place is added. */
const LONGEST_HEADER = 4096;

/** Violations of a part of a request: those that refuse it, or else those that are only reported. */
interface Judgement {
  readonly refusing: ReturnType<Validate>;
  readonly assumed: ReturnType<Validate>;
}

const valid: Judgement = { refusing: [], assumed: [] };

/**
 * Judges the values of a request by one schema. `basis` is the standing that the schema inherits from the parameter or
 * media type around it. The relaxed schema is compiled when the first value violates the whole one.
 */
export function createJudge(
  contract: Contract,
  schema: Schema,
  basis: Basis,
  strictAssumed: boolean,
): (value: unknown) => Judgement {
  const validate = validatorOf(contract, schema.pointer, "request");
  let validateStated: Validate | undefined;
  return (value) => {
    const found = validate(value);
    if (found.length === 0) return valid;
    if (strictAssumed) return { refusing: found, assumed: [] };
    const stated = (validateStated ??= statedValidatorOf(contract, schema, basis, "request"))(value);
    // After a check that exceeds the budget, no other check can run. The first one is the reason.
    const refusing = isUnchecked(stated) && isUnchecked(found) ? found : stated;
    return refusing.length > 0 ? { refusing, assumed: [] } : { refusing, assumed: found };
  };
}

function isUnchecked(violations: ReturnType<Validate>): boolean {
  return violations.some(({ keyword }) => keyword === "unchecked");
}

/** Response to a request that violates assumed constraints, with a header that names the places. */
export function withAssumedViolations(response: MockResponse, violations: readonly RequestViolation[]): MockResponse {
  const shown = new Set<string>();
  let length = 0;
  for (const violation of violations) {
    const place = placeOf(violation);
    if (shown.has(place)) continue;
    const isFull = shown.size === MOST_NAMED || length > LONGEST_HEADER;
    shown.add(isFull ? "..." : place);
    if (isFull) break;
    length += place.length;
  }
  return { ...response, headers: { ...response.headers, [HEADER]: [...shown].join(", ") } };
}

/** Place such as "body /sections/0/name". Characters that a header cannot hold are percent-encoded. */
function placeOf({ in: place, pointer, member }: RequestViolation): string {
  const whole = member === undefined ? pointer : `${pointer}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const named = whole.length > LONGEST_PLACE ? `${whole.slice(0, LONGEST_PLACE)}...` : whole;
  return `${place} ${encodeURI((named === "" ? "/" : named).toWellFormed()).replaceAll(",", "%2C")}`;
}
