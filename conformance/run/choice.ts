import type { ConformOptions } from "./conform-options.ts";
import type { ChosenOperation } from "./chosen-operation.ts";
import {
  type Basis,
  type Contract,
  type Operation,
  ToolError,
  knownHint,
  listMounts,
  nearestOperations,
} from "../../contracts/index.ts";
import { operationChecks } from "./operation-checks.ts";
import { responseInTime } from "./response-time.ts";
import { createsItems } from "../items/creates-items.ts";
import { phases } from "../scope/phases.ts";
import { isSchemaAlone, removedOperations, schemasServed } from "../promises/promised.ts";
import { removedGone } from "../promises/removed-gone.ts";
import { checksWith } from "../profile/checks-with.ts";
import { defaultConformance } from "../profile/default-profile.ts";
import { propertiesWith } from "../properties/index.ts";
import type { Property } from "../scope/property.ts";
import type { Report } from "../findings/report.ts";
import { rolesFor } from "../model/roles.ts";
import { createUnknownApiError } from "../target/unknown-api.ts";

type Choice = Pick<ConformOptions, "operation" | "apis" | "includeAssumed">;

/** All operations of the contracts, including GraphQL endpoints and removed operations. */
export function listTestableOperations(
  contracts: readonly Contract[],
  chosen: readonly Property[],
): readonly ChosenOperation[] {
  const ofRemoved = chosen.filter((property) => property === removedGone);
  return [...contracts, ...schemasServed(contracts)].flatMap((contract) => [
    ...contract.operations.map((operation) => ({ contract, operation, properties: chosen })),
    ...(ofRemoved.length > 0 ? removedOperations(contract) : []).map((operation) => ({
      contract,
      operation,
      properties: ofRemoved,
    })),
  ]);
}

/**
 * Operations to test, in order. Creating operations come first, so that items exist for reading and listing; deleting
 * operations come last.
 */
export function selectWanted(
  all: readonly ChosenOperation[],
  { contracts, operation: wanted, apis, includeAssumed = false }: Choice & Pick<ConformOptions, "contracts">,
): readonly ChosenOperation[] {
  const schemas = mapQueriedSchemas(contracts);
  const names = wanted === undefined ? undefined : [wanted].flat();
  const listFamilies = ({ api, name }: Operation): string[] => [api, ...(schemas.get(`${api} ${name}`) ?? [])];
  const listOperationNames = (operation: Operation): string[] => [
    ...listFamilies(operation),
    operation.id,
    operation.name,
  ];
  const isWanted = (operation: Operation): boolean =>
    (names === undefined || listOperationNames(operation).some((each) => names.includes(each))) &&
    (!apis || listFamilies(operation).some((family) => apis.includes(family)));
  const unknown = names?.find((name) => !all.some(({ operation }) => listOperationNames(operation).includes(name)));
  if (unknown !== undefined) throw createOperationError(unknown, contracts);
  return all
    .filter(
      ({ contract, operation }) =>
        (isJudged(operation.basis, includeAssumed) || isSchemaAlone(contract)) && isWanted(operation),
    )
    .toSorted((one, other) => rankOperation(one) - rankOperation(other));
}

export function isJudged(basis: Basis, includeAssumed: boolean): boolean {
  return includeAssumed || basis === "stated";
}

/** True if the mode allows the operation. In read-only mode, only safe operations are allowed. */
export function isAllowed({ operation }: ChosenOperation, mode: Report["mode"]): boolean {
  return mode === "sandbox" || operation.safe;
}

/** True for a list, which is read before the run creates any item. */
export function isEarly({ contract, operation }: ChosenOperation): boolean {
  return !operation.path.includes("{") && rolesFor(contract).get(operation)?.kind === "list";
}

/** Properties that are tested before the run creates any item. */
export function selectEarly(chosen: readonly Property[]): readonly Property[] {
  return chosen.filter((property) => property.id === "plain-request-conforms");
}

