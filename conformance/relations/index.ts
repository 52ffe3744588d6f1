import type { Property } from "../properties/property.ts";
import { createdRead } from "./created-read.ts";
import { deletedGone } from "./deleted-gone.ts";
import { asProperty } from "./relation.ts";

/** The catalogue: one line for each relation, in the order in which they are tried. */
export const relations: readonly Property[] = [createdRead, deletedGone].map((relation) => asProperty(relation));
