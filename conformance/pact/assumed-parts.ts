import { type Contract, type Operation, type Webhook, isJson, findResponse } from "../../contracts/index.ts";
import { selectPactMedia } from "./check/content-types.ts";
import { placeInBody, placeOfNode, placesOfBody } from "./check/contract-place.ts";
import type { ContractPlace } from "./finding.ts";
import type { Interaction } from "./interaction.ts";

/**
 * Assumed parts of a contract that an interaction depends on: the operation, sent parameters, the response, and
 * expected fields. Parts below an assumed part are not listed.
 */
export function listAssumedParts(
  contract: Contract,
  owner: Operation | Webhook,
  interaction: Interaction,
): ContractPlace[] {
  if (owner.basis === "assumed") return [placeOfNode(owner)];
  if (interaction.kind === "message")
    return ofBody(owner.body?.content.find(({ mediaType }) => isJson(mediaType))?.schema, interaction.content);
  if (interaction.kind !== "http" || !("id" in owner)) return [];
  const { request, response } = interaction;
  const sent = new Set(new URLSearchParams(request.query).keys());
  const parameters = owner.parameters.filter(
    ({ name, in: place, basis }) =>
      basis === "assumed" &&
      (place === "query" ? sent.has(name) : place === "header" && name.toLowerCase() in request.headers),
  );
  const documented = findResponse(owner, response.status);
  if (!documented) return parameters.map(placeOfNode);
  if (documented.basis === "assumed") return [...parameters, documented].map(placeOfNode);
  const media = selectPactMedia(documented, response.headers["content-type"]);
  return [...parameters.map(placeOfNode), ...ofBody(media?.schema, response.body)];

  function ofBody(
    schema: Parameters<typeof placesOfBody>[1] | undefined,
    body: Parameters<typeof placesOfBody>[2] | undefined,
  ) {
    if (!schema || body === undefined) return [];
    const places = placesOfBody(contract, schema, body, "response");
    const found: ContractPlace[] = [];
    const covered: string[] = [];
    for (const { pointer, standing } of places) {
      if (standing.basis === "stated" || covered.some((above) => pointer.startsWith(`${above}/`) || above === ""))
        continue;
      covered.push(pointer);
      const place = placeInBody(contract, places, pointer);
      if (place && !found.some((other) => other.file === place.file && other.pointer === place.pointer))
        found.push(place);
    }
    return found;
  }
}