function rankOperation({ contract, operation }: ChosenOperation): number {
  const kind = rolesFor(contract).get(operation)?.kind;
  if (createsItems(contract, operation)) return 0;
  if (kind === "delete") return 2;
  return 1;
}

/** GraphQL schemas behind operations of other contracts, by API and operation name. */
function mapQueriedSchemas(contracts: readonly Contract[]): ReadonlyMap<string, readonly string[]> {
  const pairs = listMounts(contracts).flatMap(({ schema, routes }) =>
    routes.map(({ api, name }) => [`${api} ${name}`, schema.api] as const),
  );
  return new Map([...Map.groupBy(pairs, ([name]) => name)].map(([name, of]) => [name, of.map(([, api]) => api)]));
}

/** @throws ToolError "unknown-api". */
export function checkApis({ contracts, apis = [] }: Pick<ConformOptions, "contracts" | "apis">): void {
  const known = [...new Set(contracts.map(({ api }) => api))];
  const unknown = apis.find((api) => !known.includes(api));
  if (unknown !== undefined) throw createUnknownApiError(`try the API "${unknown}"`, unknown, known);
}

/**
 * Properties to test. A check that is a property selects that property alone; any other check needs all properties.
 * @throws ToolError "unknown-property", "unknown-check" or "unknown-phase".
 */
export function selectProperties({
  property: own,
  check,
  phases: wanted,
  profile = defaultConformance,
}: Pick<ConformOptions, "property" | "check" | "phases" | "profile">): readonly Property[] {
  const properties = propertiesWith(profile);
  const id = own ?? (properties.some((each) => each.id === check) ? check : undefined);
  const known = listCheckIds(profile);
  if (check !== undefined && !known.includes(check))
    throw new ToolError("unknown-check", `Cannot ask for the check "${check}": there is no such check`, {
      hint: knownHint(check, known),
    });
  const unknown = wanted?.find((name) => !phases.some((phase) => phase.id === name));
  if (unknown !== undefined)
    throw new ToolError("unknown-phase", `Cannot try the phase "${unknown}": there is no such phase`, {
      hint: knownHint(
        unknown,
        phases.map((phase) => phase.id),
      ),
    });
  const chosen = properties.filter(
    (each) => (id === undefined || each.id === id) && (!wanted || wanted.includes(each.phase)),
  );
  if (chosen.length > 0) return chosen;
  throw new ToolError("unknown-property", `Cannot try property "${id}": there is no such property`, {
    hint: knownHint(
      String(id),
      properties.map((property) => property.id),
    ),
  });
}

/** Ids of all checks, and of the properties of a profile. */
export function listCheckIds(profile: ConformOptions["profile"] = defaultConformance): readonly string[] {
  return [...checksWith(profile), responseInTime, ...operationChecks, ...propertiesWith(profile)].map(
    (each) => each.id,
  );
}

const nameHint = 'Name an API, an operationId, or "METHOD /path/{template}"';

function createOperationError(name: string, contracts: readonly Contract[]): ToolError {
  const all = contracts.flatMap(({ operations }) => operations);
  const apis = contracts.map(({ api }) => api);
  const near = nearestOperations(name, all, apis);
  return new ToolError("nothing-to-try", `Cannot test "${name}": no operation has this name${near}`, {
    hint: nameHint,
  });
}

/** The mode is part of the hint, if it is known. */
export function createEmptyChoiceError({ operation, apis, includeAssumed }: Choice, mode?: Report["mode"]): ToolError {
  const wanted = [operation ?? apis ?? []].flat().join(", ") || undefined;
  const hint =
    wanted !== undefined ? nameHint : mode === "read-only" && "Operations that write are tried with --mode sandbox";
  const assumed = includeAssumed ? "" : "; those that the specification does not show are tried with --include-assumed";
  return new ToolError("nothing-to-try", `Cannot test "${wanted ?? "the target"}": no operation is left to try`, {
    hint: `${hint || "Choose other contracts"}${assumed}`,
  });
}
