import type { MockOptions } from "../../api/config/index.ts";
import { type RateLimit, fixtureNames, startOptionShapes } from "../../mock/index.ts";
import { profileNames } from "../../profiles/choose-profile.ts";
import type { Options, Reader } from "../arguments/options.ts";
import { oneOf, sizeInBytes, whole } from "../arguments/readers.ts";

/** Options of `concord mock`, in the order of its help. */
export const options = {
  port: { ...startOption("port"), form: "N", default: "4010", help: "port to listen on; 0 uses any free port" },
  host: {
    ...startOption("host"),
    form: "ADDRESS",
    help: "address to listen on (default: 127.0.0.1; 0.0.0.0 lets other machines in, and needs a control token)",
  },
  contracts: {
    multiple: true,
    form: "PATH",
    help: "the same as DOCUMENT",
  },
  overlay: { key: "overlays", multiple: true, form: "FILE", help: "apply an OpenAPI Overlay 1.0 to them" },
  "allow-url": {
    multiple: true,
    form: "HOST",
    help: "also follow $refs to this host (api.example.com, localhost:8080)",
  },
  "document-header": {
    multiple: true,
    form: "HEADER",
    help: "'NAME: VALUE', a header for documents that are URLs. In place of a secret, VALUE can be env:VARIABLE or file:PATH",
  },
  profile: {
    key: "profile",
    read: oneOf(...profileNames),
    form: "NAME",
    help: "what is special about the provider: platform (the bundled platform: tokens org_<name>, its rules) or default (any credential is accepted, each with its own state; mock-<name> names it). If it is not given: that of the configuration, or platform for documents with x-spec or x-assumed at their top, as the bundled ones have, else default",
  },
  "tenant-from": {
    ...startOption("tenantFrom"),
    form: "SOURCE",
    help: "choose the organization of a request by header:NAME, query:NAME, cookie:NAME, path:NAME (a path parameter) or claim:NAME (of a JSON Web Token, which is not verified); a request without it falls back to its credential",
  },
  config: {
    form: "FILE",
    help: "settings that the command line does not give (default: the nearest concord.config.ts, .mts, .js, .mjs or .json, here or in a parent folder up to the root of the checkout or the package)",
  },
  fixtures: {
    key: "fixtures",
    multiple: true,
    form: "FIXTURES",
    help: `initial state of demo, or of the organizations that a file names, if they have no state yet: ${fixtureNames().join(", ")}, or a JSON file`,
  },
  watch: {
    help: "reload the contracts when their files change; state, worlds, clocks and journals stay. Configuration and fixtures are only read at the start",
  },
  seed: { ...startOption("seed"), form: "TEXT", help: 'seed of ids, keys and generated values (default: "concord")' },
  state: {
    ...startOption("state"),
    variable: "CONCORD_STATE",
    form: "WHERE",
    help: "storage of state: memory (default); sqlite:FILE, which survives a restart or crash of the mock; or postgres://URL",
  },
  "state-limit": {
    key: "stateLimit",
    read: sizeInBytes,
    form: "SIZE",
    help: "maximum size of the state of each organization, approximately as it takes memory (default: 128MB); a change beyond it gets 507",
  },
  "value-limit": {
    ...startOption("valueLimit"),
    form: "N",
    help: "maximum number of members and items of a request's body (default: 500000); more get 413",
  },
  "step-limit": {
    ...startOption("stepLimit"),
    form: "N",
    help: "steps of all pattern matches of a request, beside 2 for each of its bytes (default: 300000); more get 400",
  },
  "pending-limit": {
    ...startOption("pendingLimit"),
    form: "N",
    help: "maximum number of pending deliveries of each organization (default: 10000); further ones fail at once, with the reason in the log",
  },
  "no-seed-examples": {
    key: "seedExamples",
    sets: false,
    help: "begin without items; by default, the examples of your own documents are items of every organization",
  },
  missing: {
    ...startOption("missing"),
    form: "WHAT",
    help: "response for an unknown id: 404 (default), or example, a generated item that is always the same",
  },
  "rate-limit": {
    key: "rateLimit",
    read: readRateLimit,
    form: "N/R",
    help: "N requests at once and R more each second, for operations of the bundled platform that document 429 (default: 60/1)",
  },
  "stated-only": { key: "statedOnly", help: "refuse assumed operations with 501" },
  "strict-assumed": {
    key: "strictAssumed",
    help: "refuse requests that violate assumed constraints; without it, the journal and the response header Concord-Assumed-Violations report them",
  },
  fault: {
    multiple: true,
    form: "FAULT",
    help: `cause a fault on purpose, as below. It takes a probability (status=503:0.1) and operations (reset@createMeter,listMeters), or is written as JSON: '{"id":"status","status":429,"retryAfter":5,"times":3}'`,
  },
  journal: {
    ...startOption("journalLimit"),
    form: "N",
    help: "maximum number of exchanges in the journal of each organization (default: 1000)",
  },
  "journal-days": {
    ...startOption("journalDays"),
    form: "N",
    help: "number of days before today for which a journal in PostgreSQL keeps exchanges (default: 7)",
  },
  log: {
    read: oneOf("info", "warn", "error"),
    form: "LEVEL",
    help: "write a line of JSON to standard error for each exchange: info (all), warn (refused ones) or error (errors of the mock itself)",
  },
  tls: {
    help: "serve over HTTPS, with a new self-signed certificate for localhost",
  },
  "tls-cert": { form: "FILE", help: "serve over HTTPS with this certificate (PEM), instead" },
  "tls-key": { form: "FILE", help: "its private key (PEM)" },
  "deliver-to": {
    ...startOption("deliverTo"),
    form: "WHERE",
    help: "targets of webhook deliveries: loopback (default), which is this machine only, or anywhere",
  },
  "allow-delivery": {
    key: "allowDelivery",
    multiple: true,
    form: "HOST",
    help: "also deliver to this host, with or without a port; with --host 0.0.0.0, deliveries to this machine need it, too (127.0.0.1:9000)",
  },
  "control-token": {
    ...startOption("controlToken"),
    variable: "CONCORD_CONTROL_TOKEN",
    form: "TEXT",
    help: "bearer token for the control API at /_concord. Without a token, only this machine may use it; required if other machines can reach the mock",
  },
  drain: {
    read: whole(),
    default: "0",
    form: "SECONDS",
    help: "after SIGTERM, go on serving requests for so long, while /_concord/ready is 503 and a load balancer stops sending them. Requests in progress then get up to 8 seconds; a second signal ends the mock at once",
  },
  "no-cors": { key: "cors", sets: false, help: "do not let pages of other origins call the mock from a browser" },
} as const satisfies Options;

/** Name and reader of an option that is one of `startMock`, too. Its shape decides what is accepted. */
function startOption<const Key extends keyof typeof startOptionShapes>(key: Key) {
  const shape = startOptionShapes[key];
  const read: Reader<NonNullable<MockOptions[Key]>> = (text, name) => {
    const isNumber = shape(text) !== undefined && /^\d+$/.test(text);
    const value = isNumber ? Number(text) : text;
    const fault = shape(value, name);
    if (fault !== undefined) throw new RangeError(fault);
    return value as NonNullable<MockOptions[Key]>;
  };
  return { key, read } as const;
}

function readRateLimit(text: string, name: string): RateLimit {
  const found = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(text);
  const [burst, perSecond] = [Number(found?.[1]), Number(found?.[2])];
  if (!found || burst < 1 || perSecond <= 0)
    throw new RangeError(`${name} must be two numbers such as 60/1, not "${text}"`);
  return { burst, perSecond };
}
