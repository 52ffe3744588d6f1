import { type ConformOptions, type Shard, trustOf, withoutUserinfo } from "../../conformance/index.ts";
import { ToolError, readBounded } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { usage, wholeNumber } from "../arguments/parse.ts";
import { readBaseUrls } from "./base-urls.ts";

/** Options for the connection to a live deployment. */
export const liveOptions = {
  "base-urls": { type: "string" },
  organization: { type: "string" },
  rate: { type: "string" },
  shard: { type: "string" },
  proxy: { type: "string" },
  ca: { type: "string" },
  insecure: { type: "boolean" },
} as const;

/** Help of these options. */
export const liveHelp = `\
  --base-urls FILE      one base URL per API: a YAML or JSON map of API to URL; APIs that are not in
                        it use --target
  --organization ID     organization to write to; required for writing to a live deployment of the
                        platform
  --rate N              maximum number of requests per second (default: unlimited; the run always
                        slows down after a 429)
  --shard I/N           test only one share of the APIs: 2/3 is the second of three. Needs --seed;
                        "concord conform merge" merges the JSON reports of all shards
  --proxy URL           connect through this proxy (default: from HTTPS_PROXY, HTTP_PROXY and
                        NO_PROXY)
  --ca FILE             also trust the certificates of this authority, in PEM (default: those of
                        NODE_EXTRA_CA_CERTS)
  --insecure            trust any certificate`;

interface LiveValues {
  readonly target?: string | undefined;
  readonly seed?: string | undefined;
  readonly "base-urls"?: string | undefined;
  readonly organization?: string | undefined;
  readonly rate?: string | undefined;
  readonly shard?: string | undefined;
  readonly proxy?: string | undefined;
  readonly ca?: string | undefined;
  readonly insecure?: boolean | undefined;
}

type Live = Pick<
  ConformOptions,
  "target" | "places" | "organization" | "rate" | "shard" | "proxy" | "trust" | "reachingArguments" | "curlArguments"
>;

/** @throws ToolError "usage", "unusable-certificate" or "unusable-base-urls". */
export async function liveOf(values: LiveValues, io: Pick<Io, "env">): Promise<Live> {
  const { target, organization, ca, insecure = false } = values;
  const file = values["base-urls"];
  if (target === undefined && file === undefined)
    throw usage("conform", "URL is missing: the base URL of the provider");
  const shard = shardOf(values.shard, values.seed);
  const proxy = values.proxy === undefined ? proxyFromEnv(io.env) : parseProxy(values.proxy);
  // Printed commands must not contain the password of the proxy.
  const shown = values.proxy === undefined ? undefined : withoutUserinfo(values.proxy);
  return {
    ...(target !== undefined && { target }),
    ...(file !== undefined && { places: await readBaseUrls(file, io) }),
    ...(organization !== undefined && { organization }),
    ...(values.rate !== undefined && { rate: wholeNumber("conform", "rate", values.rate, 1) }),
    ...(shard && { shard }),
    ...(proxy && { proxy }),
    ...((ca !== undefined || insecure) && {
      trust: trustOf({ ca: ca === undefined ? undefined : readAuthority(ca), isInsecure: insecure }),
    }),
    reachingArguments: [
      ...(file === undefined
        ? []
        : ["--base-urls", file, ...(target === undefined ? [] : ["--target", withoutUserinfo(target)])]),
      ...(organization === undefined ? [] : ["--organization", organization]),
      ...(values.rate === undefined ? [] : ["--rate", values.rate]),
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

function shardOf(text: string | undefined, seed: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || of === undefined || index < 1 || index > of)
    throw usage("conform", `--shard must be the number of a share and the count of shares, such as 1/3, not "${text}"`);
  if (seed === undefined) throw usage("conform", "--shard needs --seed, the same for all shards of a run");
  return { index, of };
}

function parseProxy(text: string): ConformOptions["proxy"] {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return { http: text, https: text };
  // The message does not repeat the value, because it may contain a password.
  throw usage("conform", "--proxy must be an http or https URL, such as http://proxy.example:3128");
}

/** Proxy settings of the environment. As in curl, lower-case names take precedence. */
function proxyFromEnv(env: Io["env"]): ConformOptions["proxy"] {
  const one = (name: string): string | undefined => env[name.toLowerCase()] || env[name] || undefined;
  const [http, https, none] = [one("HTTP_PROXY"), one("HTTPS_PROXY"), one("NO_PROXY")];
  if (http === undefined && https === undefined) return undefined;
  return {
    ...(http !== undefined && { http }),
    ...(https !== undefined && { https }),
    ...(none !== undefined && { none }),
  };
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
