import { existsSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ToolError, parseBounded, readBounded } from "../../contracts/index.ts";
import { type Config, type MockConfig, type ReceiverConfig, faultOfConfig } from "./config.ts";

/** What a configuration says, and where it was found. */
export interface LoadedConfig extends Config {
  readonly file?: string;
}

const names = ["ts", "mts", "js", "mjs", "json"].map((ending) => `concord.config.${ending}`);

/**
 * Loads the configuration in a file, or the one that is found in a folder or above it, as far up as the
 * checkout or else the package goes: what lies outside of it is somebody else's. Nothing where there is none. Its
 * paths, which mean the folder of the file, are whole ones then, wherever the process runs.
 * @throws ToolError "invalid-config".
 *
 * @example
 * const { mock } = await loadConfig();
 * export const test = createTest(mock);
 */
export async function loadConfig(given?: string, folder: string = process.cwd()): Promise<LoadedConfig> {
  const file = given === undefined ? found(folder) : resolve(folder, given);
  if (file === undefined) return {};
  const name = given ?? file;
  if (!existsSync(file)) throw invalid(name, "there is no such file");
  const config = await exported(file).catch((error: unknown) => {
    throw invalid(name, error instanceof Error ? error.message.trim() : String(error), {
      cause: error,
      at: { file: name, ...lineIn(file, error) },
    });
  });
  if (config === undefined) throw invalid(name, "it has no default export");
  const fault = faultOfConfig(config);
  if (fault !== undefined) throw invalid(name, fault);
  const { profile, mock: options, receiver } = config as Config;
  const ofMock = typeof profile === "object" ? profile.mock : profile;
  const mock = ofMock === undefined ? options : { profile: ofMock, ...options };
  return {
    file,
    ...(profile !== undefined && { profile }),
    ...(mock && { mock: placed(mock, dirname(file)) }),
    ...(receiver && { receiver: placedReceiver(receiver, dirname(file)) }),
  };
}

function found(folder: string): string | undefined {
  for (const place of searched(folder)) {
    const name = names.find((each) => existsSync(join(place, each)));
    if (name !== undefined) return join(place, name);
  }
  return undefined;
}

/** A folder and those above it up to its checkout, or else up to its package; the folder alone where it is in neither. */
function searched(folder: string): string[] {
  const places: string[] = [];
  for (let place = resolve(folder); ; place = dirname(place)) {
    places.push(place);
    if (existsSync(join(place, ".git"))) return places;
    if (place === dirname(place)) break;
  }
  return places.slice(
    0,
    Math.max(
      0,
      places.findIndex((place) => existsSync(join(place, "package.json"))),
    ) + 1,
  );
}

/** The line of a file in which something went wrong, as far as the error knows it. */
function lineIn(file: string, error: unknown): { readonly line?: number } {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  for (const name of [pathToFileURL(file).href, file]) {
    const line = /^:(\d+)/.exec(stack.split(name)[1] ?? "")?.[1];
    if (line !== undefined) return { line: Number(line) };
  }
  return {};
}

/** Node itself takes the types out of TypeScript. */
async function exported(file: string): Promise<unknown> {
  if (extname(file) === ".json") return parseBounded(readBounded(file).toString());
  const module = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
  return module.default;
}

/** With paths as they are from here. */
function placed(mock: MockConfig, folder: string): MockConfig {
  const { contracts, overlays, state, fixtures } = mock;
  const path = (given: string): string => resolve(folder, given);
  // What has neither a dot nor a slash is the name of fixtures.
  const fixture = <T>(each: T): T | string => (typeof each === "string" && /[./\\]/.test(each) ? path(each) : each);
  return {
    ...mock,
    ...(contracts && { contracts: contracts.map(path) }),
    ...(overlays && { overlays: overlays.map(path) }),
    ...(state?.startsWith("sqlite:") && { state: `sqlite:${path(state.slice("sqlite:".length))}` as const }),
    ...(fixtures !== undefined && { fixtures: [fixtures].flat().map(fixture) }),
  };
}

function placedReceiver(receiver: ReceiverConfig, folder: string): ReceiverConfig {
  const { privateKey, body, ca } = receiver;
  return {
    ...receiver,
    ...(privateKey !== undefined && { privateKey: resolve(folder, privateKey) }),
    ...(body !== undefined && { body: resolve(folder, body) }),
    ...(ca !== undefined && { ca: resolve(folder, ca) }),
  };
}

function invalid(name: string, reason: string, more: ConstructorParameters<typeof ToolError>[2] = {}): ToolError {
  return new ToolError("invalid-config", `Cannot use the configuration "${name}": ${reason}`, {
    hint: 'It reads: import { defineConfig } from "concord-toolkit/mock"; export default defineConfig({ mock: { … } })',
    ...more,
  });
}
