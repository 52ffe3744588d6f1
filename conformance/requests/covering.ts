import type { Basis } from "../../contracts/index.ts";
import type { SentPart } from "../model/sent-part.ts";
import type { WireRequest } from "../model/exchange.ts";

/** Request with its difference from the plain request: 'query /limit, above the greatest (maximum)'. */
export interface Covering {
  readonly label: string;
  /** Location and keyword under test. */
  readonly constraint?: string;
  /** The difference. Absent for a body that cannot be parsed. */
  readonly sent?: SentPart;
  /** Basis of the constraint, if a schema states it. */
  readonly basis?: Basis;
  /** Location of the difference: "query /limit". */
  readonly place: string;
  /** Name of the parameter or property at the location: "limit". */
  readonly name: string;
  /** Set if the provider may refuse the request. */
  readonly isDoubtful?: true;
  readonly request: WireRequest;
}

/** Location and pointer of a part: "query /limit" is the member "/limit" of the query. */
export function locatePart(place: string, pointer: string): Pick<SentPart, "within" | "pointer"> {
  const [within = ""] = place.split(" ", 1);
  return { within, pointer: `${place.slice(within.length + 1)}${pointer}` };
}
