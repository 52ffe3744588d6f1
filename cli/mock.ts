import { once } from "node:events";
import { relative } from "node:path";
import { type Contract, ToolError } from "../contracts/index.ts";
import {
  type Mock,
  REFERENCE_PATH,
  type RateLimit,
  type State,
  type WeatherSetting,
  checkedWeather,
  fixtureNames,
  isState,
  readWeather,
  servedRoutes,
  startMock,
  weathers,
} from "../mock/index.ts";
import type { Command, Io } from "./command.ts";
import { loadConfig } from "./load-config.ts";
import { loadSelected } from "./load-selected.ts";
import { parse, usage, wholeNumber } from "./parse.ts";

const help = `Usage: concord mock [options]

Runs the mock platform until Ctrl-C. What is created can be read, changed and deleted;
what the contract does not allow is refused with every reason. A token org_<name> acts
for the organization <name>, and each organization has a state of its own.

Options:
  --port N              port to listen on (default 4010; 0 takes a free one)
  --host ADDRESS        address to listen on (default 127.0.0.1)
  --contracts PATH      serve these OpenAPI 3.0 or 3.1 documents or GraphQL schemas instead of
                        the platform's: a file or a folder; may be given several times
  --overlay FILE        apply an OpenAPI Overlay 1.0 to them first; may be given several times
  --config FILE         what the command line does not say (default: concord.config.ts, .mts, .js,
                        .mjs or .json, here or above, as far up as the checkout goes)
  --fixtures FIXTURES   what an organization begins with that has nothing yet: ${fixtureNames().join(", ")},
                        or a JSON file; may be given several times
  --seed TEXT           ids, keys and made-up values derive from it (default "concord")
  --state WHERE         where state lives: memory (default), or sqlite:FILE, which survives
                        the end of the mock, however sudden
  --rate-limit N/R      N requests at once and R more each second, for operations that
                        answer 429 (default 60/1)
  --stated-only         refuse operations that the specification does not show, with 501
  --weather WEATHER     let something go wrong on purpose, as below; may be given several
                        times. It takes a probability (status=503:0.1) and operations
                        (reset@createMeter,listMeters), or is written as JSON:
                        '{"id":"status","status":429,"retryAfter":5,"times":3}'
  --journal N           how many exchanges the journal of each organization keeps (default 1000)
  --deliver-to WHERE    where webhooks are delivered to: loopback (default), which is this
                        machine alone, or anywhere
  --control-token TEXT  lets other machines use the control API at /_concord with this bearer
                        token (or set CONCORD_CONTROL_TOKEN); without one, only this machine may
  --no-cors             do not let pages of other origins call the mock from a browser
  --help                show this text

Weather:
${weatherLines()}

Examples:
  concord mock
  concord mock --port 0 --rate-limit 5/1
  concord mock --contracts openapi.yaml
  concord mock --fixtures small
  concord mock --weather latency=200 --weather status=503:0.1 --weather unknown-enum
  concord mock --state sqlite:mock.db
`;

function weatherLines(): string {
  return weathers.map(({ usage: [form, summary] }) => `  ${form}\n                        ${summary}`).join("\n");
}

const TOKEN = "org_demo";
/** How curl sends JSON on its behalf. */
const send = `-H 'Authorization: Bearer ${TOKEN}' -H 'Content-Type: application/json'`;

