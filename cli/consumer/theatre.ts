import type { Contract } from "../../contracts/index.ts";
import type { Account, StruckDelivery, Theatre } from "../../conformance/index.ts";
import {
  type Delivery,
  type Mock,
  type MockConfig,
  forecasts,
  isSecretName,
  maskForms,
  startMock,
} from "../../mock/index.ts";
import { environmentOf } from "./environment.ts";

export interface TheatreSettings extends Omit<MockConfig, "contracts" | "overlays"> {
  readonly contracts: readonly Contract[];
}

/** A mock for each run: fresh, on a free port, with the same seed and all that the settings say of it. */
export function createTheatre(
  { store: _store, clock: _clock, tls: _tls, ...settings }: TheatreSettings,
  env: NodeJS.ProcessEnv,
): Theatre {
  const { contracts } = settings;
  return {
    async begin({ name }) {
      const counts = { calls: 0, strikes: 0 };
      const mock = await startMock({
        ...settings,
        state: "memory",
        host: "127.0.0.1",
        port: 0,
        weather: forecasts.find((forecast) => forecast.name === name)?.weather(contracts) ?? [],
        observe({ weather }) {
          counts.calls++;
          if (weather) counts.strikes++;
        },
      });
      return {
        env: environmentOf(mock, contracts, name),
        account: () => accountOf(mock, counts),
        end: () => mock.close(),
      };
    },
    mask: (text) => maskForms(secretsIn(env).reduce((shown, secret) => shown.replaceAll(secret, "***"), text)),
  };
}

/** The journal forgets what is long past, but counts were kept of all. */
async function accountOf(mock: Mock, { calls, strikes }: { calls: number; strikes: number }): Promise<Account> {
  const entries = mock.journal.entries();
  const [last, lastStruck] = [entries.at(-1), entries.findLast(({ weather }) => weather)];
  const names = await mock.platform.organizations();
  const deliveries = names.flatMap((name) => mock.org(name).deliveries.list());
  const struck = deliveries.flatMap(struckOf).toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time));
  const lastDelivery = struck.at(-1);
  return {
    calls,
    deliveries: deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0),
    strikes: strikes + struck.length,
    ...(lastStruck && { lastStruck }),
    ...(lastDelivery && { lastDelivery }),
    ...(last && { last }),
  };
}

/** The attempts that the weather struck; what they told is left out, which may be anything. */
function struckOf({ webhook, message, event, attempts }: Delivery): StruckDelivery[] {
  return attempts.flatMap(({ time, weather, response }) =>
    weather === undefined
      ? []
      : [{ time, weather, webhook, message, event: event.name, ...(response && { status: response.status }) }],
  );
}

/** Values that the command was given under the names of secrets; what is short may be a word, and PWD is a folder. */
function secretsIn(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value = ""]) =>
    isSecretName(name) && !name.endsWith("PWD") && value.length >= 8 ? [value] : [],
  );
}
