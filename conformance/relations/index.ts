import type { Property } from "../scope/property.ts";
import { actionKept } from "./action-kept.ts";
import { belowConforms } from "./below-conforms.ts";
import { childrenApart } from "./children-apart.ts";
import { childrenGone } from "./children-gone.ts";
import { conflict } from "./conflict.ts";
import { createdRead } from "./created-read.ts";
import { deletedGone } from "./deleted-gone.ts";
import { deletedNotUpdated } from "./deleted-not-updated.ts";
import { idNotReused } from "./id-not-reused.ts";
import { listAsAsked } from "./list-as-asked.ts";
import { actionRepeated } from "./action-repeated.ts";
import { unknownRefused } from "./unknown-refused.ts";
import { postedListed } from "./posted-listed.ts";
import { itemServed } from "./item-served.ts";
import { linksLead } from "./links-lead.ts";
import { listedRead } from "./listed-read.ts";
import { location } from "./location.ts";
import { oneWinner } from "./one-winner.ts";
import { readOnlyKept } from "./read-only-kept.ts";
import { refusedNoTrace } from "./refused-no-trace.ts";
import { asProperty } from "./story/relation.ts";
import { restKept } from "./rest-kept.ts";
import { sentRead } from "./sent-read.ts";
import { sequences } from "./sequences.ts";
import { staleRefused } from "./stale-refused.ts";
import { updatedRead } from "./updated-read.ts";
import { transitions } from "./transitions.ts";
import { versionMonotonic } from "./version-monotonic.ts";
import { writeOnlyHidden } from "./write-only-hidden.ts";
import { createdListed } from "./created-listed.ts";
import { filtersSound } from "./filters-sound.ts";
import { foreignRefused } from "./foreign-refused.ts";
import { othersKept } from "./others-kept.ts";
import { pagesComplete } from "./pages-complete.ts";
import { readOnlyTraceless } from "./read-only-traceless.ts";
import { sortedAsAsked } from "./sorted-as-asked.ts";

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
