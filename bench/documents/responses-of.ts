import type { Plan, ReceivedResponse } from "./exchanges.ts";

/** Recorded responses by method and URL: "GET /v1/orders?limit=20". */
export function responsesOf({ exchanges }: Plan): ReadonlyMap<string, ReceivedResponse> {
  return new Map(
    exchanges.flatMap(({ pairs }) =>
      pairs.map(({ request, response }) => [`${request.method} ${request.url}`, response] as const),
    ),
  );
}
