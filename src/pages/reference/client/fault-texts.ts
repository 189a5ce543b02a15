/** Faults of fields in the language of the page, by the rule that failed. */
import type { FaultRule } from "../../../base/fault-rules.ts";
import type { ProblemBody } from "../../../http/client/client.ts";
import type { Language } from "../../kit/client/preferences.ts";

/** Texts beside a field, with the values of the server's text; this table is complete or does not compile. */
const DUTCH: Readonly<Record<FaultRule, string>> = {
  required_with: "Vul dit in, of laat :other ook leeg.",
  required_without: "Vul dit in, of in plaats daarvan :other.",
  missing_with: "Laat dit leeg, of anders :other.",
  required_without_both: "Vul dit in, of in plaats daarvan :first en :second.",
  required: "Vul dit in.",
  unknown: "Dit veld bestaat niet. Is :nearest bedoeld?",
  once: "Dit mag maar één keer worden gegeven.",
  string: "Dit moet tekst zijn.",
  integer_beside_parts: "Dit moet een heel getal zijn, want letter of toevoeging is apart ingevuld.",
  integer: "Dit moet een heel getal zijn.",
  boolean: "Dit moet true of false zijn.",
  number: "Dit moet een getal zijn.",
  date: "Dit moet een dag zijn: JJJJ-MM-DD.",
  uuid: "Dit moet een UUID zijn.",
  format: "Dit heeft niet de juiste vorm.",
  format_like: "Schrijf dit zoals :example.",
  other_days: "Dit moet de next_cursor zijn van een deel met dezelfde from en to.",
  each_digits: "Elk deel moet :count cijfers hebben.",
  digits_between: "Dit moeten :min tot :max cijfers zijn.",
  digits: "Dit moeten :count cijfers zijn.",
  min_length: "Dit moet ten minste :min tekens hebben.",
  min: "Dit moet ten minste :min zijn.",
  max_length: "Dit mag hooguit :max tekens hebben.",
  max_at_zoom: "Dit mag op zoomniveau :zoom hooguit :max zijn.",
  max_with: "Dit mag met :other hooguit :max zijn.",
  max: "Dit mag hooguit :max zijn.",
  max_items: "Dit mogen er hooguit :max zijn.",
  after: "Dit moet een dag na :other zijn.",
  max_days: "Dit mag hooguit :max dagen na :other zijn.",
  not_below: "Dit mag niet kleiner zijn dan :other.",
  tile_row: "Dit moet een rij zijn, geteld vanaf het noorden, met .mvt erachter.",
  csv_only: "Dit kan alleen bij csv.",
  not_for_kind: "Dit kan niet bij :what. Daarbij kan: :taken.",
  no_day: "Dit kan hier niet: dit pad antwoordt niet over één dag.",
  today_only_with: "Dit kan niet samen met :other: dat is alleen van vandaag.",
  not_json: "Dit is geen geldige JSON.",
  too_deep: "Dit mag niet meer dan :max niveaus diep zijn.",
  area: "Dit vlak is niet te gebruiken; het antwoord hieronder zegt waarom.",
  area_at: "Dit vlak is niet te gebruiken door :at; het antwoord hieronder zegt waarom.",
  choice: "Dit is geen van de mogelijkheden.",
  choice_of: "Dit is geen van de mogelijkheden: :values.",
  choice_unlike: "Dit komt niet voor; het antwoord hieronder zegt wat er wel is.",
};

/** Dutch text of a fault of another version of the server. */
const UNKNOWN = "Deze waarde is niet te gebruiken; het antwoord hieronder zegt waarom.";

/** Returns the faults of each field: in English the server's sentences, in Dutch the texts of their rules. */
export function sayFaults(
  { errors = {}, faults = {} }: Pick<ProblemBody, "errors" | "faults">,
  language: Language,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => {
      const dutch = (faults[name] ?? []).map(sayFault);
      return [name, language === "en" ? texts : dutch.length > 0 ? dutch : [UNKNOWN]];
    }),
  );
}

type SentFault = NonNullable<ProblemBody["faults"]>[string][number];

/** Returns the Dutch text of a fault, with its values. */
function sayFault({ rule, ...rest }: SentFault): string {
  const values: Readonly<Record<string, unknown>> = rest;
  const text = Object.hasOwn(DUTCH, rule) ? DUTCH[rule] : UNKNOWN;
  return text.replaceAll(/:(\w+)/g, (whole, name: string) => String(values[name] ?? whole));
}
