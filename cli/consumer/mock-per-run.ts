import type { Contract } from "../../contracts/index.ts";
import { isSecretName, maskForms } from "../../contracts/secrets/index.ts";
import type { Account, StruckDelivery, Theatre } from "../../conformance/index.ts";
import {
  type Delivery,
  type Mock,
  type MockConfig,
  type StruckAttempt,
  forecasts,
  startMock,
  struckAttempts,
} from "../../mock/index.ts";
import { environmentOf } from "./environment.ts";
import { type StruckCalls, createStruckCalls } from "./struck-calls.ts";

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
      const calls = createStruckCalls(contracts, (organization) => mock.platform.journalOf(organization));
      const mock = await startMock({
        ...settings,
        state: "memory",
        host: "127.0.0.1",
        port: 0,
        weather: forecasts.find((forecast) => forecast.name === name)?.weather(contracts) ?? [],
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

async function accountOf(mock: Mock, { counts, latest }: StruckCalls): Promise<Account> {
  const [last] = mock.journal.entries({ limit: 1 });
  const names = await mock.platform.organizations();
  const logs = names.map((name) => mock.org(name).deliveries.list());
  const deliveries = logs.flat();
  // Each for itself: nobody overtakes what another organization is told.
  const struck = logs.flatMap(struckAttempts).map(shownAttempt);
  return {
    calls: counts.calls,
    deliveries: deliveries.reduce((sum, { attempts }) => sum + attempts.filter(({ response }) => response).length, 0),
    strikes: counts.strikes + struck.length,
    missed: deliveries.filter(hadMoreToCome).length,
    struck: latest,
    struckDeliveries: struck.toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time)),
    ...(last && { last }),
  };
}

/**
 * Whether something of a message did not come: what the weather made of it found nobody, or it waits, though not to be
 * tried again after a failure.
 */
function hadMoreToCome({ status, attempts }: Delivery): boolean {
  const isUntried = attempts.length === 0 || attempts.some(({ response }) => response && response.status < 300);
  return attempts.some(({ weather, response }) => weather && !response) || (status === "pending" && isUntried);
}

/** What the endpoint told is left out, which may be anything. */
function shownAttempt({ delivery, attempt, weather, body }: StruckAttempt): StruckDelivery {
  const { webhook, message, event } = delivery;
  const { time, response } = attempt;
  const told = { time, weather, webhook, message, event: event.name, status: response.status };
  return body === undefined ? told : { ...told, body };
}

/** Values that the command was given under the names of secrets; what is short may be a word, and PWD is a folder. */
function secretsIn(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value = ""]) =>
    isSecretName(name) && !name.endsWith("PWD") && value.length >= 8 ? [value] : [],
  );
}
