import { list, object } from "../../../contracts/model/json-parts.ts";
import {
  type Contract,
  type Location,
  type Operation,
  jsonOf,
  locate,
  targetPointer,
  valueAt,
} from "../../../contracts/index.ts";
import { schemasIn } from "../fields.ts";
import type { Claim } from "../row.ts";
import { isDescribed } from "./description.ts";

/** Each API has a host of its own, which the paths are relative to. */
export function ownHosts(): Claim {
  return aboutDocuments("a host of its own for each API", (contract, platform) => {
    const host = hostOf(contract);
    const isShared = platform.some((other) => other !== contract && hostOf(other) === host);
    return /^https:\/\/[^/]+$/.test(host) && !isShared ? [] : [`${contract.api} is at ${host}`];
  });
}

function hostOf({ document }: Contract): string {
  return String(object(list(document["servers"])[0])["url"]);
}

/** What is sent is JSON, and so is what is stated of what is returned. */
export function jsonBodies(): Claim {
  return aboutDocuments("JSON bodies", ({ operations }) =>
    operations
      .filter(({ body, responses }) =>
        [body, ...responses.filter(({ basis }) => basis === "stated")].some(
          (message) => message && message.content.length > 0 && !jsonOf(message.content),
        ),
      )
      .map(({ name }) => `${name} has a body of another kind`),
  );
}

/** Every operation asks for a bearer token, but for those that say in x-public why they do not. */
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

/** Where the token of a document is described, in most of them a file that they share. */
function tokenPointer({ document }: Contract): string {
  const { $ref } = object(valueAt(document, schemePointer));
  return typeof $ref === "string" ? targetPointer($ref) : schemePointer;
}

/** The description of the token says this. */
export function tokenSays(words: string): Claim {
  return aboutDocuments(`"${words}" at the token`, (contract) =>
    isDescribed(valueAt(contract.document, tokenPointer(contract)), words) ? [] : [`${contract.api} does not say so`],
  );
}

/** Every path begins with a version. */
export function versionPrefixes(): Claim {
  return aboutDocuments("a version at the beginning of each path", ({ routes }) =>
    routes.filter(({ path }) => !/^\/v[1-9]\d*\//.test(path)).map(({ name }) => `${name} has none`),
  );
}

/** No response and no delivery is closed to fields that are added later. */
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

/** Every operation says when it was published, so that its age is known. */
export function publicationDates(): Claim {
  return aboutDocuments("a date of publication for each operation", ({ operations }) =>
    operations.filter(({ published }) => !published).map(({ name }) => `${name} has none`),
  );
}

/** A claim about each OpenAPI document, which returns what is wrong with it. */
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
