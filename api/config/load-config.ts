import { existsSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ToolError, parseBounded, readBounded, omitUndefined } from "../../contracts/index.ts";
import type { Config, MockConfig } from "./config.ts";

/** Configuration, and the file that it comes from. */
export interface LoadedConfig extends Config {
  readonly file?: string;
}

const names = ["ts", "mts", "js", "mjs", "json"].map((ending) => `concord.config.${ending}`);

/**
 * Loads a configuration: the given file, or the nearest concord.config file in the folder and its parents. The search
 * ends at the root of the git checkout, or at the package without a checkout. Without a file, the configuration is empty.
 * Relative paths in the file are resolved from its folder, so the result does not depend on the working directory.
 * @throws ToolError "invalid-config".
 *
 * @example
 * const { mock } = await loadConfig();
 * export const test = createTest(mock);
 */
export async function loadConfig(path?: string, folder: string = process.cwd()): Promise<LoadedConfig> {
  const file = path === undefined ? nearestConfig(folder) : resolve(folder, path);
  if (file === undefined) return {};
  const name = path ?? file;
  if (!existsSync(file)) throw invalidConfig(name, "there is no such file");
  const config = await defaultExportOf(file).catch((error: unknown) => {
    throw invalidConfig(name, error instanceof Error ? error.message.trim() : String(error), {
      cause: error,
      at: { file: name, ...lineIn(file, error) },
    });
  });
  if (config === undefined) throw invalidConfig(name, "it has no default export");
  // Loaded for a file only: its check reads the options of all tools.
  const { faultOfConfig } = await import("./config.ts");
  const fault = faultOfConfig(config);
  if (fault !== undefined) throw invalidConfig(name, fault);
  const { profile, enums, mock: options, receiver, conform, compat } = config as Config;
  const mockProfile = typeof profile === "object" ? profile.mock : profile;
  const shared = omitUndefined({ profile: mockProfile, enums });
  const mock = Object.keys(shared).length === 0 ? options : { ...shared, ...options };
  return {
    file,
    ...(profile !== undefined && { profile }),
    ...(enums !== undefined && { enums }),
    ...(mock && { mock: withResolvedPaths(mock, dirname(file)) }),
    ...(compat && { compat }),
    ...(conform && { conform }),
    ...(receiver && { receiver }),
  };
}

function nearestConfig(folder: string): string | undefined {
  for (const place of searchedFolders(folder)) {
    const name = names.find((each) => existsSync(join(place, each)));
    if (name !== undefined) return join(place, name);
  }
  return undefined;
}

/**
 * The folder and its parents, up to the root of the git checkout, or else up to the package. Returns only the folder if
 * it is in neither.
 */
function searchedFolders(folder: string): string[] {
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

/** Line of the configuration that threw an error, if the stack trace of the error names it. */
function lineIn(file: string, error: unknown): { readonly line?: number } {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  for (const name of [pathToFileURL(file).href, file]) {
    const line = /^:(\d+)/.exec(stack.split(name)[1] ?? "")?.[1];
    if (line !== undefined) return { line: Number(line) };
  }
  return {};
}

/** Default export of a file. Node.js removes the types of TypeScript files itself. */
async function defaultExportOf(file: string): Promise<unknown> {
  if (extname(file) === ".json") return parseBounded(readBounded(file).toString());
  const module = (await import(pathToFileURL(file).href)) as { readonly default?: unknown };
  return module.default;
}

function withResolvedPaths(mock: MockConfig, folder: string): MockConfig {
  const { contracts, overlays, state, fixtures } = mock;
  const path = (given: string): string => resolve(folder, given);
  // A text without a dot or slash is the name of bundled fixtures, not a path.
  const fixture = <T>(each: T): T | string => (typeof each === "string" && /[./\\]/.test(each) ? path(each) : each);
  return {
    ...mock,
    ...(contracts && { contracts: contracts.map(path) }),
    ...(overlays && { overlays: overlays.map(path) }),
    ...(state?.startsWith("sqlite:") && { state: `sqlite:${path(state.slice("sqlite:".length))}` as const }),
    ...(fixtures !== undefined && { fixtures: [fixtures].flat().map(fixture) }),
  };
}

function invalidConfig(
  name: string,
  reason: string,
  options: ConstructorParameters<typeof ToolError>[2] = {},
): ToolError {
  return new ToolError("invalid-config", `Cannot use the configuration "${name}": ${reason}`, {
    hint: 'Example: import { defineConfig } from "concord-toolkit/mock"; export default defineConfig({ mock: { … } })',
    ...options,
  });
}
