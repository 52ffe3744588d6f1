import { foldedName } from "../../../contracts/index.ts";

/** States that an action leads to, where its past participle is not the usual word. The best one comes first. */
const irregularStates: Readonly<Record<string, readonly string[]>> = {
  activate: ["active", "enabled", "live"],
  reactivate: ["active", "enabled"],
  deactivate: ["inactive", "disabled"],
  enable: ["active", "on"],
  disable: ["inactive", "off"],
  poweroff: ["off", "stopped", "shutdown"],
  shutdown: ["off", "stopped"],
  poweron: ["on", "running", "started", "active"],
  launch: ["live", "started", "running", "active"],
  start: ["running", "inprogress", "active", "on"],
  stop: ["off", "ended"],
  resume: ["active", "running", "open", "enabled"],
  unpause: ["active", "running", "open", "enabled"],
  unsuspend: ["active", "enabled"],
  unarchive: ["active", "open", "available", "enabled"],
  restore: ["active", "open", "available", "enabled"],
  reopen: ["open"],
  open: ["open"],
  complete: ["complete", "done", "finished"],
  finish: ["done", "complete", "completed"],
  publish: ["live", "public"],
  unpublish: ["draft", "private"],
  approve: ["accepted"],
  accept: ["approved"],
  reject: ["declined", "denied"],
  decline: ["rejected"],
  deny: ["rejected", "declined"],
  submit: ["pending", "inreview"],
  pay: ["paid"],
  send: ["sent"],
  void: ["void"],
  freeze: ["frozen"],
  hold: ["held", "onhold"],
  withdraw: ["withdrawn"],
  unschedule: ["draft"],
};

const opposites: Readonly<Record<string, string>> = {
  poweroff: "poweron",
  stop: "start",
  resume: "pause",
  reactivate: "deactivate",
  restore: "delete",
  reopen: "close",
  close: "open",
  open: "close",
  detach: "attach",
};

/** Verbs of every kind of change. They say nothing about a state. */
const generalVerbs = /^(create|update|get|list|add|set|new|edit|put|patch|change|delete|remove|make|mark)$/;

/** Words for the state that a verb leads to, without punctuation and in lower case: "closed" for "close". */
export function statesAfter(verb: string): readonly string[] {
  if (generalVerbs.test(verb)) return [];
  const last = verb.at(-1) ?? "";
  const regular = verb.endsWith("e") ? [`${verb}d`] : [`${verb}ed`, `${verb}${last}ed`, verb.replace(/y$/, "ied")];
  return [...regular, ...(irregularStates[verb] ?? [])];
}

/** The verb that undoes another one: "enable" for "disable". */
export function oppositeOf(verb: string): string | undefined {
  const [, inner] = /^(?:un|dis|de)(\w{3,})$/.exec(verb) ?? [];
  if (inner !== undefined && verb.startsWith("dis")) return `en${inner}`;
  return opposites[verb] ?? inner ?? { enable: "disable", activate: "deactivate" }[verb] ?? `un${verb}`;
}

/** An action by its name: the verb, and what it is about. */
export interface ActionName {
  readonly verb: string;
  /** Words after the verb, joined: "protection" of "change_protection". Empty if it is about the item itself. */
  readonly object: string;
  /** True for the word of the path. It may be the name of a flag: "favorite". */
  readonly isOfPath?: boolean;
}

/** Readings of the name of an action, the likeliest first: "power_off" is one verb, "add_subnet" a verb with an object. */
export function readActionName(name: string): readonly ActionName[] {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .map((word) => foldedName(word))
    .filter((word) => word !== "" && word !== "as");
  const [verb = "", ...rest] = words;
  const whole = { verb: words.join(""), object: "" };
  return rest.length === 0 ? [whole] : [whole, { verb, object: rest.join("") }];
}

/** True for the name of an action that makes another thing out of the item. */
export function isForAnotherThing(name: string): boolean {
  return /^(create|new|copy|clone|duplicate|export|import|request|generate|snapshot|rebuild|preview|test|search)/i.test(
    name,
  );
}
