/** What a setting may be. */
export interface WeatherParameter {
  readonly required?: true;
  /** As a noun phrase: "a number from 0 to 1". */
  readonly expected: string;
  fits(value: unknown): boolean;
}

export const flag: WeatherParameter = { expected: "true or false", fits: (value) => typeof value === "boolean" };

export const likelihood: WeatherParameter = {
  expected: "a number from 0 to 1",
  fits: (value) => typeof value === "number" && value >= 0 && value <= 1,
};

export const failureStatus: WeatherParameter = {
  expected: "a status from 400 to 599",
  fits: (value) => Number.isInteger(value) && (value as number) >= 400 && (value as number) <= 599,
};

/** A whole number of at least `min`. */
export function whole(min: number): WeatherParameter {
  return {
    expected: `a whole number of at least ${min}`,
    fits: (value) => Number.isSafeInteger(value) && (value as number) >= min,
  };
}

/** Longer than this, no timer waits. */
export const LONGEST_WAIT = 2 ** 31 - 1;

export const duration: WeatherParameter = {
  expected: `a number of milliseconds from 0 to ${LONGEST_WAIT}`,
  fits: (value) => typeof value === "number" && value >= 0 && value <= LONGEST_WAIT,
};

/** The same parameter, where it must not be left out. */
export function needed(parameter: WeatherParameter): WeatherParameter {
  return { ...parameter, required: true };
}

/** A text as the decimal number that it is; undefined where it is none. */
export function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** A wait, or the least and the most of it: then it is some time in that range, by the seed. */
export type Wait = number | readonly [least: number, most: number];

export const wait: WeatherParameter = {
  expected: `milliseconds from 0 to ${LONGEST_WAIT}, or the least and the most of them`,
  fits: (value) =>
    Array.isArray(value)
      ? value.length === 2 && value.every((each) => duration.fits(each)) && value[0] <= value[1]
      : duration.fits(value),
};

/** A wait as a command line writes it: "200", or "100-500"; undefined where it is none. */
export function waitIn(text: string | undefined): Wait | undefined {
  const [least, most, ...rest] = (text ?? "").split("-").map(numberIn);
  if (least === undefined || rest.length > 0 || (text?.includes("-") && most === undefined)) return undefined;
  return most === undefined ? least : [least, most];
}

/** How long a wait is this time. */
export function millisecondsOf(between: Wait, chance: number): number {
  const [least, most] = typeof between === "number" ? [between, between] : between;
  return Math.round(least + (most - least) * chance);
}
