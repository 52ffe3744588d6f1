import type { Contract } from "../../contracts/index.ts";
import type { Account, Theatre } from "../../conformance/index.ts";
import { type Mock, type MockConfig, forecasts, isSecretName, maskForms, startMock } from "../../mock/index.ts";
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
  const attempts = names.flatMap((name) =>
    mock
      .org(name)
      .deliveries.list()
      .flatMap((delivery) => delivery.attempts),
  );
  return {
    calls,
    deliveries: attempts.length,
    strikes: strikes + attempts.filter((attempt) => "weather" in attempt).length,
    ...(lastStruck && { lastStruck }),
    ...(last && { last }),
  };
}

/** Values that the command was given under the names of secrets; what is short may be a word, and PWD is a folder. */
function secretsIn(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value = ""]) =>
    isSecretName(name) && !name.endsWith("PWD") && value.length >= 8 ? [value] : [],
  );
}
