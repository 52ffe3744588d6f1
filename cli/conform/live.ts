import { type ConformOptions, type Shard, trustOf, withoutUserinfo } from "../../conformance/index.ts";
import { ToolError, readBounded } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { usage, wholeNumber } from "../parse.ts";
import { readBaseUrls } from "./base-urls.ts";

/** The options that say where a live deployment is, how it is reached, and how fast. */
export const liveOptions = {
  "base-urls": { type: "string" },
  organization: { type: "string" },
  rate: { type: "string" },
  shard: { type: "string" },
  proxy: { type: "string" },
  ca: { type: "string" },
  insecure: { type: "boolean" },
} as const;

/** The lines of help for these. */
export const liveHelp = `\
  --base-urls FILE      one host for each API: a map in YAML or JSON of API and URL; those that
                        are not in it are at --target
  --organization ID     the organization that is written to; asked for where the platform is
                        written to on a live deployment
  --rate N              send no more than N requests a second (default: as many as the target
                        takes; where it answers 429, the run slows down at any rate)
  --shard I/N           try only this share of the APIs: 2/3 is the second of three. Needs --seed;
                        of the JSON reports of all shards, "concord conform merge" makes one
  --proxy URL           reach the target through this proxy (default: as HTTPS_PROXY, HTTP_PROXY
                        and NO_PROXY say)
  --ca FILE             trust certificates of this authority, in PEM, as well (or else those of
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
  if (target === undefined && file === undefined) throw usage("conform", "--target is missing");
  const shard = shardOf(values.shard, values.seed);
  const proxy = values.proxy === undefined ? proxyIn(io.env) : proxyAt(values.proxy);
  // A command that is printed has no password in it; whoever runs it puts it in.
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
    throw usage("conform", `--shard takes the number of a share and how many there are, such as 1/3, not "${text}"`);
  if (seed === undefined) throw usage("conform", "--shard needs --seed: all shards of a run have the same");
  return { index, of };
}

function proxyAt(text: string): ConformOptions["proxy"] {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? "")) return { http: text, https: text };
  // Who has mistyped it has perhaps mistyped a password.
  throw usage("conform", "--proxy takes an http or https URL, such as http://proxy.example:3128");
}

/** As curl reads them, and others do: names in small letters count first. */
function proxyIn(env: Io["env"]): ConformOptions["proxy"] {
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
    throw unusable(file, code === "ENOENT" ? "there is no such file" : message);
  }
  throw unusable(file, "it holds no certificate in PEM");
}

function unusable(file: string, reason: string): ToolError {
  return new ToolError("unusable-certificate", `Cannot trust the authority of "${file}": ${reason}`, {
    hint: "It begins with -----BEGIN CERTIFICATE-----",
  });
}
