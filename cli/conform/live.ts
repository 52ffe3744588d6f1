import { type ConformOptions, type Shard, createTrust, withoutUserinfo } from "../../conformance/index.ts";
import { ToolError, readBounded, omitUndefined } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { type Optional, type Options, settingsOf } from "../arguments/options.ts";
import { createUsageError } from "../arguments/parse.ts";
import { whole } from "../arguments/readers.ts";
import { readBaseUrls } from "./base-urls.ts";

/** Options for the connection to a live deployment. */
export const liveOptions = {
  "base-urls": {
    form: "FILE",
    help: "one base URL per API: a YAML or JSON map of API to URL; APIs that are not in it use --target",
  },
  organization: {
    form: "ID",
    key: "organization",
    help: "organization to write to; required for writing to a live deployment of the platform",
  },
  rate: {
    form: "N",
    key: "rate",
    read: whole(1),
    help: "maximum number of requests per second (default: unlimited; the run always slows down after a 429)",
  },
  shard: {
    form: "I/N",
    key: "shard",
    read: readShard,
    help: 'test only one share of the APIs: 2/3 is the second of three. Needs --seed; "concord conform merge" merges the JSON reports of all shards',
  },
  proxy: {
    form: "URL",
    read: readProxy,
    help: "connect through this proxy (default: from HTTPS_PROXY, HTTP_PROXY and NO_PROXY)",
  },
  ca: {
    form: "FILE",
    help: "also trust the certificates of this authority, in PEM (default: those of NODE_EXTRA_CA_CERTS)",
  },
  insecure: { help: "trust any certificate" },
} as const satisfies Options;

type LiveValues = Optional<typeof liveOptions> & {
  readonly target?: string | undefined;
  readonly seed?: number | undefined;
};

type Live = Pick<
  ConformOptions,
  "target" | "places" | "organization" | "rate" | "shard" | "proxy" | "trust" | "reachingArguments" | "curlArguments"
>;

/** @throws ToolError "usage", "unusable-certificate" or "unusable-base-urls". */
export async function readLiveOptions(values: LiveValues, io: Pick<Io, "env">): Promise<Live> {
  const { target, organization, ca, insecure = false } = values;
  const file = values["base-urls"];
  if (target === undefined && file === undefined)
    throw createUsageError("conform", "URL is missing: the base URL of the provider");
  if (values.shard && values.seed === undefined)
    throw createUsageError("conform", "--shard needs --seed, the same for all shards of a run");
  const { proxy: ownProxy } = values;
  const proxy = ownProxy === undefined ? proxyFromEnv(io.env) : { http: ownProxy, https: ownProxy };
  // Printed commands must not contain the password of the proxy.
  const shown = ownProxy === undefined ? undefined : withoutUserinfo(ownProxy);
  return {
    ...settingsOf(liveOptions, values),
    ...(target !== undefined && { target }),
    ...(file !== undefined && { places: await readBaseUrls(file, io) }),
    ...(proxy && { proxy }),
    ...((ca !== undefined || insecure) && {
      trust: createTrust({ ca: ca === undefined ? undefined : readAuthority(ca), isInsecure: insecure }),
    }),
    reachingArguments: [
      ...(file === undefined
        ? []
        : ["--base-urls", file, ...(target === undefined ? [] : ["--target", withoutUserinfo(target)])]),
      ...(organization === undefined ? [] : ["--organization", organization]),
      ...(values.rate === undefined ? [] : ["--rate", String(values.rate)]),
      ...(shown === undefined ? [] : ["--proxy", shown]),
      ...(ca === undefined ? [] : ["--ca", ca]),
      ...(insecure ? ["--insecure"] : []),
    ],
    curlArguments: [
      ...(shown === undefined ? [] : ["-x", shown]),
      ...(ca === undefined ? [] : ["--cacert", ca]),
      ...(insecure ? ["-k"] : []),
    ],
  };
}

function readShard(text: string, name: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || of === undefined || index < 1 || index > of)
    throw new RangeError(`${name} must be the number of a share and the count of shares, such as 1/3, not "${text}"`);
  return { index, of };
}

/** Reads --proxy. The message does not repeat the value, because it may contain a password. */
function readProxy(text: string, name: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return text;
  throw new RangeError(`${name} must be an http or https URL, such as http://proxy.example:3128`);
}

/** Proxy settings of the environment. As in curl, lower-case names take precedence. */
function proxyFromEnv(env: Io["env"]): ConformOptions["proxy"] {
  const readProxyVariable = (name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined;
  const [http, https, none] = [
    readProxyVariable("HTTP_PROXY"),
    readProxyVariable("HTTPS_PROXY"),
    readProxyVariable("NO_PROXY"),
  ];
  if (http === undefined && https === undefined) return undefined;
  return omitUndefined({
    http,
    https,
    none,
  });
}

function readAuthority(file: string): string {
  try {
    const pem = readBounded(file).toString();
    if (pem.includes("-----BEGIN CERTIFICATE-----")) return pem;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw authorityError(file, code === "ENOENT" ? "there is no such file" : message);
  }
  throw authorityError(file, "it contains no certificate in PEM");
}

function authorityError(file: string, reason: string): ToolError {
  return new ToolError("unusable-certificate", `Cannot trust the authority of "${file}": ${reason}`, {
    hint: "The file must contain -----BEGIN CERTIFICATE-----",
  });
}
