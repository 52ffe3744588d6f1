import { type Contract, type Json, type JsonSchema, type Operation, isObject, typesOf } from "../../contracts/index.ts";
import { type Refusal, invalidStatus, refuseViolations } from "../problem.ts";
import type { Input } from "../request.ts";
import { cursorNames, defaultOf, fieldsOf, limitNames, offsetNames, pageNames } from "./fields.ts";
import { membersIn } from "./representation.ts";

/** The part of a list that a request asks for. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
  /** The number of the page, counted as the contract counts. */
  readonly number: number;
}

export interface Paging {
  /** Reads what a request asks for, all of the list where it says nothing; refuses a cursor that is none. */
  read(input: Input): Page | Refusal;
  readonly hasCursor: boolean;
}

/** Compiles how an operation's requests ask for a page. */
export function createPaging(contract: Contract, operation: Operation): Paging {
  const fields = fieldsOf(contract, operation);
  const named = (names: readonly string[]): ((values: Input["parameters"]) => number | undefined) => {
    const found = names.flatMap((name) => fields.filter((field) => field.name === name));
    const known = found.map(({ name, schema }) => ({ name, usual: defaultOf(contract, schema) }));
    return (values) =>
      known.map(({ name, usual }) => values[name] ?? usual).find((value) => typeof value === "number") as
        | number
        | undefined;
  };
  const [limitOf, offsetOf, numberOf] = [named(limitNames), named(offsetNames), named(pageNames)];
  const first = fields.some(({ name, schema }) => pageNames.includes(name) && beginsAtZero(schema)) ? 0 : 1;
  const cursor = operation.parameters.find(
    ({ in: place, name, schema }) =>
      place === "query" && cursorNames.test(name) && typesOf(contract, schema.value).includes("string"),
  )?.name;
  const status = invalidStatus(operation);

  return {
    hasCursor: cursor !== undefined,
    read({ parameters, body }) {
      const values = operation.body ? { ...membersIn(body), ...parameters } : parameters;
      const limit = Math.max(0, limitOf(values) ?? Number.POSITIVE_INFINITY);
      const given = cursor === undefined ? undefined : parameters[cursor];
      if (given !== undefined && given !== "") {
        const offset = offsetIn(given);
        if (offset !== undefined) return { offset, limit, number: first + pagesBefore(offset, limit) };
        const expected = "a cursor that an earlier page gave";
        const got = JSON.stringify(given);
        return refuseViolations(status, [{ in: "query", pointer: `/${cursor}`, expected, got }]);
      }
      const before = Math.max(0, (numberOf(values) ?? first) - first);
      // Where pages have no size, everything is on the first one.
      const offset = Math.max(0, offsetOf(values) ?? (before === 0 ? 0 : before * limit));
      return { offset, limit, number: first + (before > 0 ? before : pagesBefore(offset, limit)) };
    },
  };
}

/** The cursor of the page that begins at an offset: opaque to all but the mock. */
export function cursorAt(offset: number): string {
  return Buffer.from(String(offset)).toString("base64url");
}

function offsetIn(cursor: Json): number | undefined {
  const offset = Number(Buffer.from(String(cursor), "base64url").toString());
  return Number.isSafeInteger(offset) && offset >= 0 && cursorAt(offset) === cursor ? offset : undefined;
}

function pagesBefore(offset: number, limit: number): number {
  return limit > 0 && Number.isFinite(limit) ? Math.floor(offset / limit) : 0;
}

function beginsAtZero(schema: JsonSchema): boolean {
  return isObject(schema) && (schema["minimum"] === 0 || schema["default"] === 0);
}
