/** Suggests streets, places and addresses for a begun text, with at most two files of names. */
import {
  type AreaRef,
  BEGINNING_LENGTH,
  type BeginFile,
  beginPath,
  type NameEntry,
  type NamePageFile,
  type NamePlace,
  namePagePath,
  type Run,
} from "../../../static/format.ts";
import { foldName } from "../../../static/name-words.ts";
import type { AddressTable } from "./address-table.ts";
import { type BegunNumber, rankOf, readLine } from "./begun-line.ts";
import { suggestOfPostcode } from "./begun-postcode.ts";
import { readTable } from "./read-table.ts";
import type { AddressSuggestion, StaticSuggestion } from "./static-answers.ts";
import type { StaticFiles } from "./static-files.ts";

/** Files read for the numbers of a street that is in several files; usually it is in one. */
const MAX_AREAS = 2;

interface Name {
  readonly key: string;
  readonly name: string;
  readonly place: NamePlace | undefined;
  readonly addresses: number;
  readonly where: NameEntry[4];
}

export async function suggest(files: StaticFiles, text: string, limit: number): Promise<StaticSuggestion[]> {
  const line = readLine(text);
  const ofPostcode = await suggestOfPostcode(files, line, limit);
  if (ofPostcode.length > 0) {
    return ofPostcode;
  }
  for (const asked of line.numbers) {
    const found = await suggestNumbers(files, withRegisteredNames(files, asked));
    if (found.length > 0) {
      return found.slice(0, limit);
    }
  }
  const names = await findNamesIn(files, foldName(text));
  return names.slice(0, limit).map(toSuggestion);
}

/** Returns the key of the woonplaats that a begun everyday name means beyond doubt. */
function registeredNameOf({ latest }: StaticFiles, begun: string): string | undefined {
  const meant = latest.everyday_names.filter(([everyday]) => begun !== "" && everyday.startsWith(begun));
  return meant.every(([, registered]) => registered === meant[0]![1]) ? meant[0]?.[1] : undefined;
}

/** Adds readings with the registered name of a woonplaats to the readings with an everyday name. */
function withRegisteredNames(files: StaticFiles, asked: BegunNumber): BegunNumber {
  const after = [...asked.after];
  for (const { designation, place } of asked.after) {
    const registered = registeredNameOf(files, place);
    if (registered !== undefined) {
      after.push({ designation, place: registered });
    }
  }
  return { ...asked, after };
}

/** Finds names with this beginning. Without any, reads the last words as a place name and finds streets there. */
async function findNamesIn(files: StaticFiles, text: string): Promise<Name[]> {
  const { names } = await findNames(files, text);
  for (let end = text.indexOf(" "); names.length === 0 && end > 0; end = text.indexOf(" ", end + 1)) {
    const registered = registeredNameOf(files, text.slice(end + 1));
    if (registered !== undefined) {
      return (await findNames(files, `${text.slice(0, end)} ${registered}`)).names;
    }
  }
  return names;
}

/** Suggests addresses with a number. Suggests streets while several may be meant, because each needs its own files. */
async function suggestNumbers(files: StaticFiles, asked: BegunNumber): Promise<StaticSuggestion[]> {
  const streets = await findStreets(files, asked);
  const whole = streets.filter(({ name }) => foldName(name) === foldName(asked.before));
  const meant = whole.length > 0 ? whole : streets;
  // Compares names, because two places of one name may both have such a street.
  if (new Set(meant.map(wholeKeyOf)).size > 1) {
    return meant.map(toSuggestion);
  }
  const found = await Promise.all(meant.map((street) => listAddresses(files, street, asked)));
  return found
    .flat()
    .sort((a, b) => a.rank - b.rank)
    .map(({ suggestion }) => suggestion);
}

/** Streets found on the pages of a folder, by name and place: a chosen street needs no further page. */
const seen = new WeakMap<StaticFiles, Map<string, readonly Name[]>>();

function remember(files: StaticFiles, names: readonly Name[]): void {
  const streets = new Map<string, Name[]>();
  for (const street of names.filter(isStreet)) {
    const key = wholeKeyOf(street);
    streets.set(key, [...(streets.get(key) ?? []), street]);
  }
  seen.set(files, new Map([...(seen.get(files) ?? []), ...streets]));
}

/** Finds the streets that begin with `before`, in the woonplaatsen that the words after the number may mean. */
async function findStreets(files: StaticFiles, { before, after }: BegunNumber): Promise<Name[]> {
  const beginning = foldName(before);
  const chosen = after.map(({ place }) => seen.get(files)?.get(`${beginning} ${place}`));
  const known = chosen.find((streets) => streets !== undefined);
  if (known !== undefined) {
    return [...known];
  }
  const { names, isWhole } = await findNames(files, beginning);
  const fits = (name: Name) =>
    isStreet(name) && after.some(({ place }) => placeKeyOf(name).startsWith(place));
  if (!isWhole) {
    for (const { place } of after.filter(({ place }) => place !== "")) {
      const ofPlace = await findNames(files, `${beginning} ${place}`);
      const streets = ofPlace.names.filter(fits);
      if (streets.length > 0) {
        return streets;
      }
    }
  }
  return names.filter(fits);
}

