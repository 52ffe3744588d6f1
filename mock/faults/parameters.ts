/** A parameter of a fault. */
export interface FaultParameter {
  readonly required?: true;
  /** As a noun phrase: "a number from 0 to 1". */
  readonly expected: string;
  fits(value: unknown): boolean;
}

export const flag: FaultParameter = { expected: "true or false", fits: (value) => typeof value === "boolean" };

export const likelihood: FaultParameter = {
  expected: "a number from 0 to 1",
  fits: (value) => typeof value === "number" && value >= 0 && value <= 1,
};

export const failureStatus: FaultParameter = {
  expected: "a status from 400 to 599",
  fits: (value) => Number.isInteger(value) && (value as number) >= 400 && (value as number) <= 599,
};

/** A whole number of at least `min`. */
export function whole(min: number): FaultParameter {
  return {
    expected: `a whole number of at least ${min}`,
    fits: (value) => Number.isSafeInteger(value) && (value as number) >= min,
  };
}

/** Maximum delay of a timer, in milliseconds. */
export const LONGEST_WAIT = 2 ** 31 - 1;

export const duration: FaultParameter = {
  expected: `a number of milliseconds from 0 to ${LONGEST_WAIT}`,
  fits: (value) => typeof value === "number" && value >= 0 && value <= LONGEST_WAIT,
};

/** The same parameter, but required. */
export function needed(parameter: FaultParameter): FaultParameter {
  return { ...parameter, required: true };
}

/** Parses a decimal number. Returns undefined for other text. */
export function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** A delay in milliseconds, or a range from which the seed selects one. */
export type Wait = number | readonly [least: number, most: number];

export const wait: FaultParameter = {
  expected: `milliseconds from 0 to ${LONGEST_WAIT}, or the least and the most of them`,
  fits: (value) =>
    Array.isArray(value)
      ? value.length === 2 && value.every((each) => duration.fits(each)) && value[0] <= value[1]
      : duration.fits(value),
};

/** Parses a delay of the command line: "200" or "100-500". Returns undefined for other text. */
export function waitIn(text: string | undefined): Wait | undefined {
  const [least, most, ...rest] = (text ?? "").split("-").map(numberIn);
  if (least === undefined || rest.length > 0 || (text?.includes("-") && most === undefined)) return undefined;
  return most === undefined ? least : [least, most];
}

/** The delay that `chance`, from 0 to 1, selects. */
export function millisecondsOf(between: Wait, chance: number): number {
  const [least, most] = typeof between === "number" ? [between, between] : between;
  return Math.round(least + (most - least) * chance);
}
