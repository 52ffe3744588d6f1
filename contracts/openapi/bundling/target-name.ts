import { basename, extname } from "node:path";
import { pointerOfFragment, splitPointer } from "../../model/pointer.ts";
import { splitReference } from "../../sources/reference.ts";

/** Returns the name of a reference target: the component key, or the file name for a whole file. */
export function targetName(file: string, pointer: string): string {
  return splitPointer(pointer).at(-1) ?? basename(file, extname(file));
}

/** Returns true if a reference names a file or a component, and not a part of one. */
export function isNamedTarget(reference: string): boolean {
  return splitPointer(pointerOfFragment(splitReference(reference).fragment)).length <= MAX_NAMED_TOKENS;
}

/** Number of tokens in a pointer to a component: "/components/schemas/Dog". */
const MAX_NAMED_TOKENS = 3;

export function referencedName(reference: string): string {
  const { path, fragment } = splitReference(reference);
  return targetName(path, pointerOfFragment(fragment));
}
