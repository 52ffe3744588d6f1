import {
  type Basis,
  type Contract,
  type Operation,
  type RemovedOperation,
  type Webhook,
  isObject,
  withEnumPolicy,
  omitUndefined,
} from "../../../contracts/index.ts";
import { checkHttp } from "./check-http.ts";
import { checkMessage } from "./check-message.ts";
import { placeOfNode } from "./contract-place.ts";
import type { ContractPlace, Finding } from "../finding.ts";
import { listAssumedParts } from "../assumed-parts.ts";
import type { HttpInteraction, Interaction, Pact } from "../interaction.ts";
import type { NamedInteraction } from "../interaction-name.ts";
import { type Unrouted, createRoutes } from "../route.ts";
import { chooseEnumPolicy } from "../../profile/choose-enum-policy.ts";
import type { KnownNames } from "../../profile/provider-state.ts";
import { resolveStates } from "../states.ts";

/** Interaction with its findings. */
export interface CheckedInteraction extends NamedInteraction {
  /** API of the contract. Absent if no contract fits. */
  readonly api?: string;
  /** "METHOD /path/{template}", or the name of the webhook. */
  readonly operation?: string;
  readonly section?: string;
  /** Weakest basis of the operation and of the parts that the consumer depends on. */
  readonly basis?: Basis;
  /** Assumed parts that the consumer depends on. */
  readonly assumed: readonly ContractPlace[];
  readonly findings: readonly Finding[];
  /** Reason for a skip. */
  readonly skipped?: string;
}

/** Result of `checkPacts`. */
export interface CheckReport {
  readonly files: readonly string[];
  readonly durationMs: number;
  readonly interactions: readonly CheckedInteraction[];
}

/**
 * Checks each interaction of pacts against the contracts in both directions: the request must be allowed, and the
 * expected response must be promised. Sends nothing.
 * @throws ToolError "missing-package" without the comparator.
 */
export async function checkPacts(pacts: readonly Pact[], known: KnownNames): Promise<CheckReport> {
  const { profile = {} } = known;
  const contracts = withEnumPolicy(known.contracts, chooseEnumPolicy(profile));
  const started = performance.now();
  const routes = createRoutes(contracts);
  const interactions: CheckedInteraction[] = [];
  for (const pact of pacts) {
    for (const interaction of pact.interactions) interactions.push(await checkInteraction(pact, interaction));
  }
  return { files: pacts.map(({ file }) => file), durationMs: performance.now() - started, interactions };

  async function checkInteraction(
    { file, consumer, provider }: Pact,
    interaction: Interaction,
  ): Promise<CheckedInteraction> {
    const { description, pointer } = interaction;
    const states = interaction.states.map(({ name }) => name);
    const common = { file, consumer, provider, description, states, pointer };
    if (interaction.kind === "other")
      return {
        ...common,
        assumed: [],
        findings: [],
        skipped: `it is of the type ${interaction.type}, which no contract describes`,
      };
    const stateFindings = unknownStates(interaction);
    if (interaction.kind === "message") {
      const messageResult = checkMessage(contracts, interaction, profile);
      if (!messageResult) return { ...common, assumed: [], findings: [], skipped: "no contract describes a webhook" };
      const findings = [...messageResult.findings, ...stateFindings];
      return { ...common, ...judgeInteraction(messageResult.contract, messageResult.webhook, interaction), findings };
    }
    const routed = routes(provider, interaction.request);
    if ("unknown" in routed) {
      // A consumer may expect that a removed operation is gone.
      const isExpected = routed.removed !== undefined && interaction.response.status === 410;
      const findings = isExpected ? stateFindings : [createUnroutedFinding(routed, pointer), ...stateFindings];
      return { ...common, ...(routed.removed && aboutRemoved(routed.removed)), assumed: [], findings };
    }
    const { contract, operation, parameters } = routed;
    const findings = [
      ...(await checkHttp({ contract, operation, profile }, interaction, parameters)),
      ...unjudgedQuery(operation, interaction),
      ...stateFindings,
    ];
    return { ...common, ...judgeInteraction(contract, operation, interaction), findings };
  }

  function unknownStates(interaction: Interaction): Finding[] {
    const states = resolveStates(interaction, known);
    if (!("unknown" in states)) return [];
    return [
      {
        code: "states.unknown",
        severity: "warning",
        side: "request",
        message: states.unknown,
        remedy: "Use a state that the mock supports, if the pact is verified against the mock",
        pact: `${interaction.pointer}/${"providerState" in interaction.raw ? "providerState" : "providerStates"}`,
      },
    ];
  }
}

/** GraphQL queries are text within JSON, and the contract says nothing about them. */
function unjudgedQuery({ path }: Operation, { request: { body }, pointer, raw }: HttpInteraction): Finding[] {
  if (!/graphql$/i.test(path) || !isObject(body) || typeof body["query"] !== "string") return [];
  return [
    {
      code: "request.graphql",
      severity: "information",
      side: "request",
      message: "The fields of the GraphQL query are not checked here",
      remedy: "Verify the pact against the mock, which validates queries",
      pact: `${pointer}/request/body${"type" in raw ? "/content" : ""}/query`,
    },
  ];
}

function aboutRemoved({ name, basis, section }: RemovedOperation) {
  return omitUndefined({ operation: name, basis, section });
}

function judgeInteraction(contract: Contract, owner: Operation | Webhook, interaction: Interaction) {
  const { api } = contract;
  const assumed = listAssumedParts(contract, owner, interaction);
  const basis: Basis = assumed.length > 0 ? "assumed" : "stated";
  return omitUndefined({
    api,
    operation: owner.name,
    basis,
    section: owner.section,
    assumed,
  });
}

function createUnroutedFinding({ unknown, removed }: Unrouted, pointer: string): Finding {
  return {
    code: "request.operation",
    severity: "error",
    side: "request",
    message: `${unknown[0]?.toUpperCase()}${unknown.slice(1)}`,
    remedy: "Call an operation that a contract has",
    pact: `${pointer}/request/path`,
    ...(removed && { contract: placeOfNode(removed) }),
  };
}
