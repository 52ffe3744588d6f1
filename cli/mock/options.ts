import type { ParseArgsOptionDescriptor } from "node:util";
import { fixtureNames } from "../../mock/index.ts";

/** Option with its help. */
interface DescribedOption extends ParseArgsOptionDescriptor {
  /** Placeholder of its value in the help. */
  readonly form?: string;
  readonly help: string;
}

/** Options of `concord mock`, in the order of its help. */
export const options = {
  port: { type: "string", form: "N", help: "port to listen on (default 4010; 0 uses any free port)" },
  host: {
    type: "string",
    form: "ADDRESS",
    help: "address to listen on (default 127.0.0.1; 0.0.0.0 lets other machines in, and needs a control token)",
  },
  contracts: {
    type: "string",
    multiple: true,
    form: "PATH",
    help: "the same as DOCUMENT; may be given several times",
  },
  overlay: {
    type: "string",
    multiple: true,
    form: "FILE",
    help: "apply an OpenAPI Overlay 1.0 to them; may be given several times",
  },
  "allow-url": {
    type: "string",
    multiple: true,
    form: "HOST",
    help: "also follow $refs to this host (api.example.com, localhost:8080); may be given several times",
  },
  "document-header": {
    type: "string",
    multiple: true,
    form: "HEADER",
    help: "'NAME: VALUE', a header for documents that are URLs; may be given several times. In place of a secret, VALUE can be env:VARIABLE or file:PATH",
  },
  profile: {
    type: "string",
    form: "NAME",
    help: "what is special about the provider: platform (the bundled platform: tokens org_<name>, its rules) or default (any credential is accepted, each with its own state; mock-<name> names it). If it is not given: that of the configuration, or platform for documents with x-spec or x-assumed at their top, as the bundled ones have, else default",
  },
  "tenant-from": {
    type: "string",
    form: "SOURCE",
    help: "choose the organization of a request by header:NAME, query:NAME, cookie:NAME, path:NAME (a path parameter) or claim:NAME (of a JSON Web Token, which is not verified); a request without it falls back to its credential",
  },
  config: {
    type: "string",
    form: "FILE",
    help: "settings that the command line does not give (default: the nearest concord.config.ts, .mts, .js, .mjs or .json, here or in a parent folder up to the root of the checkout or the package)",
  },
  fixtures: {
    type: "string",
    multiple: true,
    form: "FIXTURES",
    help: `initial state of demo, or of the organizations that a file names, if they have no state yet: ${fixtureNames().join(", ")}, or a JSON file; may be given several times`,
  },
  watch: {
    type: "boolean",
    default: false,
    help: "reload the contracts when their files change; state, worlds, clocks and journals stay. Configuration and fixtures are only read at the start",
  },
  seed: { type: "string", form: "TEXT", help: 'seed of ids, keys and generated values (default "concord")' },
  state: {
    type: "string",
    form: "WHERE",
    help: "storage of state: memory (default); sqlite:FILE, which survives a restart or crash of the mock; or postgres://URL (or set CONCORD_STATE)",
  },
  "state-limit": {
    type: "string",
    form: "SIZE",
    help: "maximum size of the state of each organization, approximately as it takes memory (default 128MB); a change beyond it gets 507",
  },
  "value-limit": {
    type: "string",
    form: "N",
    help: "maximum number of members and items of a request's body (default 500000); more get 413",
  },
  "step-limit": {
    type: "string",
    form: "N",
    help: "steps of all pattern matches of a request, beside 2 for each of its bytes (default 300000); more get 400",
  },
  "pending-limit": {
    type: "string",
    form: "N",
    help: "maximum number of pending deliveries of each organization (default 10000); further ones fail at once, with the reason in the log",
  },
  "no-seed-examples": {
    type: "boolean",
    default: false,
    help: "begin without items; by default, the examples of your own documents are items of every organization",
  },
  missing: {
    type: "string",
    form: "WHAT",
    help: "response for an unknown id: 404 (default), or example, a generated item that is always the same",
  },
  "rate-limit": {
    type: "string",
    form: "N/R",
    help: "N requests at once and R more each second, for operations of the bundled platform that document 429 (default 60/1)",
  },
  "stated-only": {
    type: "boolean",
    default: false,
    help: "refuse assumed operations with 501",
  },
  "strict-assumed": {
    type: "boolean",
    default: false,
    help: "refuse requests that violate assumed constraints; without it, the journal and the response header Concord-Assumed-Violations report them",
  },
  fault: {
    type: "string",
    multiple: true,
    form: "FAULT",
    help: `cause a fault on purpose, as below; may be given several times. It takes a probability (status=503:0.1) and operations (reset@createMeter,listMeters), or is written as JSON: '{"id":"status","status":429,"retryAfter":5,"times":3}'`,
  },
  journal: {
    type: "string",
    form: "N",
    help: "maximum number of exchanges in the journal of each organization (default 1000)",
  },
  "journal-days": {
    type: "string",
    form: "N",
    help: "number of days before today for which a journal in PostgreSQL keeps exchanges (default 7)",
  },
  log: {
    type: "string",
    form: "LEVEL",
    help: "write a line of JSON to standard error for each exchange: info (all), warn (refused ones) or error (errors of the mock itself)",
  },
  tls: {
    type: "boolean",
    default: false,
    help: "serve over HTTPS, with a new self-signed certificate for localhost",
  },
  "tls-cert": { type: "string", form: "FILE", help: "serve over HTTPS with this certificate (PEM), instead" },
  "tls-key": { type: "string", form: "FILE", help: "its private key (PEM)" },
  "deliver-to": {
    type: "string",
    form: "WHERE",
    help: "targets of webhook deliveries: loopback (default), which is this machine only, or anywhere",
  },
  "allow-delivery": {
    type: "string",
    multiple: true,
    form: "HOST",
    help: "also deliver to this host, with or without a port; with --host 0.0.0.0, deliveries to this machine need it, too (127.0.0.1:9000); may be given several times",
  },
  "control-token": {
    type: "string",
    form: "TEXT",
    help: "bearer token for the control API at /_concord (or set CONCORD_CONTROL_TOKEN); without a token, only this machine may use it. Required if other machines can reach the mock",
  },
  drain: {
    type: "string",
    form: "SECONDS",
    help: "after SIGTERM, go on serving requests for so long, while /_concord/ready is 503 and a load balancer stops sending them (default 0). Requests in progress then get up to 8 seconds; a second signal ends the mock at once",
  },
  "no-cors": {
    type: "boolean",
    default: false,
    help: "do not let pages of other origins call the mock from a browser",
  },
} satisfies Record<string, DescribedOption>;

/** First and last column of the help of an option. */
const [FIRST_COLUMN, LAST_COLUMN] = [24, 100];

/** Help of all options. */
export function optionLines(): string {
  const all = Object.entries<DescribedOption>({ ...options, help: { type: "boolean", help: "show this text" } });
  return all.flatMap(([name, { form, help }]) => lines(`  --${name}${form ? ` ${form}` : ""}`, help)).join("\n");
}

function lines(start: string, text: string): string[] {
  const wrapped = [start.padEnd(FIRST_COLUMN - 1)];
  for (const word of text.split(" ")) {
    if (`${wrapped.at(-1)} ${word}`.length > LAST_COLUMN) wrapped.push(" ".repeat(FIRST_COLUMN - 1));
    wrapped[wrapped.length - 1] += ` ${word}`;
  }
  return wrapped;
}
