/** Generates mutations of any object in any way, plausible or not. */
import type {
  DeliveredMutation,
  MutationGroup,
} from "../../../tools/country/official-format/mutation-delivery.ts";
import type {
  BagObject,
  DeliveredType,
  DemoVoorkomen,
} from "../../../tools/country/official-format/objects.ts";
import { voorkomen } from "../extracts/bag-objects.ts";
import { plusDays } from "./days.ts";
import type { Dice } from "./dice.ts";
import { drawDate, drawVoorkomen, drawVoorkomens, type FuzzCountry } from "./fuzz-country.ts";
import { CHANGING_OBJECTS, drawObject, idOf } from "./fuzz-objects.ts";

interface Subject {
  readonly country: FuzzCountry;
  readonly type: DeliveredType;
  readonly n: number;
  /** Existing voorkomens of the object. */
  readonly voorkomens: readonly BagObject[];
  /** Date of the delivery being made. */
  readonly date: string;
  readonly dice: Dice;
}

type Change = (subject: Subject) => readonly MutationGroup[];

/** Draws one change and applies it; returns an empty array when it does not fit the drawn object. */
export function mutate(country: FuzzCountry, date: string, dice: Dice): readonly MutationGroup[] {
  const { type, n } = dice.pick(CHANGING_OBJECTS);
  const voorkomens = country.voorkomensOf(type, idOf(type, n));
  const change = voorkomens.length === 0 ? dice.pick(CHANGES_OF_ABSENT) : dice.pick(CHANGES);
  const groups = change({ country, type, n, voorkomens, date, dice });
  for (const mutation of groups.flat()) {
    country.apply(mutation);
  }
  return groups;
}

/** Makes the usual change: the last voorkomen ends where its successor begins, today, later or in the past. */
const addSuccessor: Change = (subject) => {
  const { voorkomens, date, dice } = subject;
  const last = voorkomens.at(-1)!;
  const begin = dice.chance(0.6) ? plusDays(date, -dice.below(2)) : drawDate(date, dice);
  const next = redrawObject(subject, voorkomen(numberOf(last) + 1, begin));
  return [[changed(last, { eindGeldigheid: begin }), { kind: "toevoeging", wordt: next }]];
};

/** Makes the usual change twice in one delivery. */
const addTwoSuccessors: Change = (subject) => {
  const first = addSuccessor(subject);
  const next = (first[0]![1] as { wordt: BagObject }).wordt;
  return [...first, ...addSuccessor({ ...subject, voorkomens: [next] })];
};

/** Replaces the content under the same number. */
const correct: Change = (subject) => {
  const was = subject.dice.pick(subject.voorkomens);
  return [[{ kind: "wijziging", was, wordt: redrawObject(subject, was.voorkomen) }]];
};

const correctDates: Change = ({ voorkomens, date, dice }) => {
  const was = dice.pick(voorkomens);
  return [[changed(was, drawVoorkomen(numberOf(was), date, dice))]];
};

const withdrawEnd: Change = ({ voorkomens }) => [
  [changed(voorkomens.at(-1)!, { eindGeldigheid: undefined })],
];

const deactivate: Change = ({ voorkomens, date, dice }) => {
  const moment = `${date}T12:00:00.000`;
  const mark = dice.pick(["tijdstipInactief", "tijdstipInactiefLV", "tijdstipNietBagLV"] as const);
  return [[changed(dice.chance(0.6) ? voorkomens.at(-1)! : dice.pick(voorkomens), { [mark]: moment })]];
};

/** Marks the whole life as niet-BAG and adds another from number 1 on, as a synchronisation does; in any order. */
const synchronise: Change = ({ type, n, voorkomens, date, dice }) => {
  const moment = `${date}T13:${10 + dice.below(50)}:00.${100 + dice.below(900)}`;
  const marks = voorkomens.map((was) => changed(was, { tijdstipNietBagLV: moment }));
  const chain = drawVoorkomens(type, n, { date, dice }).map((one): DeliveredMutation => {
    const life = { ...one.voorkomen, tijdstipRegistratie: moment, tijdstipRegistratieLV: moment };
    return { kind: "toevoeging", wordt: { ...one, voorkomen: life } as BagObject };
  });
  return [dice.shuffle([...marks, ...chain])];
};

