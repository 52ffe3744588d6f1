import {
  type Basis,
  type Contract,
  type Schema,
  type Validate,
  createStatedValidator,
  validatorOf,
} from "../../contracts/index.ts";
import type { MockResponse } from "../model/exchange.ts";
import type { RequestViolation } from "../model/problem.ts";

/** Header that names the places of a request that violate assumed constraints only. Such a request is accepted. */
const HEADER = "concord-assumed-violations";

/** Maximum number of places in the header, and of characters of each. Many clients reject a long header. */
const MAX_PLACES = 20;
const MAX_PLACE_LENGTH = 200;

/** Number of percent-encoded characters after which no further place is added. */
const MAX_HEADER_LENGTH = 4096;

/** Violations of a part of a request. `refusing` violations refuse the request, `assumed` ones are only reported. */
interface Judgement {
  readonly refusing: ReturnType<Validate>;
  readonly assumed: ReturnType<Validate>;
}

const valid: Judgement = { refusing: [], assumed: [] };

/**
 * Validates values of a request against one schema. `basis` is the basis of the parameter or media type that contains the
 * schema. The stated part of the schema is compiled when a value first violates the whole schema.
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
    const stated = (validateStated ??= createStatedValidator(contract, schema, basis, "request"))(value);
    // If the first validation exceeds the step budget, the second one cannot run, so the first result applies.
    const refusing = isUnchecked(stated) && isUnchecked(found) ? found : stated;
    if (refusing.length > 0) return { refusing, assumed: [] };
    return { refusing, assumed: found };
  };
}

function isUnchecked(violations: ReturnType<Validate>): boolean {
  return violations.some(({ keyword }) => keyword === "unchecked");
}

/** Response to a request that violates assumed constraints, with a header that names the places. */
export function withAssumedViolations(response: MockResponse, violations: readonly RequestViolation[]): MockResponse {
  const places = new Set<string>();
  let length = 0;
  for (const violation of violations) {
    const place = formatPlace(violation);
    if (places.has(place)) continue;
    const isFull = places.size === MAX_PLACES || length > MAX_HEADER_LENGTH;
    places.add(isFull ? "..." : place);
    if (isFull) break;
    length += place.length;
  }
  return { ...response, headers: { ...response.headers, [HEADER]: [...places].join(", ") } };
}

/** Place such as "body /sections/0/name". Characters that a header cannot hold are percent-encoded. */
function formatPlace({ in: place, pointer, member }: RequestViolation): string {
  const pointerWithMember =
    member === undefined ? pointer : `${pointer}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  const shortened =
    pointerWithMember.length > MAX_PLACE_LENGTH
      ? `${pointerWithMember.slice(0, MAX_PLACE_LENGTH)}...`
      : pointerWithMember;
  return `${place} ${encodeURI((shortened === "" ? "/" : shortened).toWellFormed()).replaceAll(",", "%2C")}`;
}
