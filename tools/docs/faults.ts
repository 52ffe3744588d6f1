import { consumerProfiles, faultCatalogue } from "../../mock/index.ts";
import { platformMock } from "../../profiles/platform/mock.ts";
import type { FaultOptions } from "../../mock/faults/fault.ts";
import { scopeOptions } from "../../mock/faults/scope.ts";
import { type Page, code, page, table } from "./markdown.ts";

const { operations, events, webhooks, probability, times } = scopeOptions.both;

const affected = { calls: "calls", deliveries: "deliveries", both: "calls and deliveries" } as const;

export function faultsPage(): Page {
  const faults = faultCatalogue.toSorted((one, other) => one.affects.localeCompare(other.affects));
  return page("reference/faults.md", "Faults", [
    "A fault is what the mock does to a client on purpose. `--fault FAULT`, `faults` in a configuration, `faults.set()` of an organization and the control API accept the same settings.",
    table(
      ["fault", "affects", "effect"],
      faults.map(({ forms, summary, affects }) => [forms.map(code).join(", "), affected[affects], summary]),
    ),
    "On the command line, `:0.1` at the end sets a probability, and `@listMeters,putSchema` the operations (`@meter.created` the event types of a fault of deliveries).",
    "## Options",
    'As JSON, a fault has its `id` and these options: `{ "id": "status", "status": 429, "retryAfter": 5, "times": 2 }`.',
    table(
      ["option", "of", "value", "default", "meaning"],
      [
        ...optionRows("every fault", { probability, times }),
        ...optionRows("every fault of calls", { operations }),
        ...optionRows("every fault of deliveries", { events, webhooks }),
        ...faultCatalogue.flatMap(({ id, options }) => optionRows(code(id), options)),
      ],
    ),
    "## Consumer profiles",
    "`concord consumer` and `forEachFault` run the tests of a client once under each of these profiles, and once without faults. A client is obliged to survive some of them by a clause of the platform's specification; the others are advice.",
    table(
      ["name", "effect", "kind"],
      consumerProfiles
        .slice(1)
        .map(({ name, about, isObliged }) => [
          code(name),
          about.replace("Retry-After", "`Retry-After`"),
          obligationText(platformMock.faultClauses?.[name], isObliged),
        ]),
    ),
  ]);
}

function obligationText(section: string | undefined, isObliged: boolean): string {
  if (isObliged) return `obliged by §${section}`;
  return section === undefined ? "advice" : `advice (§${section})`;
}

function optionRows(owner: string, options: FaultOptions): readonly (readonly string[])[] {
  return Object.entries(options).map(([name, { expected, presence, default: ifMissing, description }]) => [
    code(name),
    owner,
    expected,
    presence === "required" ? "required" : ifMissing === undefined ? "" : code(JSON.stringify(ifMissing)),
    description,
  ]);
}
