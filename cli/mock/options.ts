import type { ParseArgsOptionDescriptor } from "node:util";
import { fixtureNames } from "../../mock/index.ts";

/** What an option is called with in the help, and what the help says of it, beside what the parser needs. */
interface Described extends ParseArgsOptionDescriptor {
  readonly form?: string;
  readonly help: string;
}

/** The options of `concord mock`, in the order of its help: one entry each, and nothing else to keep in step. */
export const options = {
  port: { type: "string", form: "N", help: "port to listen on (default 4010; 0 takes a free one)" },
  host: {
    type: "string",
    form: "ADDRESS",
    help: "address to listen on (default 127.0.0.1; 0.0.0.0 lets other machines in)",
  },
  contracts: {
    type: "string",
    multiple: true,
    form: "PATH",
    help: "serve these OpenAPI 3.0 or 3.1 documents or GraphQL schemas instead of the platform's: a file or a folder; may be given several times",
  },
  overlay: {
    type: "string",
    multiple: true,
    form: "FILE",
    help: "apply an OpenAPI Overlay 1.0 to them first; may be given several times",
  },
  profile: {
    type: "string",
    form: "NAME",
    help: "what is special about the provider: platform (the bundled platform: tokens org_<name>, its rules) or default (any credential is accepted, each with its own state; mock-<name> names it). If it is not given: that of the configuration, or platform for documents with x-spec or x-assumed at their top, as the bundled ones have, else default",
  },
  config: {
    type: "string",
    form: "FILE",
    help: "what the command line does not say (default: concord.config.ts, .mts, .js, .mjs or .json, here or above, as far up as the checkout or else the package goes)",
  },
  fixtures: {
    type: "string",
    multiple: true,
    form: "FIXTURES",
    help: `what demo, or the organization that a file names, begins with where it has nothing yet: ${fixtureNames().join(", ")}, or a JSON file; may be given several times`,
  },
  watch: {
    type: "boolean",
    default: false,
    help: "read the contracts again when their files change; state, worlds, clocks and journals stay. Configuration and fixtures are read at the start alone",
  },
  seed: { type: "string", form: "TEXT", help: 'ids, keys and made-up values derive from it (default "concord")' },
  state: {
    type: "string",
    form: "WHERE",
    help: "where state lives: memory (default), or sqlite:FILE, which survives the end of the mock, however sudden",
  },
  "rate-limit": {
    type: "string",
    form: "N/R",
    help: "N requests at once and R more each second, for operations that answer 429 (default 60/1)",
  },
  "stated-only": {
    type: "boolean",
    default: false,
    help: "refuse operations that the specification does not show, with 501",
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
    help: "how many exchanges the journal of each organization keeps (default 1000)",
  },
  log: {
    type: "string",
    form: "LEVEL",
    help: "write a line of JSON to standard error for each exchange: info (all), warn (what was refused) or error (errors of the mock itself)",
  },
  tls: {
    type: "boolean",
    default: false,
    help: "serve over HTTPS, with a certificate for localhost that is made at each start",
  },
  "tls-cert": { type: "string", form: "FILE", help: "serve over HTTPS with this certificate (PEM), instead" },
  "tls-key": { type: "string", form: "FILE", help: "its private key (PEM)" },
  "deliver-to": {
    type: "string",
    form: "WHERE",
    help: "where webhooks are delivered to: loopback (default), which is this machine alone, or anywhere",
  },
  "allow-delivery": {
    type: "string",
    multiple: true,
    form: "HOST",
    help: "deliver to this host (with a port, or to all of its ports) whatever else is set; with --host 0.0.0.0, this machine has to be allowed so (127.0.0.1:9000); may be given several times",
  },
  "control-token": {
    type: "string",
    form: "TEXT",
    help: "requires this bearer token of everybody who uses the control API at /_concord, also from other machines (or set CONCORD_CONTROL_TOKEN); without one, only this machine may use it",
  },
  "no-cors": {
    type: "boolean",
    default: false,
    help: "do not let pages of other origins call the mock from a browser",
  },
} satisfies Record<string, Described>;

/** Where the text of an option begins in the help, and where it ends. */
const [FROM, TO] = [24, 100];

/** The lines of the help that tell of the options. */
export function optionLines(): string {
  const all = Object.entries<Described>({ ...options, help: { type: "boolean", help: "show this text" } });
  return all.flatMap(([name, { form, help }]) => lines(`  --${name}${form ? ` ${form}` : ""}`, help)).join("\n");
}

function lines(start: string, text: string): string[] {
  const made = [start.padEnd(FROM - 1)];
  for (const word of text.split(" ")) {
    if (`${made.at(-1)} ${word}`.length > TO) made.push(" ".repeat(FROM - 1));
    made[made.length - 1] += ` ${word}`;
  }
  return made;
}