/** `concord mock`: the platform as a server. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values } = parse("mock", argv, {
      port: { type: "string" },
      host: { type: "string" },
      contracts: { type: "string", multiple: true },
      overlay: { type: "string", multiple: true },
      config: { type: "string" },
      fixtures: { type: "string", multiple: true },
      seed: { type: "string" },
      state: { type: "string" },
      "rate-limit": { type: "string" },
      "stated-only": { type: "boolean" },
      weather: { type: "string", multiple: true },
      journal: { type: "string" },
      "deliver-to": { type: "string" },
      "control-token": { type: "string" },
      "no-cors": { type: "boolean" },
    });
    const { file, mock: config = {} } = await loadConfig(values.config, process.cwd());
    const port = values.port === undefined ? (config.port ?? 4010) : wholeNumber("mock", "port", values.port);
    if (port > 65_535) throw usage("mock", `--port takes a number up to 65535, not "${values.port}"`);
    const state = values.state === undefined ? (config.state ?? "memory") : stateOf(values.state);
    const deliverTo = values["deliver-to"];
    if (deliverTo !== undefined && deliverTo !== "loopback" && deliverTo !== "anywhere")
      throw usage("mock", `--deliver-to takes loopback or anywhere, not "${deliverTo}"`);
    const controlToken = values["control-token"] ?? io.env["CONCORD_CONTROL_TOKEN"];
    if (controlToken === "") throw usage("mock", "the control token must not be empty");
    const selection = values.contracts ?? config.contracts;
    const overlay = values.overlay ?? config.overlays ?? [];
    const contracts = await loadSelected({ contracts: selection, overlay }, io);
    await using mock = await startMock({
      ...config,
      contracts,
      port,
      state,
      ...(values.host !== undefined && { host: values.host }),
      ...(values["stated-only"] && { statedOnly: true }),
      ...(values.weather && { weather: weatherOf(values.weather, contracts) }),
      ...(values.journal !== undefined && { journalLimit: wholeNumber("mock", "journal", values.journal) }),
      ...(values.fixtures && { fixtures: values.fixtures }),
      ...(deliverTo !== undefined && { deliverTo }),
      ...(values["no-cors"] && { cors: false }),
      ...(controlToken !== undefined && { controlToken }),
      ...(values.seed !== undefined && { seed: values.seed }),
      ...(values["rate-limit"] !== undefined && { rateLimit: rateLimitOf(values["rate-limit"]) }),
    }).catch(refuseSettings);
    const problems = contracts.reduce((sum, contract) => sum + contract.problems.length, 0);
    if (problems > 0) io.err(`${problems} problems in the contracts: see concord contracts lint\n`);
    for (const { name, api } of mock.platform.shadowed)
      io.err(`${name} of ${api} cannot be reached: another operation has its path\n`);
    if (file !== undefined) io.err(`Settings are those of ${relative("", file)}\n`);
    io.out(greeting(mock, state, selection && contracts));
    await ended(io);
    return 0;
  },
};

function greeting({ url, platform }: Mock, state: State, own?: readonly Contract[]): string {
  const lines = own ? [firstCall(url, own, platform.graphqlPaths)] : platformLines(url);
  return [
    `The mock platform listens on ${url} (${platform.routes.length} operations). Ctrl-C ends it.`,
    "",
    `Token: ${TOKEN}   (any org_<name> works, each with its own state)`,
    ...(state === "memory" ? [] : [`State: ${state}   (what is answered is kept, also from run to run)`]),
    `Reference: ${url}${REFERENCE_PATH}   (the contracts, to read in a browser)`,
    ...platform.graphqlPaths.map((path) => `GraphQL: ${url}${path}   (queries; in a browser, GraphiQL)`),
    "",
    "Try:",
    ...lines.flatMap(([what, line]) => [`  # ${what}`, `  ${line}`]),
    "",
  ].join("\n");
}

type Line = readonly [what: string, command: string];

function platformLines(url: string): Line[] {
  return [
    [
      "adds a version to the schema of contacts",
      `curl -X PUT '${url}/v1/entity/schemas/contact' ${send} -d '{"ui_config":{"custom_tabs":[{"title":"Contracts"}]}}'`,
    ],
    [
      "is refused with 409: nobody has seen version 99",
      `curl -i -X PUT '${url}/v1/entity/schemas/contact?base_version=99' ${send} -d '{}'`,
    ],
    [
      "is refused with 429 after 60 readings",
      `curl -s -o /dev/null -w '%{http_code}\\n' '${url}/v2/metering/readings?n=[1-65]' ${send} -d '{"meter_id":"m_1","value":1}'`,
    ],
  ];
}

function firstCall(url: string, contracts: readonly Contract[], graphqlPaths: readonly string[]): Line {
  const operations = contracts.flatMap((contract) => contract.operations);
  if (operations.length === 0 && graphqlPaths.length > 0) {
    const query = `-d '{"query":"{ __schema { queryType { fields { name } } } }"}'`;
    return ["lists what can be asked for", `curl '${url}${graphqlPaths[0]}' ${send} ${query}`];
  }
  const plain = operations.find(({ method, path }) => method === "GET" && !path.includes("{")) ?? operations[0];
  const path = plain?.path ?? "/";
  return [
    plain?.summary || "calls an operation",
    `curl -i -X ${plain?.method ?? "GET"} '${url}${path}' -H 'Authorization: Bearer ${TOKEN}'`,
  ];
}

function rateLimitOf(text: string): RateLimit {
  const found = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(text);
  const [burst, perSecond] = [Number(found?.[1]), Number(found?.[2])];
  if (!found || burst < 1 || perSecond <= 0)
    throw usage("mock", `--rate-limit takes two numbers such as 60/1, not "${text}"`);
  return { burst, perSecond };
}

/** What makes no sense together with these contracts: a weather or a behaviour in a configuration, say. */
function refuseSettings(error: unknown): never {
  throw error instanceof RangeError ? new ToolError("usage", error.message, { cause: error }) : error;
}

function weatherOf(texts: readonly string[], contracts: readonly Contract[]): readonly WeatherSetting[] {
  try {
    return checkedWeather(texts.map(readWeather), servedRoutes(contracts));
  } catch (error) {
    throw new ToolError("usage", (error as Error).message, { hint: "See: concord mock --help", cause: error });
  }
}

function stateOf(text: string): State {
  if (isState(text)) return text;
  throw usage("mock", `--state takes memory or sqlite:FILE, not "${text}"`);
}

async function ended({ signal }: Io): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
