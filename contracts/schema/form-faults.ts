import type { Json } from "../model/json.ts";
import { isObject } from "../model/shapes.ts";
import {
  type Form,
  type ObjectKind,
  any,
  isNodeKind,
  memberForms,
  noReference,
  descriptive,
  objectOf,
} from "./member-forms.ts";

/** A value that does not have the form of its member. */
export interface FormFault {
  /** Path of the member below the object. */
  readonly path: readonly (string | number)[];
  readonly value: Json;
  readonly form: Form;
}

/**
 * Returns the members of an object whose values do not have their forms. Objects of kinds that `enters` accepts are
 * checked as well.
 */
export function formFaults(
  node: { readonly [name: string]: Json },
  kind: ObjectKind,
  { forms = memberForms, enters }: { readonly forms?: Forms; readonly enters: (kind: ObjectKind) => boolean },
): FormFault[] {
  const faults: FormFault[] = [];
  checkObject(node, kind, []);
  return faults;

  function checkObject(object: { readonly [name: string]: Json }, of: ObjectKind, path: FormFault["path"]): void {
    const members = forms[of];
    if (!members) return;
    if (object["$ref"] !== undefined && !isNodeKind(of)) {
      faults.push({ path, value: object, form: noReference });
      return;
    }
    const isReference = typeof object["$ref"] === "string" && of !== "schema" && of !== "pathItem";
    for (const name in object) {
      if (isReference && !name.startsWith("x-")) continue;
      const form = Object.hasOwn(members, name) ? members[name] : name.startsWith("x-") ? undefined : members["*"];
      if (form) checkValue(object[name] as Json, form, [...path, name]);
    }
  }

  function checkValue(value: Json, form: Form, path: FormFault["path"]): void {
    if (!form.accepts(value)) {
      faults.push({ path, value, form });
      return;
    }
    const { kind: inner, each, holds } = form;
    if (holds === "value") {
      if (inner !== undefined && isObject(value) && enters(inner)) checkObject(value, inner, path);
      return;
    }
    const item = each ?? (inner && objectOf(inner));
    if (!item || item === any) return;
    for (const [key, member] of Object.entries(value as { readonly [name: string]: Json })) {
      if (holds === "map" && key.startsWith("x-") && !isObject(member)) continue;
      if (key === "$ref" && each) faults.push({ path, value, form: noReference });
      else
        checkValue(member, form.isDescriptive ? descriptive(item) : item, [
          ...path,
          holds === "list" ? Number(key) : key,
        ]);
    }
  }
}

type Forms = Readonly<Partial<Record<ObjectKind, Readonly<Record<string, Form>>>>>;
