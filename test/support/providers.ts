import { catalogue } from "../../fixtures/providers/catalogue/catalogue.ts";
import { directory } from "../../fixtures/providers/directory/directory.ts";
import { documents } from "../../fixtures/providers/documents/documents.ts";
import { exportJobs } from "../../fixtures/providers/exports/exports.ts";
import { files } from "../../fixtures/providers/files/files.ts";
import { library } from "../../fixtures/providers/library/library.ts";
import { members } from "../../fixtures/providers/members/members.ts";
import { messages } from "../../fixtures/providers/messages/messages.ts";
import { orders } from "../../fixtures/providers/orders/orders.ts";
import { payments } from "../../fixtures/providers/payments/payments.ts";
import { projects } from "../../fixtures/providers/projects/projects.ts";
import type { Bug, Provider, DemonstrationRequest, BugDemonstration } from "../../fixtures/providers/provider.ts";
import { stations } from "../../fixtures/providers/stations/stations.ts";

/** All providers with planted bugs. */
export const providers: readonly Provider[] = [
  library,
  catalogue,
  projects,
  documents,
  orders,
  messages,
  directory,
  exportJobs,
  files,
  payments,
  members,
  stations,
];

export interface PlantedBug extends Bug {
  readonly id: string;
  readonly provider: Provider;
}

/** All bugs of all providers. */
export const plantedBugs: readonly PlantedBug[] = providers.flatMap((provider) =>
  Object.entries(provider.bugs).map(([id, bug]) => ({ ...bug, id, provider })),
);

/** A provider that runs until it is disposed of. */
export interface RunningProvider extends AsyncDisposable {
  readonly url: string;
  /** Advances the clock by seconds, if it was started with a fixed one. */
  advance(seconds: number): void;
}

/** Starts a provider, optionally with a fixed clock at 1970. */
export async function startProvider(
  provider: Provider,
  { bugs = [], isStopped = false }: { readonly bugs?: readonly string[]; readonly isStopped?: boolean } = {},
): Promise<RunningProvider> {
  let time = 0;
  const running = await provider.start({ bugs, ...(isStopped && { now: () => time }) });
  return {
    url: running.url,
    advance: (seconds) => void (time += seconds * 1000),
    [Symbol.asyncDispose]: () => running.close(),
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Runs the steps of a demonstration, and returns the observed part of the last response. */
export async function observe({ steps, look }: BugDemonstration, { url, advance }: RunningProvider): Promise<unknown> {
  const answers: Answer[] = [];
  let last: readonly Answer[] = [];
  for (const step of steps) {
    if ("seconds" in step) {
      advance(step.seconds);
      continue;
    }
    last = await Promise.all(Array.from({ length: step.times ?? 1 }, () => send(fillPlaceholders(step, answers), url)));
    answers.push(last.toSorted((one, other) => other.status - one.status)[0] as Answer);
  }
  if (look === "statuses") return last.map(({ status }) => status).toSorted((one, other) => one - other);
  return observedPart(answers.at(-1) as Answer, look);
}

async function send(
  { method, path, headers, authorization, body, text }: DemonstrationRequest,
  url: string,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(authorization !== null && { authorization: authorization ?? "Bearer org_acme" }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(text !== undefined && { body: text }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Fills placeholders of a request with members of earlier responses. */
function fillPlaceholders(request: DemonstrationRequest, answers: readonly Answer[]): DemonstrationRequest {
  const text = JSON.stringify(request).replaceAll(/\{(\d+)\.([\w.]+)\}/g, (_, index: string, path: string) =>
    String(at(answers[Number(index)] as Answer, path.split("."))),
  );
  return JSON.parse(text) as DemonstrationRequest;
}

function observedPart(answer: Answer, look: string): unknown {
  if (look === "status") return answer.status;
  if (look === "type") return answer.headers.get("content-type")?.split(";", 1)[0];
  if (look.startsWith("header ")) return answer.headers.get(look.slice("header ".length)) ?? "absent";
  if (look.startsWith("has ")) return String(at(answer, ["detail"])).includes(look.slice("has ".length));
  return at(answer, look.split("/").slice(1));
}

function at({ text }: Answer, path: readonly string[]): unknown {
  return member(JSON.parse(text), path);
}

function member(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (name === "*") return (value as readonly unknown[]).map((item) => member(item, rest));
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return "absent";
  return member((value as Readonly<Record<string, unknown>>)[name], rest);
}
