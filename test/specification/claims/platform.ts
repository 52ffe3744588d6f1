import { toList, object } from "../../../contracts/model/json-parts.ts";
import {
  type Contract,
  type Location,
  type Operation,
  findJsonMedia,
  locate,
  targetPointer,
  valueAt,
} from "../../../contracts/index.ts";
import { schemasIn } from "../fields.ts";
import type { Claim } from "../row.ts";
import { isDescribed } from "./description.ts";

/** Claims that each API has its own host. */
export function ownHosts(): Claim {
  return aboutDocuments("a host of its own for each API", (contract, platform) => {
    const host = hostOf(contract);
    const isShared = platform.some((other) => other !== contract && hostOf(other) === host);
    return /^https:\/\/[^/]+$/.test(host) && !isShared ? [] : [`${contract.api} is at ${host}`];
  });
}

function hostOf({ document }: Contract): string {
  return String(object(toList(document["servers"])[0])["url"]);
}

/** Claims that all request bodies and stated response bodies are JSON. */
export function jsonBodies(): Claim {
  return aboutDocuments("JSON bodies", ({ operations }) =>
    operations
      .filter(({ body, responses }) =>
        [body, ...responses.filter(({ basis }) => basis === "stated")].some(
          (message) => message && message.content.length > 0 && !findJsonMedia(message.content),
        ),
      )
      .map(({ name }) => `${name} has a body of another kind`),
  );
}

/** Claims that every operation requires a bearer token, except those with a reason in x-public. */
export function bearerTokens(section: string): Claim {
  return {
    says: "a bearer token with every request, unless x-public says why not",
    look(platform) {
      const contracts = platform.filter(({ kind }) => kind === "openapi");
      const open = contracts.flatMap((contract) => contract.operations.filter((one) => !isGuarded(contract, one)));
      if (contracts.length === 0) return { missing: "there is no document" };
      if (open.length > 0) return { missing: open.map(({ name }) => `${name} asks for none`).join("; ") };
      const schemes = contracts.map((contract) => ({ contract, pointer: tokenPointer(contract) }));
      const unstated = schemes.filter(
        ({ contract, pointer }) => object(valueAt(contract.document, pointer))["x-spec"] !== section,
      );
      return unstated.length > 0
        ? { missing: `${unstated.map(({ contract }) => contract.api).join(", ")} does not cite §${section}` }
        : { at: distinct(schemes.map(({ contract, pointer }) => locate(contract, pointer))) };
    },
  };
}

function isGuarded({ document }: Contract, { pointer, security }: Operation): boolean {
  if (typeof object(valueAt(document, pointer))["x-public"] === "string") return security.length === 0;
  const [only, ...others] = security;
  return others.length === 0 && only?.length === 1 && only[0]?.type === "http" && only[0].scheme === "bearer";
}

const schemePointer = "/components/securitySchemes/apiToken";

/** Location of the description of a document's token, usually a shared file. */
function tokenPointer({ document }: Contract): string {
  const { $ref } = object(valueAt(document, schemePointer));
  return typeof $ref === "string" ? targetPointer($ref) : schemePointer;
}

/** Claims words in the description of the token. */
export function tokenSays(words: string): Claim {
  return aboutDocuments(`"${words}" at the token`, (contract) =>
    isDescribed(valueAt(contract.document, tokenPointer(contract)), words) ? [] : [`${contract.api} does not say so`],
  );
}

/** Claims that every path begins with a version. */
export function versionPrefixes(): Claim {
  return aboutDocuments("a version at the beginning of each path", ({ routes }) =>
    routes.filter(({ path }) => !/^\/v[1-9]\d*\//.test(path)).map(({ name }) => `${name} has none`),
  );
}

/** Claims that all responses and deliveries allow additional fields. */
export function openResponses(): Claim {
  return aboutDocuments("responses and deliveries that may gain fields", (contract) => {
    const sent = [
      ...contract.operations.flatMap(({ responses }) => responses),
      ...contract.webhooks.flatMap(({ body }) => body ?? []),
    ];
    return schemasIn(
      contract,
      sent.flatMap(({ content }) => content),
    )
      .filter(({ node }) => node["additionalProperties"] === false || node["unevaluatedProperties"] === false)
      .map(({ pointer }) => `${contract.api} is closed at ${pointer}`);
  });
}

/** Claims that every operation has a date of publication. */
export function publicationDates(): Claim {
  return aboutDocuments("a date of publication for each operation", ({ operations }) =>
    operations.filter(({ published }) => !published).map(({ name }) => `${name} has none`),
  );
}

/** Creates a claim about each OpenAPI document from a function that returns its faults. */
function aboutDocuments(
  says: string,
  faultsOf: (contract: Contract, platform: readonly Contract[]) => readonly string[],
): Claim {
  return {
    says,
    look(platform) {
      const contracts = platform.filter(({ kind }) => kind === "openapi");
      const faults = contracts.flatMap((contract) => faultsOf(contract, contracts));
      if (contracts.length === 0) return { missing: "there is no document" };
      return faults.length > 0
        ? { missing: faults.join("; ") }
        : { at: contracts.map((contract) => locate(contract, "")) };
    },
  };
}

function distinct(places: readonly Location[]): Location[] {
  return [...new Map(places.map((place) => [`${place.file}#${place.pointer}`, place])).values()];
}
