import type { EnumPolicy } from "../../contracts/index.ts";
import type { CompatProfile, Policy } from "../../compat/index.ts";
import {
  type Check,
  type ConformanceProfile,
  type OperationSettings,
  type Property,
  phases,
} from "../../conformance/index.ts";
import {
  type MockProfile,
  type Shape,
  atLeast,
  list,
  map,
  object,
  record,
  shape,
  startOptionShapes,
  text,
  whole,
} from "../../mock/index.ts";
import { type ProfileName, isProfileName, profileNames } from "../../profiles/choose-profile.ts";
import type { MockOptions } from "./mock-options.ts";

/** Settings of a project: the default export of its concord.config.ts. */
export interface Config {
  /**
   * Profile of the provider, for all tools: the name of a bundled profile, or a profile for each tool. The
   * option --profile has precedence. If it is not set, the documents decide.
   */
  readonly profile?: ProfileName | ToolProfiles;
  /**
   * Decides about response enums that do not say whether values may be added, for `conform`, `proxy`, `compat`, the fault `unknown-enum` and
   * `changelog`. Default: that of the profile, "open" for the platform and "closed" for others.
   */
  readonly enums?: EnumPolicy;
  /**
   * Default options of `concord mock`. The command line overrides them. `loadConfig` returns them in the form that
   * `startMock` accepts.
   */
  readonly mock?: MockConfig;
  /**
   * Policy of `concord compat` and `concord changelog`, as in a file of --policy. It changes the one that it extends, or
   * else that of `profile`. The options --profile and --policy have precedence.
   */
  readonly compat?: Policy;
  /** Settings of `concord conform`. */
  readonly conform?: ConformConfig;
  /** Default options of `concord webhooks test-receiver`. The command line overrides them. */
  readonly receiver?: ReceiverConfig;
}

/**
 * Settings of `concord conform`. Operations are named by API, operationId, "METHOD /path/{template}", or a path with `*`
 * and `**`.
 */
export interface ConformConfig {
  /** Operations that no request may call, in addition to those of --exclude. */
  readonly exclude?: readonly string[];
  /** Settings of single operations. They have precedence over the command line. */
  readonly operations?: Readonly<Record<string, OperationSettings>>;
  /** Checks of your own. They judge every response, in addition to those of Concord. */
  readonly checks?: readonly Check[];
  /** Properties of your own, tried in addition to those of the profile. */
  readonly properties?: readonly Property[];
}

/** A profile for each tool. For a tool without a profile, the markers of the documents decide. */
export interface ToolProfiles {
  readonly mock?: MockProfile;
  readonly compat?: CompatProfile;
  readonly conformance?: ConformanceProfile;
}

/** Options of `concord webhooks test-receiver`, by their names on the command line. */
export interface ReceiverConfig {
  readonly url?: string;
  readonly policy?: "v1" | "v1a" | "both";
  readonly secret?: string;
  readonly secretEnv?: string;
  /** Path of a file in PEM format. */
  readonly privateKey?: string;
  readonly organization?: string;
  readonly seed?: string;
  readonly keyPort?: number;
  readonly probe?: string;
  /** Path of a file with an event as JSON. */
  readonly body?: string;
  readonly event?: string;
  readonly apiKey?: string;
  readonly basic?: string;
  readonly oauth?: string;
  readonly tokenUrl?: string;
  readonly scope?: string;
  readonly timeoutSeconds?: number;
  readonly waitSeconds?: number;
  readonly probeWaitSeconds?: number;
  /** Path of a file in PEM format. */
  readonly ca?: string;
  readonly insecure?: boolean;
}

/** Options of a mock in a configuration. `loadConfig` resolves paths from the folder of the file. */
export interface MockConfig extends Omit<MockOptions, "contracts"> {
  /** Files and folders of contracts to serve. Default: the bundled contracts. */
  readonly contracts?: readonly string[];
}

/**
 * Returns the given configuration unchanged, so that TypeScript checks its type.
 *
 * @example
 * export default defineConfig({ mock: { port: 4020, fixtures: "small", behaviours: [oneAtATime] } });
 */
export function defineConfig(config: Config): Config {
  return config;
}

const profileNameShape = shape(profileNames.map((name) => `"${name}"`).join(" or "), isProfileName);

const mockOptionShapes: Readonly<Record<keyof MockOptions, Shape>> = {
  ...startOptionShapes,
  profile: profileOr(object),
  runSeconds: atLeast(0),
  imports: record({ chunkRows: whole(1), rowsPerSecond: atLeast(0) }),
};

const operationShapes: Readonly<Record<keyof OperationSettings, Shape>> = {
  runs: whole(1),
  maxResponseMs: whole(1),
  skip: list(text),
};

const conformShapes: Readonly<Record<keyof ConformConfig, Shape>> = {
  exclude: list(text),
  operations: map(record(operationShapes)),
  checks: list(
    shape("a check with id, claim and judge()", (value) => {
      const { id, claim, judge, appliesTo } = (value ?? {}) as Partial<Check>;
      return (
        [id, claim].every((each) => typeof each === "string" && each !== "") &&
        typeof judge === "function" &&
        (appliesTo === undefined || typeof appliesTo === "function")
      );
    }),
  ),
  properties: list(
    shape("a property with id, claim, phase, writes, given() and holds()", (value) => {
      const { id, claim, phase, writes, given, holds } = (value ?? {}) as Partial<Property>;
      return (
        [id, claim].every((each) => typeof each === "string" && each !== "") &&
        phases.some((each) => each.id === phase) &&
        typeof writes === "boolean" &&
        [given, holds].every((each) => typeof each === "function")
      );
    }),
  ),
};

const configShapes: Readonly<Record<keyof Config, Shape>> = {
  profile: profileOr(record({ mock: object, compat: object, conformance: object })),
  enums: shape('"open" or "closed"', (value) => value === "open" || value === "closed"),
  mock: record({ ...mockOptionShapes, contracts: list(text, { expected: "a list of at least one", min: 1 }) }),
  conform: record(conformShapes),
  // Read by the commands that use them, which know their members.
  compat: object,
  receiver: object,
};

/** Reason why a value is not a valid configuration; undefined if it is valid. */
export const faultOfConfig: Shape = record(configShapes);

/** Reason why a value is not valid as options of `startMock`, which include loaded contracts; undefined if it is valid. */
export const faultOfOptions: Shape = record(mockOptionShapes);

/** Shape of a profile's name, or else another shape. */
function profileOr(other: Shape): Shape {
  return (value, at) => (typeof value === "string" ? profileNameShape(value, at) : other(value, at));
}
