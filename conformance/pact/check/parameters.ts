import {
  type Contract,
  type Json,
  type Operation,
  type Parameter,
  createParameterReader,
  decodeSegment,
  readQuery,
  parseSelectors,
  validatorOf,
} from "../../../contracts/index.ts";
import { placeOfNode } from "./contract-place.ts";
import type { Finding } from "../finding.ts";
import type { HttpInteraction } from "../interaction.ts";

/** Findings for path, query and headers that the operation does not accept. */
export function parameterFindings(
  contract: Contract,
  operation: Operation,
  { request, pointer }: HttpInteraction,
  path: Readonly<Record<string, string>>,
): Finding[] {
  const pairs = readQuery(request.query);
  const names = new Set([
    ...operation.parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name),
    ...parseSelectors(operation.path).map(({ name }) => name),
    ...operation.security.flat().flatMap(({ in: place, parameter = "" }) => (place === "query" ? [parameter] : [])),
  ]);
  const unknown = [...new Set(pairs.map(([name]) => name))].filter(
    (name) => !names.has(name) && !names.has(name.split("[", 1)[0] ?? "") && !takesAny(operation),
  );
  return [
    ...operation.parameters.flatMap((parameter) => checkPactParameter(parameter)),
    ...unknown.map((name): Finding => ({
      code: "request.query.unknown",
      severity: "warning",
      side: "request",
      message: `${operation.name} has no query parameter "${name}"`,
      remedy: `Leave it out, unless another contract documents it`,
      pact: `${pointer}/request/query`,
      contract: placeOfNode(operation),
    })),
  ];

  function checkPactParameter(parameter: Parameter): Finding[] {
    const { name, in: place, required, schema } = parameter;
    const common = {
      code: `request.${place}`,
      side: "request",
      pact: `${pointer}/request/${place === "header" || place === "cookie" ? "headers" : place}`,
      contract: placeOfNode(parameter),
    } as const;
    const value = readPactParameter(parameter);
    if (value === undefined) {
      if (!required) return [];
      // A pact lists only the headers that matter, but the whole query.
      const isListed = place === "query" || place === "path";
      return [
        {
          ...common,
          severity: isListed ? "error" : "warning",
          message: `The ${place} parameter "${name}" is not sent, and is required`,
          remedy: `Send "${name}" with the request, and say so in the pact`,
        },
      ];
    }
    const isOnce = place === "query" && createParameterReader(contract, parameter).times === "once";
    if (isOnce && pairs.filter(([key]) => key === name).length > 1)
      return [
        {
          ...common,
          severity: "error",
          message: `The query parameter "${name}" is sent several times, and is accepted once`,
          remedy: "Send one value, or all in one as the contract writes a list (style, explode: false)",
        },
      ];
    return validatorOf(
      contract,
      schema.pointer,
      "request",
    )(value).map(({ pointer: inside, expected, got }) => ({
      ...common,
      severity: "error",
      message: `The ${place} parameter "${name}" has${inside === "" ? "" : ` at "${inside}"`} ${got}, expected ${expected}`,
      remedy: `Send ${expected}`,
    }));
  }

  function readPactParameter(parameter: Parameter): Json | undefined {
    const reader = createParameterReader(contract, parameter);
    const { name } = parameter;
    const texts: Record<Parameter["in"], () => string | undefined> = {
      path: () => decodeSegment(path[name] ?? ""),
      header: () => request.headers[name.toLowerCase()],
      cookie: () => parseCookies(request.headers["cookie"]).get(name),
      query: () => undefined,
    };
    if (parameter.in === "query") return reader.fromPairs(pairs);
    const text = texts[parameter.in]();
    if (text === undefined) return undefined;
    return reader.fromText(text);
  }
}

/** True for an object parameter whose members are query parameters of their own. */
function takesAny({ parameters }: Operation): boolean {
  return parameters.some(
    ({ in: place, style, explode, schema }) =>
      place === "query" &&
      style === "form" &&
      explode &&
      typeof schema.value === "object" &&
      schema.value["type"] === "object",
  );
}

function parseCookies(header = ""): Map<string, string> {
  return new Map(
    header.split(/;\s*/).map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
