import { type Contract, type Operation, isJson } from "../../contracts/index.ts";
import type { Covering } from "./covering.ts";
import { type RequestParts, isTextMedia, toParameterKey, requestMedia, writeRequest } from "./wire.ts";

/** Requests that lack a required parameter or the body, and one whose body cannot be parsed. */
export function coveringWithout(contract: Contract, operation: Operation, parts: RequestParts): readonly Covering[] {
  const media = requestMedia(operation);
  const parameters = operation.parameters
    .filter(({ in: place, required }) => required && (place === "query" || place === "header"))
    .map((parameter) => {
      const { [toParameterKey(parameter)]: _, ...others } = parts.parameters;
      const request = writeRequest(contract, operation, { ...parts, parameters: others });
      return {
        label: `${parameter.in} /${parameter.name} required`,
        sent: { within: parameter.in, pointer: `/${parameter.name}`, keyword: "required" },
        basis: parameter.basis,
        place: `${parameter.in} /${parameter.name}`,
        name: parameter.name,
        request,
      };
    });
  if (!media || isTextMedia(media.mediaType)) return parameters;
  const { body: _, ...without } = parts;
  const malformed = {
    label: "body malformed JSON",
    place: "body",
    name: "",
    request: writeRequest(contract, operation, { ...without, rawBody: '{"a":' }),
  };
  const broken = isJson(media.mediaType) ? [malformed] : [];
  if (!operation.body?.required) return [...parameters, ...broken];
  const { basis } = operation.body;
  const noBody = {
    label: "body required",
    sent: { within: "body", pointer: "", keyword: "required" },
    basis,
    place: "body",
    name: "",
    request: writeRequest(contract, operation, without),
  };
  return [...parameters, ...broken, noBody];
}
