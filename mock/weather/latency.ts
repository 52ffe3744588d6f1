import { LONGEST_WAIT, duration, needed, numberIn } from "./parameters.ts";
import type { Weather } from "./weather.ts";

export interface Latency {
  readonly id: "latency";
  /** How long each answer is held back: so long, or from so long to so long, by the seed. */
  readonly milliseconds: number | readonly [least: number, most: number];
}

/** Holds answers back. The call itself is carried out at once. */
export const latency: Weather<Latency> = {
  id: "latency",
  usage: ["latency=200, latency=100-500", "each answer waits so many milliseconds, or some in that range"],
  parameters: {
    milliseconds: needed({
      expected: `milliseconds from 0 to ${LONGEST_WAIT}, or the least and the most of them`,
      fits: (value) =>
        Array.isArray(value)
          ? value.length === 2 && value.every((each) => duration.fits(each)) && value[0] <= value[1]
          : duration.fits(value),
    }),
  },
  read(text) {
    const [least, most, ...rest] = (text ?? "").split("-").map(numberIn);
    if (least === undefined || rest.length > 0 || (text?.includes("-") && most === undefined)) return undefined;
    return { milliseconds: most === undefined ? least : [least, most] };
  },
  change(response, { setting: { milliseconds }, chance }) {
    const [least, most] = typeof milliseconds === "number" ? [milliseconds, milliseconds] : milliseconds;
    const before = response.transport?.delay ?? 0;
    const delay = before + Math.round(least + (most - least) * chance("latency"));
    return { ...response, transport: { ...response.transport, delay: Math.min(delay, LONGEST_WAIT) } };
  },
};
