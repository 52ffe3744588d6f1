import type { Row } from "../row.ts";
import { entityRows } from "./entity.ts";

/** Every row of the specification's tables and numbered lists, in the order of its sections. */
export const rows: readonly Row[] = [...entityRows];
