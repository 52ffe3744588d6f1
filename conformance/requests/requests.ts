import type { SentPart } from "../model/sent-part.ts";
import type { WireRequest } from "../model/exchange.ts";
import fc from "fast-check";
import {
  type Basis,
  type Contract,
  type Json,
  type Operation,
  type Parameter,
  type Router,
  type Schema,
  hasMarkers,
  isJson,
  isPathVariant,
  validatorOf,
  omitUndefined,
} from "../../contracts/index.ts";
import { type Fault, Unsatisfiable, type Values, createValues, guarded } from "../../contracts/generate/index.ts";
import { weakestBasis } from "../model/weakest-basis.ts";
import { ordered } from "./ordered.ts";
import { type References, withReferences } from "./references.ts";
import { findSchemaBasis, basisOfFault } from "../model/schema-basis.ts";
import {
  type RequestParts,
  arrivesInvalid,
  arrivesValid,
  bodyArrivesSame,
  bodyArrivesValid,
  isTextMedia,
  toParameterKey,
  requestMedia,
  validExamples,
  writeRequest,
} from "./wire.ts";

/** Requests that violate the contract in one location. */
interface InvalidRequests {
  /** Location and keyword: "query /limit minimum". */
  readonly fault: string;
  /** The location and keyword. Absent for a body that cannot be parsed. */
  readonly sent?: SentPart;
  /** Basis of the constraint. */
  readonly basis: Basis;
  readonly requests: fc.Arbitrary<WireRequest>;
}

/** Generated requests of an operation. */
export interface Requests {
  /** Valid requests without credentials. Generating may throw `Unsatisfiable`. */
  readonly valid: fc.Arbitrary<WireRequest>;
  /** Valid requests without optional parameters, which are the most likely to succeed. */
  readonly bare: fc.Arbitrary<WireRequest>;
  /** Valid requests with known ids in the path, as far as ids are known. */
  readonly exact: fc.Arbitrary<WireRequest>;
  readonly invalid: readonly InvalidRequests[];
}

/** Values of path parameters that exist on the target, by name. */
export type Known = Readonly<Record<string, Json>>;

/** Weight of a known path value against a weight of one for generated values. */
const KNOWN_WEIGHT = 6;

/** Compiles the arbitraries of an operation's requests. With `isExact`, known path parameters always have their known value. */
export function createRequests(
  contract: Contract,
  operation: Operation,
  router: Router,
  known: Known,
  { isExact = false, references = {} }: { readonly isExact?: boolean; readonly references?: References } = {},
): Requests {
  const values = createValues(contract, "request");
  const valid = validParts({ contract, operation, values, known, references, isExact });
  const bare = valid.map(({ parameters, ...rest }) => ({ ...rest, parameters: requiredOnly(operation, parameters) }));
  const toWire = (parts: RequestParts): WireRequest => writeRequest(contract, operation, parts);
  const reaches = (request: WireRequest): boolean => {
    const match = router.match(request.method, request.path, request.headers);
    if (!match || !("operation" in match)) return false;
    return match.operation === operation || isPathVariant(operation, match.operation);
  };
  let invalid: readonly InvalidRequests[] | undefined;
  return {
    valid: guarded(valid.map(toWire), reaches, `a request to ${operation.name}`),
    bare: guarded(bare.map(toWire), reaches, `a request to ${operation.name}`),
    get exact() {
      const exact = validParts({ contract, operation, values, known, references, isExact: true });
      return guarded(exact.map(toWire), reaches, `a request to ${operation.name}`);
    },
    get invalid() {
      return (invalid ??= brokenOnes());
    },
  };

  function brokenOnes(): readonly InvalidRequests[] {
    const faults = [
      ...parameterFaults(contract, operation, values),
      ...createBodyBreakers(contract, operation, values),
    ];
    return faults.map(({ breakIt, ...broken }) => ({
      ...broken,
      requests: guarded(breakIt(valid).map(toWire), reaches, `${broken.fault} in a request to ${operation.name}`),
    }));
  }
}

interface RequestInputs {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly values: Values;
  readonly known: Known;
  readonly references: References;
  readonly isExact: boolean;
}

