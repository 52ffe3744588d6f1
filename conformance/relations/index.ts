import type { Property } from "../scope/property.ts";
import { belowConforms, childrenApart, childrenGone } from "./children.ts";
import { conflict } from "./conflict.ts";
import { filtersSound, listAsAsked, pagesComplete, sortedAsAsked } from "./asked.ts";
import {
  actionRepeated,
  deletedGone,
  deletedNotUpdated,
  idNotReused,
  itemServed,
  unknownRefused,
} from "./existence.ts";
import { readOnlyKept } from "./forged.ts";
import { actionKept, othersKept, refusedNoTrace } from "./kept.ts";
import { linksLead } from "./links-lead.ts";
import { createdListed, listedRead, postedListed } from "./listed.ts";
import { location } from "./location.ts";
import { sequences } from "./sequences.ts";
import { membersKept } from "./members-kept.ts";
import { asProperty } from "./story/relation.ts";
import { foreignRefused, readOnlyTraceless } from "./strangers.ts";
import { transitions } from "./transitions.ts";
import { oneWinner, staleRefused, versionMonotonic } from "./versions.ts";
import { writeOnlyHidden } from "./write-only-hidden.ts";
import { createdRead, restKept, sentRead, updatedRead } from "./written.ts";

/** Catalogue of relations, in the order in which they are tried. */
export const relations: readonly Property[] = [
  ...[
    createdRead,
    sentRead,
    createdListed,
    listedRead,
    filtersSound,
    pagesComplete,
    sortedAsAsked,
    updatedRead,
    itemServed,
    actionRepeated,
    unknownRefused,
    restKept,
    refusedNoTrace,
    readOnlyKept,
    writeOnlyHidden,
    location,
    linksLead,
    belowConforms,
    childrenApart,
    membersKept,
    conflict,
    transitions,
    actionKept,
    othersKept,
    versionMonotonic,
    staleRefused,
    oneWinner,
    foreignRefused,
    readOnlyTraceless,
    idNotReused,
    deletedGone,
    deletedNotUpdated,
    childrenGone,
    sequences,
  ].map((relation) => asProperty(relation)),
  postedListed,
  // This property belongs to the list operation; the relations belong to the operation that creates items.
  listAsAsked,
];
