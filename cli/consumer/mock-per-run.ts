import type { Contract } from "../../contracts/index.ts";
import { isSecretName, maskForms } from "../../contracts/secrets/index.ts";
import type { Account, FaultyDelivery, Theatre } from "../../conformance/index.ts";
import {
  type Delivery,
  type Mock,
  type AffectedAttempt,
  consumerProfiles,
  affectedAttempts,
} from "../../mock/index.ts";
import { type MockConfig } from "../../api/config/index.ts";
import { startMock } from "../../api/mock.ts";
import { environmentOf } from "./environment.ts";
import { type AffectedCalls, createAffectedCalls } from "./affected-calls.ts";

export interface TheatreSettings extends Omit<MockConfig, "contracts" | "overlays"> {
  readonly contracts: readonly Contract[];
}

/** A mock for each run: fresh, on a free port, with the same seed and all that the settings say of it. */
export function createTheatre(
  { store: _store, clock: _clock, tls: _tls, journalLimit: _journalLimit, ...settings }: TheatreSettings,
  env: NodeJS.ProcessEnv,
): Theatre {
  const { contracts } = settings;
  return {
    async begin({ name }) {
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
        env: environmentOf(mock, contracts, name),
        account: () => accountOf(mock, calls),
        end: () => mock.close(),
      };
    },
    mask: (text) => maskForms(secretsIn(env).reduce((shown, secret) => shown.replaceAll(secret, "***"), text)),
  };
}

async function accountOf(mock: Mock, { counts, latest }: AffectedCalls): Promise<Account> {
  const [last] = mock.journal.entries({ limit: 1 });
  const names = await mock.platform.organizations();
  const logs = names.map((name) => mock.org(name).deliveries.list());
  const deliveries = logs.flat();
  // Each organization on its own: messages are reordered within an organization.
  const affected = logs.flatMap(affectedAttempts).map(shownAttempt);
  return {
    calls: counts.calls,
    deliveries: deliveries.reduce((sum, { attempts }) => sum + attempts.filter(({ response }) => response).length, 0),
    strikes: counts.affected + affected.length,
    missed: deliveries.filter(hadMoreToCome).length,
    struck: latest,
    struckDeliveries: affected.toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time)),
    ...(last && { last }),
  };
}

/**
 * True if a part of a message did not arrive: nobody answered what a fault made of it, or it still waits for something
 * other than a retry.
 */
function hadMoreToCome({ status, attempts }: Delivery): boolean {
  const isUntried = attempts.length === 0 || attempts.some(({ response }) => response && response.status < 300);
  return attempts.some(({ faults, response }) => faults && !response) || (status === "pending" && isUntried);
}

/** What the endpoint told is left out, which may be anything. */
function shownAttempt({ delivery, attempt, faults, body }: AffectedAttempt): FaultyDelivery {
  const { webhook, message, event } = delivery;
  const { time, response } = attempt;
  const told = { time, faults, webhook, message, event: event.name, status: response.status };
  return body === undefined ? told : { ...told, body };
}

/** Values that the command was given under the names of secrets; what is short may be a word, and PWD is a folder. */
function secretsIn(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value = ""]) =>
    isSecretName(name) && !name.endsWith("PWD") && value.length >= 8 ? [value] : [],
  );
}