function validParts({
  contract,
  operation,
  values,
  known,
  references,
  isExact,
}: RequestInputs): fc.Arbitrary<RequestParts> {
  const members: Record<string, fc.Arbitrary<Json>> = {};
  const required: string[] = [];
  for (const parameter of operation.parameters) {
    const random = guarded(
      values.valid(parameter.schema),
      (value) => arrivesValid(contract, parameter, value),
      `the parameter "${parameter.name}"`,
    );
    const examples = validExamples(contract, parameter);
    const existing =
      parameter.in === "path" ? (known[parameter.name] ?? examples[0] ?? createPlaceholder(random)) : undefined;
    const isKnown = isExact && parameter.in === "path" && known[parameter.name] !== undefined;
    members[toParameterKey(parameter)] = isKnown
      ? fc.constant(existing as Json)
      : existing !== undefined
        ? fc.oneof({ weight: KNOWN_WEIGHT, arbitrary: fc.constant(existing) }, { weight: 1, arbitrary: random })
        : examples.length > 0
          ? fc.oneof(fc.constantFrom(...examples), random)
          : random;
    if (parameter.required) required.push(toParameterKey(parameter));
  }
  const parameters = fc.record(members, { requiredKeys: required }) as fc.Arbitrary<Record<string, Json>>;
  const media = requestMedia(operation);
  const isPlain = media !== undefined && isTextMedia(media.mediaType);
  if (!media?.schema && !isPlain) return parameters.map((sent) => ({ parameters: sent }));
  const body = guarded(
    // A schema for a text body, such as format "binary", has no constraint that a text could violate.
    isPlain || !media.schema
      ? fc.string({ minLength: 1 })
      : generateReferringBodies(contract, media.schema, values, references),
    (value) => bodyArrivesValid(contract, media, value),
    `the body of ${operation.name}`,
  );
  const bodies = operation.body?.required ? body : fc.option(body, { nil: undefined, freq: 8 });
  return fc.tuple(parameters, bodies).map(([sent, value]) => omitUndefined({ parameters: sent, body: value }));
}

/** Bodies with ordered ranges, most of them with references to existing items, where the schema accepts that. */
function generateReferringBodies(
  contract: Contract,
  schema: Schema,
  values: Values,
  references: References,
): fc.Arbitrary<Json> {
  const isValid = validatorOf(contract, schema.pointer, "request");
  const bodies = values.valid(schema).map((body) => {
    const other = ordered(body);
    return isValid(other).length === 0 ? other : body;
  });
  if (Object.keys(references).length === 0) return bodies;
  return fc.tuple(bodies, fc.nat(KNOWN_WEIGHT)).map(([body, turn]) => {
    const other = turn === KNOWN_WEIGHT ? body : withReferences(body, references, turn);
    return isValid(other).length === 0 ? other : body;
  });
}

/** Placeholder for an unknown id. It keeps the generated requests independent of the items on the target. */
function createPlaceholder(values: fc.Arbitrary<Json>): Json | undefined {
  try {
    return fc.sample(values, { seed: 1, numRuns: 1 })[0];
  } catch {
    return undefined;
  }
}

function requiredOnly(operation: Operation, parameters: RequestParts["parameters"]): RequestParts["parameters"] {
  const required = new Set(operation.parameters.filter((parameter) => parameter.required).map(toParameterKey));
  return Object.fromEntries(Object.entries(parameters).filter(([key]) => required.has(key)));
}

interface PartFault {
  /** Basis of the constraint. */
  readonly basis: Basis;
  readonly fault: string;
  readonly sent?: SentPart;
  readonly breakIt: (valid: fc.Arbitrary<RequestParts>) => fc.Arbitrary<RequestParts>;
}

/** Keywords whose parts may differ in basis, such as a list of required properties of which some are assumed. */
const divisible: ReadonlySet<string> = new Set(["required", "enum", "anyOf", "oneOf"]);
const SAMPLES = 8;

