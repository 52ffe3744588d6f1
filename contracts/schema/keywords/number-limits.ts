import { numberLimit } from "./limit.ts";

export const minimum = numberLimit({
  name: "minimum",
  sign: 1,
  isOpen: false,
  opposite: "exclusiveMaximum",
  words: "of at least",
});

export const maximum = numberLimit({
  name: "maximum",
  sign: -1,
  isOpen: false,
  opposite: "exclusiveMinimum",
  words: "of at most",
});

export const exclusiveMinimum = numberLimit({
  name: "exclusiveMinimum",
  sign: 1,
  isOpen: true,
  opposite: "maximum",
  words: "greater than",
});

export const exclusiveMaximum = numberLimit({
  name: "exclusiveMaximum",
  sign: -1,
  isOpen: true,
  opposite: "minimum",
  words: "less than",
});
