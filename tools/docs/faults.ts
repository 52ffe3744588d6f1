import { consumerProfiles, faultCatalogue } from "../../mock/index.ts";
import { type Page, code, page, table } from "./markdown.ts";

const affected = { calls: "calls", deliveries: "deliveries", both: "calls and deliveries" } as const;

export function faultsPage(): Page {
  const faults = faultCatalogue.toSorted((one, other) => one.affects.localeCompare(other.affects));
  return page("reference/faults.md", "Faults", [
    "A fault is what the mock does to a client on purpose. `--fault FAULT`, `faults` in a configuration, `faults.set()` of an organization and the control API accept the same settings.",
    table(
      ["fault", "affects", "effect"],
      faults.map(({ usage: [form, summary], affects }) => [
        form.split(", ").map(code).join(", "),
        affected[affects],
        summary,
      ]),
    ),
    "On the command line, `:0.1` at the end sets a probability, and `@listMeters,putSchema` the operations (`@meter.created` the event types of a fault of deliveries).",
    "## Members",
    "As JSON, each fault has its `id` and these members.",
    table(
      ["member", "of", "value"],
      [
        ["`probability`", "all", "probability that the fault affects a call or a delivery, from 0 to 1"],
        ["`times`", "all", "maximum number of calls and deliveries that it affects"],
        [
          "`operations`",
          "faults of calls",
          "only these operations: `operationId`, `api/operationId` or `METHOD /path/{template}`",
        ],
        ["`events`", "faults of deliveries", "only these event types"],
        ["`webhooks`", "faults of deliveries", "only the webhooks of these ids"],
        ...faultCatalogue.flatMap(({ id, parameters }) =>
          Object.entries(parameters).map(([name, parameter]) => [
            code(name),
            code(id),
            `${parameter.expected}${parameter.required ? " (required)" : ""}`,
          ]),
        ),
      ],
    ),
    "## Consumer profiles",
    "`concord consumer` and `forEachFault` run the tests of a client once under each of these profiles, and once without faults. A client is obliged to survive some of them by a clause of the platform's specification; the others are advice.",
    table(
      ["name", "effect", "kind"],
      consumerProfiles
        .slice(1)
        .map(({ name, about, section, isObliged }) => [
          code(name),
          about.replace("Retry-After", "`Retry-After`"),
          isObliged ? `obliged by §${section}` : section === undefined ? "advice" : `advice (§${section})`,
        ]),
    ),
  ]);
}