/** Fault with its basis. A partly stated fault is limited to values that violate the stated part, if there are any. */
function withBasis(
  contract: Contract,
  fault: Fault,
  { schema, basis: inherited }: { readonly schema: Schema; readonly basis: Basis },
): Fault & { readonly basis: Basis } {
  const { pointer, keyword, arbitrary } = fault;
  const basis = weakestBasis(inherited, findSchemaBasis(contract, schema, pointer));
  if (basis === "assumed" || !divisible.has(keyword) || !hasMarkers(contract.document)) return { ...fault, basis };
  const breaksStated = (value: Json): boolean => basisOfFault(contract, schema, inherited, value) === "stated";
  try {
    if (!fc.sample(arbitrary, { seed: 1, numRuns: SAMPLES }).some(breaksStated)) return { ...fault, basis: "assumed" };
  } catch (error) {
    if (error instanceof Unsatisfiable) return { ...fault, basis };
    throw error;
  }
  return { ...fault, basis, arbitrary: guarded(arbitrary, breaksStated, `a stated ${keyword} that is broken`) };
}

function parameterFaults(contract: Contract, operation: Operation, values: Values): PartFault[] {
  return operation.parameters.flatMap((parameter) => {
    const key = toParameterKey(parameter);
    const found = values.faults(parameter.schema).map((fault) => withBasis(contract, fault, parameter));
    const wrong = found.map(({ basis, pointer, keyword, arbitrary }) => ({
      basis,
      fault: `${parameter.in} /${parameter.name}${pointer} ${keyword}`,
      sent: { within: parameter.in, pointer: `/${parameter.name}${pointer}`, keyword },
      breakIt: (valid: fc.Arbitrary<RequestParts>) =>
        fc
          .tuple(
            valid,
            guarded(
              arbitrary,
              (value) => arrivesInvalid(contract, parameter, value),
              `"${parameter.name}" with ${keyword} broken`,
            ),
          )
          .map(([parts, value]) => withParameter(parts, key, value)),
    }));
    if (isOmissible(parameter))
      return [
        ...wrong,
        {
          basis: parameter.basis,
          fault: `${parameter.in} /${parameter.name} required`,
          sent: { within: parameter.in, pointer: `/${parameter.name}`, keyword: "required" },
          breakIt: (valid: fc.Arbitrary<RequestParts>) => valid.map((parts) => withParameter(parts, key, undefined)),
        },
      ];
    return wrong;
  });
}

function createBodyBreakers(contract: Contract, operation: Operation, values: Values): PartFault[] {
  const media = requestMedia(operation);
  if (!media?.schema || isTextMedia(media.mediaType)) return [];
  const { schema } = media;
  const isTyped = isJson(media.mediaType);
  const found = values.faults(schema).map((fault) => withBasis(contract, fault, { schema, basis: media.basis }));
  const wrong: PartFault[] = found.map(({ basis, pointer, keyword, arbitrary }) => {
    // A form cannot show every fault: the number 5 arrives as the text "5".
    const arriving = (): fc.Arbitrary<Json> =>
      guarded(
        arbitrary,
        (body) => bodyArrivesSame(contract, media, body),
        `the body ${pointer} with ${keyword} broken`,
      );
    return {
      basis,
      fault: `body ${pointer} ${keyword}`,
      sent: { within: "body", pointer, keyword },
      breakIt: (valid) =>
        fc.tuple(valid, isTyped ? arbitrary : arriving()).map(([{ parameters }, body]) => ({ parameters, body })),
    };
  });
  if (isTyped)
    wrong.push({
      basis: operation.basis,
      fault: "body malformed JSON",
      breakIt: (valid) => valid.map(({ parameters }) => ({ parameters, rawBody: '{"a":' })),
    });
  if (operation.body?.required)
    wrong.push({
      basis: operation.body.basis,
      fault: "body required",
      sent: { within: "body", pointer: "", keyword: "required" },
      breakIt: (valid) => valid.map(({ parameters }) => ({ parameters })),
    });
  return wrong;
}

/** True for a required parameter that a request can omit. Path parameters cannot be omitted. */
function isOmissible({ in: place, required }: Parameter): boolean {
  return required && (place === "query" || place === "header");
}

function withParameter({ parameters, ...rest }: RequestParts, key: string, value: Json | undefined): RequestParts {
  const otherParameters = Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== key));
  return { ...rest, parameters: value === undefined ? otherParameters : { ...otherParameters, [key]: value } };
}
