import { type Contract, omitUndefined } from "../../contracts/index.ts";
import { isSecretName, maskForms } from "../../contracts/secrets/index.ts";
import type { Traffic, DeliveryUnderFault, MockFactory } from "../../conformance/index.ts";
import {
  type Delivery,
  type Mock,
  type AffectedAttempt,
  consumerProfiles,
  affectedAttempts,
} from "../../mock/index.ts";
import { type MockConfig } from "../../api/config/index.ts";
import { startMock } from "../../api/mock.ts";
import { createEnvironment } from "./environment.ts";
import { type AffectedCalls, createAffectedCalls } from "./affected-calls.ts";

/** Settings of the mocks. */
export interface MockPerRunSettings extends Omit<MockConfig, "contracts" | "overlays"> {
  readonly contracts: readonly Contract[];
}

/** Creates a new mock for each run, on a free port, with the same seed and settings. */
export function createMockPerRun(
  { store: _store, clock: _clock, tls: _tls, journalLimit: _journalLimit, ...settings }: MockPerRunSettings,
  env: NodeJS.ProcessEnv,
): MockFactory {
  const { contracts } = settings;
  return {
    async startMock({ name }) {
      const calls = createAffectedCalls(contracts, (organization) => mock.platform.organization(organization).journal);
      const mock = await startMock({
        ...settings,
        state: "memory",
        host: "127.0.0.1",
        port: 0,
        faults: consumerProfiles.find((profile) => profile.name === name)?.faults(contracts) ?? [],
        observe: calls.observe,
      });
      return {
        env: createEnvironment(mock, contracts, name),
        counts: () => calls.counts,
        traffic: () => summarizeTraffic(mock, calls),
        stop: () => mock.close(),
      };
    },
    mask: (text) => maskForms(listSecretValues(env).reduce((masked, secret) => masked.replaceAll(secret, "***"), text)),
  };
}

async function summarizeTraffic(mock: Mock, { counts, latest, exchanges }: AffectedCalls): Promise<Traffic> {
  const [last] = mock.journal.entries({ limit: 1 });
  const names = await mock.platform.organizations();
  const logs = names.map((name) => mock.org(name).deliveries.list());
  const deliveries = logs.flat();
  // Per organization, because faults reorder the messages of one organization.
  const affected = logs.flatMap(affectedAttempts).map(faultyDelivery);
  return omitUndefined({
    calls: counts.calls,
    callsByPlace: counts.callsByPlace,
    deliveries: deliveries.reduce((sum, { attempts }) => sum + attempts.filter(({ response }) => response).length, 0),
    strikes: counts.affected + affected.length,
    missed: deliveries.filter(isIncomplete).length,
    struck: latest,
    exchanges,
    struckDeliveries: affected.toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time)),
    last,
  });
}

/**
 * True if a part of a message did not arrive: an attempt that a fault affected got no response, or the delivery is pending
 * for another reason than a retry.
 */
function isIncomplete({ status, attempts }: Delivery): boolean {
  const isUntried = attempts.length === 0 || attempts.some(({ response }) => response && response.status < 300);
  return attempts.some(({ faults, response }) => faults && !response) || (status === "pending" && isUntried);
}

/** Affected attempt for the report, without the response of the endpoint, which may contain anything. */
function faultyDelivery({ delivery, attempt, faults, body }: AffectedAttempt): DeliveryUnderFault {
  const { webhook, message, event } = delivery;
  const { time, response } = attempt;
  const summary = { time, faults, webhook, message, event: event.name, status: response.status };
  if (body === undefined) return summary;
  return { ...summary, body };
}

/** Secret values in the environment. Short values may be ordinary words, and PWD is a folder. */
function listSecretValues(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value = ""]) =>
    isSecretName(name) && !name.endsWith("PWD") && value.length >= 8 ? [value] : [],
  );
}