interface Ranked {
  /** The number as typed first, then its letters, then longer numbers. */
  readonly rank: number;
  readonly suggestion: AddressSuggestion;
}

async function listAddresses(files: StaticFiles, street: Name, asked: BegunNumber): Promise<Ranked[]> {
  const tables = await Promise.all(areasOf(street, asked.digits).map((area) => readTable(files, area)));
  return tables.flatMap((table) => listIn(table, street, asked));
}

function listIn(table: AddressTable | undefined, street: Name, asked: BegunNumber): Ranked[] {
  const place = street.place!;
  const isWholeStreet = foldName(street.name) === foldName(asked.before);
  return (table?.rows ?? []).flatMap((row) => {
    if (table!.streetNameOf(row) !== street.name || table!.placeIdOf(row) !== place[0]) {
      return [];
    }
    const fit = rankOf(row, asked, placeKeyOf(street));
    if (fit === undefined) {
      return [];
    }
    const address = table!.addressOf(row);
    const exact = fit === 0 && isWholeStreet;
    return [{ rank: fit, suggestion: { kind: "address", label: address.full_address, address, exact } }];
  });
}

/** Returns the files with the number; without any, the files that may have a longer number with these digits. */
function areasOf({ where }: Name, digits: string): AreaRef[] {
  if (!isRuns(where)) {
    return typeof where === "string" ? [] : [...where];
  }
  const having = (number: number) => (isEven: number) =>
    where
      .filter(([, first, last]) => first <= number && number <= last && first % 2 === isEven)
      .map(([area]) => area);
  const number = Number(digits);
  const exact = having(number)(number % 2);
  const begun = where.filter(([, , last]) => String(last).length > digits.length).map(([area]) => area);
  return [...new Set(exact.length > 0 ? exact : begun)].slice(0, MAX_AREAS);
}

function isRuns(where: NameEntry[4]): where is readonly Run[] {
  return Array.isArray(where[0]);
}

/** Finds the names with a beginning, most addresses first. `isWhole` is false when there may be more names. */
async function findNames(
  files: StaticFiles,
  beginning: string,
): Promise<{ names: Name[]; isWhole: boolean }> {
  const first = beginning.slice(0, BEGINNING_LENGTH);
  if (beginning.length < BEGINNING_LENGTH || !files.latest.beginnings.includes(first)) {
    return { names: [], isWhole: true };
  }
  const file = await files.read<BeginFile>(beginPath(first));
  const pagesTo = (text: string) => file.keys.filter((key) => key <= text).length;
  const page = pagesTo(beginning);
  const isWhole = page === pagesTo(`${beginning}\uffff`);
  const names = isWhole
    ? namesOf(await files.read<NamePageFile>(namePagePath(file.page + page)))
    : topOf(file, beginning);
  const begun = names
    .filter(({ key }) => key.startsWith(beginning))
    .sort((a, b) => b.addresses - a.addresses);
  const found = withoutRepeats(begun);
  if (isWhole) {
    remember(files, found);
  }
  return { names: found, isWhole };
}

function namesOf({ names, places }: NamePageFile): Name[] {
  return names.map(([key, name, place, addresses, where]) => ({
    key,
    name,
    place: places[place],
    addresses,
    where,
  }));
}

/** Returns the list of the longest stored beginning of the text. */
function topOf(file: BeginFile, beginning: string): Name[] {
  const all = namesOf(file);
  for (let length = beginning.length; length >= BEGINNING_LENGTH; length--) {
    const top = file.tops[beginning.slice(0, length)];
    if (top !== undefined) {
      return top.map((i) => all[i]!);
    }
  }
  return [];
}

/** Keeps the first entry of each name: a name is listed under several of its words. */
function withoutRepeats(names: readonly Name[]): Name[] {
  const kept = new Map<string, Name>();
  for (const name of names) {
    const key = `${name.name} ${name.place?.[0]} ${isStreet(name)}`;
    if (!kept.has(key)) {
      kept.set(key, name);
    }
  }
  return [...kept.values()];
}

function isStreet({ where }: Name): boolean {
  return typeof where !== "string";
}

function wholeKeyOf(name: Name): string {
  return `${foldName(name.name)} ${placeKeyOf(name)}`;
}

function placeKeyOf({ place }: Name): string {
  return foldName(place?.[1] ?? "");
}

function toSuggestion({ name, place, addresses, where }: Name): StaticSuggestion {
  const city = place?.[1] ?? "";
  const municipality = place?.[2] ?? name;
  return typeof where === "string"
    ? { kind: where as "place" | "municipality", label: name, municipality, address_count: addresses }
    : {
        kind: "street",
        label: `${name}, ${city}`,
        street: name,
        city,
        municipality,
        address_count: addresses,
      };
}
