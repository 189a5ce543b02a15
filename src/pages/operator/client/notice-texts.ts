/** Texts of notices: the fault and the remedy. */

import { describeTestData } from "../../../registry/file/test-data.ts";
import type { Texts } from "../../kit/client/preferences.ts";
import type { Notice, NoticeCode } from "../answers.ts";
import type { Formatter } from "./format.ts";

interface NoticeText {
  readonly title: string;
  readonly remedy: string;
}
type Wording = (values: Notice["values"], format: Formatter) => NoticeText;

function nameTestData({ sample, date }: Notice["values"], language: "nl" | "en"): string {
  const facts = { isDemo: true, sample: String(sample) || undefined, referenceDate: String(date) };
  return describeTestData(facts, language)!;
}

const nl: Readonly<Record<NoticeCode, Wording>> = {
  accounts_unwritable: () => ({
    title: "Het gebruik van sleutels kan niet weggeschreven worden",
    remedy:
      "De dienst antwoordt nog en telt in het geheugen; wat niet geschreven is, gaat bij een herstart verloren. " +
      "Controleer of de schijf vol is, van wie de datamap is, en of de database antwoordt. Het log noemt de oorzaak.",
  }),
  counters_unreachable: () => ({
    title: "Redis is niet bereikbaar",
    remedy:
      "Elke machine telt de limieten nu zelf. Als Redis terug is, worden de tellingen opgeteld. Het log noemt de oorzaak.",
  }),
  storage_unreachable: () => ({
    title: "De opslag van exportbestanden is niet bruikbaar",
    remedy: "Exports wachten en downloads worden zolang geweigerd. Ze gaan verder zodra de opslag terug is.",
  }),
  source_failing: () => ({
    title: "Het gepubliceerde register kan niet worden opgehaald",
    remedy: "De server antwoordt uit het register dat hij heeft en blijft het proberen.",
  }),
  runs_failed: ({ count }, { number }) => ({
    title: `${number(Number(count))} ${count === 1 ? "opdracht is" : "opdrachten zijn"} mislukt`,
    remedy: "De melding verdwijnt zodra de opdracht is gelukt.",
  }),
  backup_old: ({ hours }, { number }) => ({
    title:
      hours === 0
        ? "Er is nog geen back-up gemaakt"
        : `De laatste back-up is ${number(Number(hours))} uur geleden gemaakt`,
    remedy: "Voer elke nacht baken backup uit: daarin staan de sleutels, hun verbruik en de exports.",
  }),
  jobs_waiting: ({ minutes }, { number }) => ({
    title: `Een export wacht al ${number(Number(minutes))} minuten`,
    remedy:
      "Andere exports duren lang, of er wordt geen enkele export uitgevoerd. Kijk op de pagina met exports en in het log.",
  }),
  clock_wrong: ({ seconds }, { number }) => ({
    title: `De klok van deze machine wijkt ${number(Number(seconds))} s af van die van PostgreSQL`,
    remedy:
      "Limieten en het verlopen van sleutels hangen ervan af. Zet beide met NTP: timedatectl set-ntp true",
  }),
  many_open_files: ({ open, limit }, { number }) => ({
    title: `${number(Number(open))} van ${number(Number(limit))} bestanden en verbindingen zijn open`,
    remedy: "Daarboven neemt de server geen verzoeken aan. Verhoog de grens: LimitNOFILE=65536 in de unit.",
  }),
  registry_fault: () => ({
    title: "De datamap noemt geen bruikbaar register",
    remedy:
      "De server antwoordt uit het vorige register, maar kan in deze toestand niet opnieuw starten. Herstel wat hieronder staat.",
  }),
  new_registry_fault: ({ published, served }) => ({
    title: `Het nieuwe register ${published} kan niet geladen worden`,
    remedy:
      `De server antwoordt nog uit ${served}. Importeer opnieuw, of ga terug naar een bewaard register: baken ` +
      "use <versie>.",
  }),
  folder_warnings: () => ({
    title: "De datamap heeft aandacht nodig",
    remedy: "Het probleem en de oplossing:",
  }),
  disk_low: ({ free, needed }, { bytes }) => ({
    title: `Er is nog ${bytes(Number(free))} schijfruimte vrij`,
    remedy:
      `Een import of update zet een tweede register naast het huidige: houd ten minste ${bytes(Number(needed))} ` +
      "vrij.",
  }),
  data_old: ({ days, date }, { number, day }) => ({
    title: `De gegevens zijn ${number(Number(days))} dagen oud`,
    remedy:
      `Ze zijn van ${day(String(date))}. Importeer een nieuw extract (./baken import --download) of pas mutaties ` +
      "toe (./baken update).",
  }),
  test_data: (values) => ({
    title: nameTestData(values, "nl"),
    remedy: "Het hele land laden: ./baken import --download",
  }),
  proxy_untrusted: ({ forwarded, requests }, { number }) => ({
    title: "Een onbekende proxy staat voor de dienst",
    remedy:
      `${number(Number(forwarded))} van ${number(Number(requests))} verzoeken kwamen met X-Forwarded-For van een ` +
      "adres dat niet vertrouwd wordt. Zo tellen alle bezoekers als één. Noem de proxy in --trusted-proxies.",
  }),
  keys_expiring: ({ count }, { number }) => ({
    title: `${number(Number(count))} ${count === 1 ? "sleutel verloopt" : "sleutels verlopen"} binnen twee weken`,
    remedy: "Geef een latere datum, of overleg met de gebruiker van de sleutel.",
  }),
  keys_near_quota: ({ count }, { number }) => ({
    title:
      `${number(Number(count))} ${count === 1 ? "sleutel heeft" : "sleutels hebben"} 90% van het maandquotum ` +
      "verbruikt",
    remedy: "Verzoeken boven het quotum worden geweigerd. Verhoog het quotum als dat niet de bedoeling is.",
  }),
  keys_without_origin: ({ count }, { number }) => ({
    title:
      `${number(Number(count))} ${count === 1 ? "browsersleutel heeft" : "browsersleutels hebben"} geen ` +
      "goedgekeurde origin",
    remedy: "Zo'n sleutel kan nergens gebruikt worden. Keur de origin van de site goed.",
  }),
  exports_failed: ({ count }, { number }) => ({
    title: `${number(Number(count))} ${count === 1 ? "export mislukte" : "exports mislukten"} in de laatste dag`,
    remedy: "De reden staat op de pagina met exports.",
  }),
  token_exposed: ({ path }) => ({
    title: "Anderen op deze machine kunnen het token van de beheerpagina's lezen",
    remedy: `Voer uit: chmod 600 ${path}`,
  }),
  insecure_sessions: () => ({
    title: "Inloggen mag over een onversleutelde verbinding",
    remedy:
      "Wie het netwerkverkeer kan lezen, kan ook het token lezen. Gebruik een SSH-tunnel of https, en zet --admin-insecure uit.",
  }),
};