const removeOne: Change = ({ voorkomens, dice }) => [[{ kind: "verwijdering", was: dice.pick(voorkomens) }]];

const removeAll: Change = ({ voorkomens }) => [
  voorkomens.map((was): DeliveredMutation => ({ kind: "verwijdering", was })),
];

/** Removes the object and adds it again within one delivery. */
const replaceAll: Change = (subject) => [...removeAll(subject), ...create(subject)];

/** Adds a voorkomen of any number anywhere in time, in addition to the existing ones. */
const addAny: Change = (subject) => {
  const { voorkomens, date, dice } = subject;
  const number = 1 + dice.below(numberOf(voorkomens.at(-1)!) + 3);
  return [[{ kind: "toevoeging", wordt: redrawObject(subject, drawVoorkomen(number, date, dice)) }]];
};

/** Adds an existing voorkomen again. */
const repeat: Change = ({ voorkomens, dice }) => [[{ kind: "toevoeging", wordt: dice.pick(voorkomens) }]];

const create: Change = ({ type, n, date, dice }) => {
  const objects = dice.chance(0.5)
    ? [{ ...drawObject(type, n, dice), voorkomen: voorkomen(1, date) } as BagObject]
    : drawVoorkomens(type, n, { date, dice });
  return [objects.map((wordt): DeliveredMutation => ({ kind: "toevoeging", wordt }))];
};

/** Changes or removes a voorkomen that the receiver may never have had. */
const changeUnknown: Change = ({ type, n, date, dice }) => {
  const was = {
    ...drawObject(type, n, dice),
    voorkomen: drawVoorkomen(1 + dice.below(3), date, dice),
  } as BagObject;
  if (dice.chance(0.3)) {
    return [[{ kind: "verwijdering", was }]];
  }
  return [[changed(was, drawVoorkomen(numberOf(was), date, dice))]];
};

const restoreRemoved: Change = ({ country, dice }) => {
  if (country.removed.length === 0) {
    return [];
  }
  return [[{ kind: "toevoeging", wordt: dice.pick(country.removed) }]];
};

const CHANGES_OF_ABSENT: readonly Change[] = [create, create, create, changeUnknown, restoreRemoved];
const CHANGES: readonly Change[] = [
  ...[addSuccessor, addSuccessor, addSuccessor, addSuccessor, addSuccessor],
  ...[correct, correct, correct, correctDates, withdrawEnd, deactivate, removeOne, removeAll],
  ...[synchronise, synchronise],
  ...[addTwoSuccessors, replaceAll, addAny, repeat, restoreRemoved],
];

function numberOf({ voorkomen: { voorkomenidentificatie } }: BagObject): number {
  return voorkomenidentificatie;
}

function changed(was: BagObject, changes: Partial<DemoVoorkomen>): DeliveredMutation {
  const wordt = { ...was, voorkomen: { ...was.voorkomen, ...changes } } as BagObject;
  return { kind: "wijziging", was, wordt };
}

/** Returns the object with one field, or all fields, drawn again. */
function redrawObject({ type, n, voorkomens, dice }: Subject, at: DemoVoorkomen): BagObject {
  const drawn = { ...drawObject(type, n, dice), voorkomen: at } as BagObject;
  const current = voorkomens.at(-1);
  if (current === undefined || dice.chance(0.4)) {
    return drawn;
  }
  const field = dice.pick(
    Object.keys(drawn).filter((name) => !["type", "identificatie", "voorkomen"].includes(name)),
  );
  return { ...current, [field]: drawn[field as keyof BagObject], voorkomen: at } as BagObject;
}
