import { type JsonObject, ToolError, nearestWords } from "../../contracts/index.ts";
import { type EndpointCredentials, listForgeries, listSchemeSpellings } from "./authentication.ts";
import { forgedTypes } from "./forged.ts";
import { refusedWithoutEffect } from "./refusals.ts";
import { type Story, stories } from "./stories.ts";
import type { Moment, Trial } from "./trial.ts";
import { vectors } from "./vectors/index.ts";
import type { Materials, Policy, Vector } from "./vectors/vector.ts";
import type { Verdict, WireDelivery } from "../deliveries/delivery.ts";

/** Keys of deliveries. */
export type Keys = Pick<Materials, "secret" | "privateKey" | "otherSecret" | "otherPrivateKey">;

export interface TrialSettings {
  readonly policy: Policy;
  readonly keys: Keys;
  /** Credentials that the endpoint requires. */
  readonly shown: EndpointCredentials | undefined;
  /** Event that the receiver accepts. */
  readonly event: JsonObject;
  readonly organization: string;
}

/** Trials, and the genuine delivery. */
export interface Trials {
  readonly trials: readonly Trial[];
  readonly genuine: Trial;
}

/** Selected trials. */
export interface SelectedTrials extends Trials {
  /** Selected stories. */
  readonly selectedStories: readonly Story[];
  /** True if the effects of refused deliveries are counted. */
  readonly countsEffects: boolean;
}

/** All trials of a receiver. */
export function listTrials(settings: TrialSettings): Trials {
  const genuine = createVectorTrial(vectorNamed("valid-delivery"), settings);
  const applicable = vectors.filter(
    (vector) => weighVector(vector, settings.policy) !== "not-asked" && !isForOthers(vector, settings.policy),
  );
  const trials = [
    ...applicable.map((vector) => createVectorTrial(vector, settings)),
    ...framings.map(({ name, about, framing }): Trial => ({
      ...genuine,
      family: "framing",
      name,
      about,
      framing,
      remedy: "Read the whole body, however it is split, and verify all of its bytes.",
    })),
    ...forgedTypes(genuine),
    ...(settings.shown
      ? authenticationTrials(
          createVectorTrial(vectorNamed("valid-delivery"), { ...settings, shown: undefined }),
          settings.shown,
        )
      : []),
  ];
  return { trials, genuine };
}

const framings = [
  { name: "body-in-pieces", about: "The body is sent in several packets", framing: "pieces" },
  { name: "body-in-chunks", about: "The body is sent in chunks, without Content-Length", framing: "chunked" },
] as const;

function createVectorTrial(vector: Vector, settings: TrialSettings): Trial {
  const { family, name, about, topic, remedy, isExact, isLarge } = vector;
  const { policy, keys, shown } = settings;
  return {
    family,
    name,
    about,
    topic,
    expected: chooseVerdict(vector, policy) === "ok" ? "taken" : "refused",
    weight: weighVector(vector, policy) === "should" ? "should" : "must",
    remedy,
    ...(isExact && { isExact }),
    ...(isLarge && { isLarge }),
    make: (moment) =>
      withHeaders(
        vector.make({ ...keys, ...moment, body: buildTrialBody(settings, moment) }),
        shown ? [shown.header] : [],
      ),
  };
}

/** Event of a trial, with its own id and time, because a receiver may compare those as well. */
function buildTrialBody({ event, organization }: TrialSettings, { now, id }: Moment): Uint8Array {
  const time = new Date(now * 1000).toISOString();
  return Buffer.from(JSON.stringify({ ...event, id: id.replace("msg_", "evt_"), time, organization }));
}

/** True if a vector is wrong only for other policies. The platform never sends it, so a receiver may refuse it. */
function isForOthers({ expected }: Vector, policy: Policy): boolean {
  return typeof expected !== "string" && expected[policy] === "ok";
}

/** Verdict of a verifier with a policy. */
function chooseVerdict({ expected }: Vector, policy: Policy): Verdict {
  if (typeof expected === "string") return expected;
  return expected[policy];
}

/** Weight of a vector for a receiver with a policy. */
function weighVector({ receivers = "must" }: Vector, policy: Policy) {
  if (typeof receivers === "string") return receivers;
  return receivers[policy];
}

/** Genuine deliveries with wrong or missing credentials for the endpoint, and with its header in other letter case. */
function authenticationTrials(genuine: Trial, shown: EndpointCredentials): readonly Trial[] {
  const base = { ...genuine, family: "authentication", topic: "endpoint-authentication" } as const;
  const [name, value] = shown.header;
  const make =
    (headers: WireDelivery["headers"]): Trial["make"] =>
    (moment) =>
      withHeaders(genuine.make(moment), headers);
  return [
    {
      ...base,
      name: "authentication-name-in-small-letters",
      about: "The name of the header is in lower case",
      remedy: "Find headers by name without regard to case (RFC 9110, section 5.1).",
      make: make([[name.toLowerCase(), value]]),
    },
    {
      ...base,
      name: "authentication-name-in-capitals",
      about: "The name of the header is in upper case",
      remedy: "Find headers by name without regard to case (RFC 9110, section 5.1).",
      make: make([[name.toUpperCase(), value]]),
    },
    ...listSchemeSpellings(shown).map(({ name: spelling, about, headers }): Trial => ({
      ...base,
      name: `authentication-scheme-${spelling}`,
      about,
      remedy: "Compare the scheme without regard to case (RFC 9110, section 11.1).",
      make: make(headers),
    })),
    ...listForgeries(shown).map((forgery): Trial => ({
      ...base,
      name: `authentication-${forgery.name}`,
      about: forgery.about,
      expected: "refused",
      remedy:
        "Refuse a delivery with 401 if it does not have exactly the credentials that the webhook was configured with.",
      make: make(forgery.headers),
    })),
  ];
}

function withHeaders({ headers, body }: WireDelivery, added: WireDelivery["headers"]): WireDelivery {
  return { headers: [...added, ...headers], body };
}

function vectorNamed(name: string): Vector {
  const vector = vectors.find((each) => each.name === name);
  if (!vector) throw new Error(`There is no vector "${name}"`);
  return vector;
}

/**
 * Trials and stories with these names or families. Default: all.
 * @throws ToolError "nothing-to-try".
 */
export function selectTrials({ trials, genuine }: Trials, only: readonly string[] = []): SelectedTrials {
  if (only.length === 0) return { trials, genuine, selectedStories: stories, countsEffects: true };
  const known = new Set([...trials, ...stories, refusedWithoutEffect].flatMap(({ family, name }) => [family, name]));
  for (const name of only)
    if (!known.has(name))
      throw new ToolError("nothing-to-try", `There is no trial or family of trials "${name}"`, {
        hint: [nearestHint(nearestWords(name, [...known], 3)), "--list shows all"].filter(Boolean).join("; "),
      });
  const isSelected = ({ family, name }: { readonly family: string; readonly name: string }): boolean =>
    only.includes(family) || only.includes(name);
  return {
    trials: trials.filter(isSelected),
    genuine,
    selectedStories: stories.filter(isSelected),
    countsEffects: isSelected(refusedWithoutEffect),
  };
}

function nearestHint(near: readonly string[]): string {
  if (near.length === 0) return "";
  return `The nearest ${near.length === 1 ? "is" : "are"} ${near.join(", ")}`;
}