const en: Readonly<Record<NoticeCode, Wording>> = {
  accounts_unwritable: () => ({
    title: "The usage of keys cannot be written",
    remedy:
      "The service still answers and counts in memory; what is not written is lost at a restart. Check whether " +
      "the disk is full and who owns the data folder, or whether the database answers; the log names the cause.",
  }),
  counters_unreachable: () => ({
    title: "Redis cannot be reached",
    remedy:
      "Each machine counts the limits by itself for now; what it counts is added once Redis is back. The log " +
      "names the cause.",
  }),
  storage_unreachable: () => ({
    title: "The storage of export files cannot be used",
    remedy: "Exports wait, and downloads are refused for now. They go on once the storage is back.",
  }),
  source_failing: () => ({
    title: "The published registry cannot be fetched",
    remedy: "The server uses its current registry and keeps trying.",
  }),
  runs_failed: ({ count }, { number }) => ({
    title: `${number(Number(count))} ${count === 1 ? "command has" : "commands have"} failed`,
    remedy: "The notice disappears once the command has succeeded.",
  }),
  backup_old: ({ hours }, { number }) => ({
    title:
      hours === 0 ? "No backup was made yet" : `The last backup was made ${number(Number(hours))} hours ago`,
    remedy: "Run baken backup every night: it contains the keys, their usage and the exports.",
  }),
  jobs_waiting: ({ minutes }, { number }) => ({
    title: `An export has been waiting for ${number(Number(minutes))} minutes`,
    remedy: "Other exports take long, or no export is running. See the page with exports and the log.",
  }),
  clock_wrong: ({ seconds }, { number }) => ({
    title: `The clock of this machine differs from PostgreSQL's by ${number(Number(seconds))} s`,
    remedy: "Limits and the expiry of keys depend on it. Set both by NTP: timedatectl set-ntp true",
  }),
  many_open_files: ({ open, limit }, { number }) => ({
    title: `${number(Number(open))} of ${number(Number(limit))} files and connections are open`,
    remedy: "Beyond that the server takes no requests. Raise the limit: LimitNOFILE=65536 in the unit.",
  }),
  registry_fault: () => ({
    title: "The data folder names no usable registry",
    remedy:
      "The server answers from the previous registry, but cannot restart in this state. Repair what is listed below.",
  }),
  new_registry_fault: ({ published, served }) => ({
    title: `The new registry ${published} cannot be loaded`,
    remedy:
      `The server still answers from ${served}. Import again, or go back to a kept registry: baken use ` +
      "<version>.",
  }),
  folder_warnings: () => ({
    title: "The data folder needs attention",
    remedy: "The problem and what to do:",
  }),
  disk_low: ({ free, needed }, { bytes }) => ({
    title: `${bytes(Number(free))} of disk space are left`,
    remedy:
      "An import or update writes a second registry next to the current one: keep at least " +
      `${bytes(Number(needed))} free.`,
  }),
  data_old: ({ days, date }, { number, day }) => ({
    title: `The data is ${number(Number(days))} days old`,
    remedy:
      `It is from ${day(String(date))}. Import a new extract (./baken import --download) or apply mutations ` +
      "(./baken update).",
  }),
  test_data: (values) => ({
    title: nameTestData(values, "en"),
    remedy: "To load the country: ./baken import --download",
  }),
  proxy_untrusted: ({ forwarded, requests }, { number }) => ({
    title: "An unknown proxy is in front of the service",
    remedy:
      `${number(Number(forwarded))} of ${number(Number(requests))} requests came with X-Forwarded-For from an ` +
      "address that is not trusted. All visitors then count as one. Name the proxy in --trusted-proxies.",
  }),
  keys_expiring: ({ count }, { number }) => ({
    title: `${number(Number(count))} ${count === 1 ? "key expires" : "keys expire"} within two weeks`,
    remedy: "Set a later date, or contact the user of the key.",
  }),
  keys_near_quota: ({ count }, { number }) => ({
    title: `${number(Number(count))} ${count === 1 ? "key has" : "keys have"} used 90% of the monthly quota`,
    remedy: "Requests above the quota are refused. Raise the quota if that is not intended.",
  }),
  keys_without_origin: ({ count }, { number }) => ({
    title: `${number(Number(count))} browser ${count === 1 ? "key has" : "keys have"} no approved origin`,
    remedy: "Such a key cannot be used anywhere. Approve the origin of the site.",
  }),
  exports_failed: ({ count }, { number }) => ({
    title: `${number(Number(count))} ${count === 1 ? "export" : "exports"} failed within the last day`,
    remedy: "The reason is on the page with exports.",
  }),
  token_exposed: ({ path }) => ({
    title: "Others on this machine can read the token of the operator's pages",
    remedy: `Run: chmod 600 ${path}`,
  }),
  insecure_sessions: () => ({
    title: "Logins are allowed over a connection without encryption",
    remedy:
      "Anyone who can read the network traffic can read the token. Use an SSH tunnel or https, and turn --admin-insecure off.",
  }),
};

export const NOTICE_TEXTS: Texts<typeof nl> = { nl, en };
