import { ToolError, readBounded } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { createUsageError } from "./parse.ts";

/** Value of an option, and the place that it is from. */
export interface SecretValue {
  readonly value: string;
  /** The variable that holds it, if it is from one. */
  readonly variable?: string;
  /** The option's text, if it contains no secret: `env:NAME` or `file:PATH`. */
  readonly reference?: string;
}

/**
 * Value that an option gives as `env:NAME`, as `file:PATH`, or literally. White space around it is removed.
 * @throws ToolError "usage" if the variable is not set, or the file cannot be read.
 */
export function secretValue(command: string, option: string, text: string, { env }: Pick<Io, "env">): SecretValue {
  const [, kind, place = ""] = /^(env|file):(.+)$/s.exec(text.trim()) ?? [];
  if (kind === "env") {
    const value = env[place]?.trim();
    if (value) return { value, variable: place, reference: `env:${place}` };
    throw createUsageError(command, `${option} names the variable ${place}, which is not set`);
  }
  if (kind === "file") return { value: readSecret(command, option, place), reference: `file:${place}` };
  return { value: text.trim() };
}

function readSecret(command: string, option: string, file: string): string {
  let value: string;
  try {
    value = readBounded(file).toString().trim();
  } catch (error) {
    const reason =
      error instanceof ToolError ? error.message : ((error as NodeJS.ErrnoException).code ?? String(error));
    throw createUsageError(command, `${option} names the file "${file}", which cannot be read: ${reason}`);
  }
  if (value === "") throw createUsageError(command, `${option} names the file "${file}", which is empty`);
  return value;
}
