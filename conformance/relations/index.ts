import type { Property } from "../properties/property.ts";
import { createdListed } from "./created-listed.ts";
import { createdRead } from "./created-read.ts";
import { deletedGone } from "./deleted-gone.ts";
import { filtersSound } from "./filters-sound.ts";
import { foreignRefused } from "./foreign-refused.ts";
import { pagesComplete } from "./pages-complete.ts";
import { readOnlyTraceless } from "./read-only-traceless.ts";
import { asProperty } from "./relation.ts";
import { sortedAsAsked } from "./sorted-as-asked.ts";

/** The catalogue: one line for each relation, in the order in which they are tried. */
export const relations: readonly Property[] = [
  createdRead,
  createdListed,
  filtersSound,
  pagesComplete,
  sortedAsAsked,
  deletedGone,
  foreignRefused,
  readOnlyTraceless,
].map((relation) => asProperty(relation));
