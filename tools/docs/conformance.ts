import { checks, operationChecks, responseInTime, phases, propertiesWith } from "../../conformance/index.ts";
import { relations } from "../../conformance/relations/index.ts";
import { platformConformance } from "../../profiles/platform/conformance.ts";
import { type Page, code, page, table } from "./markdown.ts";

export function checksPage(): Page {
  return page("reference/checks.md", "Checks", [
    "A check judges one response. `concord conform`, `concord proxy` and `conformanceSuite` ask every check of every response, the most severe first. `--check ID` selects the findings of one.",
    table(
      ["check", "claim"],
      [...checks, responseInTime, ...operationChecks].map(({ id, claim }) => [code(id), claim]),
    ),
  ]);
}

export function propertiesPage(): Page {
  const ofRelations = new Set(relations.map(({ id }) => id));
  return page("reference/properties.md", "Properties and relations", [
    "A property claims something of all requests of a kind to one operation. A relation claims something of several exchanges about one item. `--property ID` selects one, `--phase PHASE` a phase.",
    '`writes` is "yes" if the property may change the target in addition to the effects of the operation. A run that only reads skips these.',
    ...phases.flatMap(({ id, claim }) => [
      `## Phase ${id}`,
      `${claim}.`,
      table(
        ["property", "kind", "writes", "claim"],
        propertiesWith(platformConformance)
          .filter(({ phase }) => phase === id)
          .map((property) => [
            code(property.id),
            ofRelations.has(property.id) ? "relation" : "property",
            property.writes ? "yes" : "no",
            property.claim,
          ]),
      ),
    ]),
  ]);
}
