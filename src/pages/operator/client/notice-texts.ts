/** Texts of notices: the fault and the remedy. */
import type { Language, Translated } from "../../../base/language.ts";
import { describeTestData } from "../../../registry/file/test-data.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import type { Notice, NoticeCode } from "../server/notices.ts";
import { format } from "./format.ts";

type Values = Notice["values"];

const number = (value: Values[string] | undefined) => format.number(Number(value));
const bytes = (value: Values[string] | undefined) => format.bytes(Number(value));

function nameTestData({ sample, date }: Values, language: Language): string {
  const facts = { isDemo: true, sample: String(sample) || undefined, referenceDate: String(date) };
  return describeTestData(facts, language)!;
}

type Text = Translated<string | ((values: Values) => string)>;

/** Complete, or it does not compile. */
const notices: Readonly<Record<NoticeCode, { readonly title: Text; readonly remedy: Text }>> = {
  accounts_unwritable: {
    title: {
      en: "The usage of keys cannot be saved",
      nl: "Het gebruik van sleutels kan niet worden opgeslagen",
    },
    remedy: {
      en:
        "The service still answers and counts in memory; what is not saved is lost at a restart. Check whether " +
        "the disk is full and who owns the data folder, or whether the database answers; the log names the cause.",
      nl:
        "De dienst antwoordt nog en telt in het geheugen; wat niet opgeslagen is, gaat bij een herstart verloren. " +
        "Controleer of de schijf vol is, van wie de datamap is, en of de database antwoordt. Het log noemt de oorzaak.",
    },
  },
  counters_unreachable: {
    title: { en: "Redis cannot be reached", nl: "Redis is niet bereikbaar" },
    remedy: {
      en:
        "Each machine counts the limits by itself for now; what it counts is added once Redis is back. The log " +
        "names the cause.",
      nl: "Elke machine telt de limieten nu zelf. Als Redis terug is, worden de tellingen opgeteld. Het log noemt de oorzaak.",
    },
  },
  storage_unreachable: {
    title: {
      en: "The storage of export files cannot be used",
      nl: "De opslag van exportbestanden is niet bruikbaar",
    },
    remedy: {
      en: "Exports wait, and downloads are refused for now. They go on once the storage is back.",
      nl: "Exports wachten en downloads worden zolang geweigerd. Ze gaan verder zodra de opslag terug is.",
    },
  },
  source_failing: {
    title: {
      en: "The published registry cannot be fetched",
      nl: "Het gepubliceerde register kan niet worden opgehaald",
    },
    remedy: {
      en: "The server uses its current registry and keeps trying.",
      nl: "De server antwoordt uit het register dat hij heeft en blijft het proberen.",
    },
  },
  runs_failed: {
    title: {
      en: ({ count }) => `${number(count)} ${count === 1 ? "command has" : "commands have"} failed`,
      nl: ({ count }) => `${number(count)} ${count === 1 ? "opdracht is" : "opdrachten zijn"} mislukt`,
    },
    remedy: {
      en: "The notice disappears once the command has succeeded.",
      nl: "De melding verdwijnt zodra de opdracht is gelukt.",
    },
  },
  backup_old: {
    title: {
      en: ({ hours }) =>
        hours === 0 ? "No backup was made yet" : `The last backup was made ${number(hours)} hours ago`,
      nl: ({ hours }) =>
        hours === 0
          ? "Er is nog geen back-up gemaakt"
          : `De laatste back-up is ${number(hours)} uur geleden gemaakt`,
    },
    remedy: {
      en: "Run baken backup every night: it contains the keys, their usage and the exports.",
      nl: "Voer elke nacht baken backup uit: daarin staan de sleutels, hun verbruik en de exports.",
    },
  },
  jobs_waiting: {
    title: {
      en: ({ minutes }) => `An export has been waiting for ${number(minutes)} minutes`,
      nl: ({ minutes }) => `Een export wacht al ${number(minutes)} minuten`,
    },
    remedy: {
      en: "Other exports take long, or no export is running. See the page with exports and the log.",
      nl: "Andere exports duren lang, of er wordt geen enkele export uitgevoerd. Kijk op de pagina met exports en in het log.",
    },
  },
  clock_wrong: {
    title: {
      en: ({ seconds }) => `The clock of this machine differs from PostgreSQL's by ${number(seconds)} s`,
      nl: ({ seconds }) => `De klok van deze machine wijkt ${number(seconds)} s af van die van PostgreSQL`,
    },
    remedy: {
      en: "Limits and the expiry of keys depend on it. Set both by NTP: timedatectl set-ntp true",
      nl: "Limieten en het verlopen van sleutels hangen ervan af. Zet beide met NTP: timedatectl set-ntp true",
    },
  },
  many_open_files: {
    title: {
      en: ({ open, limit }) => `${number(open)} of ${number(limit)} files and connections are open`,
      nl: ({ open, limit }) => `${number(open)} van ${number(limit)} bestanden en verbindingen zijn open`,
    },
    remedy: {
      en: "Beyond that the server takes no requests. Raise the limit: LimitNOFILE=65536 in the unit.",
      nl: "Daarboven neemt de server geen verzoeken aan. Verhoog de grens: LimitNOFILE=65536 in de unit.",
    },
  },
  registry_fault: {
    title: { en: "The data folder names no usable registry", nl: "De datamap noemt geen bruikbaar register" },
    remedy: {
      en: "The server answers from the previous registry, but cannot restart in this state. Repair what is listed below.",
      nl: "De server antwoordt uit het vorige register, maar kan in deze toestand niet opnieuw starten. Herstel wat hieronder staat.",
    },
  },
  new_registry_fault: {
    title: {
      en: ({ published }) => `The new registry ${published} cannot be loaded`,
      nl: ({ published }) => `Het nieuwe register ${published} kan niet geladen worden`,
    },
    remedy: {
      en: ({ served }) =>
        `The server still answers from ${served}. Import again, or go back to a kept registry: baken use ` +
        "<version>.",
      nl: ({ served }) =>
        `De server antwoordt nog uit ${served}. Importeer opnieuw, of ga terug naar een bewaard register: baken ` +
        "use <versie>.",
    },
  },
  folder_warnings: {
    title: { en: "The data folder needs attention", nl: "De datamap heeft aandacht nodig" },
    remedy: { en: "The problem and what to do:", nl: "Het probleem en de oplossing:" },
  },
  disk_low: {
    title: {
      en: ({ free }) => `${bytes(free)} of disk space are left`,
      nl: ({ free }) => `Er is nog ${bytes(free)} schijfruimte vrij`,
    },
    remedy: {
      en: ({ needed }) =>
        "An import or update writes a second registry next to the current one: keep at least " +
        `${bytes(needed)} free.`,
      nl: ({ needed }) =>
        `Een import of update zet een tweede register naast het huidige: houd ten minste ${bytes(needed)} ` +
        "vrij.",
    },
  },
  data_old: {
    title: {
      en: ({ days }) => `The data is ${number(days)} days old`,
      nl: ({ days }) => `De gegevens zijn ${number(days)} dagen oud`,
    },
    remedy: {
      en: ({ date }) =>
        `It is from ${format.day(String(date))}. Import a new extract (./baken import --download) or apply mutations ` +
        "(./baken update).",
      nl: ({ date }) =>
        `Ze zijn van ${format.day(String(date))}. Importeer een nieuw extract (./baken import --download) of pas mutaties ` +
        "toe (./baken update).",
    },
  },
  test_data: {
    title: { en: (values) => nameTestData(values, "en"), nl: (values) => nameTestData(values, "nl") },
    remedy: {
      en: "To load the country: ./baken import --download",
      nl: "Het hele land laden: ./baken import --download",
    },
  },
  proxy_untrusted: {
    title: {
      en: "An unknown proxy is in front of the service",
      nl: "Een onbekende proxy staat voor de dienst",
    },
    remedy: {
      en: ({ forwarded, requests }) =>
        `${number(forwarded)} of ${number(requests)} requests came with X-Forwarded-For from an ` +
        "address that is not trusted. All visitors then count as one. Name the proxy in --trusted-proxies.",
      nl: ({ forwarded, requests }) =>
        `${number(forwarded)} van ${number(requests)} verzoeken kwamen met X-Forwarded-For van een ` +
        "adres dat niet vertrouwd wordt. Zo tellen alle bezoekers als één. Noem de proxy in --trusted-proxies.",
    },
  },
  keys_expiring: {
    title: {
      en: ({ count }) => `${number(count)} ${count === 1 ? "key expires" : "keys expire"} within two weeks`,
      nl: ({ count }) =>
        `${number(count)} ${count === 1 ? "sleutel verloopt" : "sleutels verlopen"} binnen twee weken`,
    },
    remedy: {
      en: "Set a later date, or contact the user of the key.",
      nl: "Geef een latere datum, of overleg met de gebruiker van de sleutel.",
    },
  },
  keys_near_quota: {
    title: {
      en: ({ count }) =>
        `${number(count)} ${count === 1 ? "key has" : "keys have"} used 90% of the monthly quota`,
      nl: ({ count }) =>
        `${number(count)} ${count === 1 ? "sleutel heeft" : "sleutels hebben"} 90% van het maandquotum ` +
        "verbruikt",
    },
    remedy: {
      en: "Requests above the quota are refused. Raise the quota if that is not intended.",
      nl: "Verzoeken boven het quotum worden geweigerd. Verhoog het quotum als dat niet de bedoeling is.",
    },
  },
  keys_without_origin: {
    title: {
      en: ({ count }) =>
        `${number(count)} browser ${count === 1 ? "key has" : "keys have"} no approved origin`,
      nl: ({ count }) =>
        `${number(count)} ${count === 1 ? "browsersleutel heeft" : "browsersleutels hebben"} geen ` +
        "goedgekeurde origin",
    },
    remedy: {
      en: "Such a key cannot be used anywhere. Approve the origin of the site.",
      nl: "Zo'n sleutel kan nergens gebruikt worden. Keur de origin van de site goed.",
    },
  },
  exports_failed: {
    title: {
      en: ({ count }) => `${number(count)} ${count === 1 ? "export" : "exports"} failed within the last day`,
      nl: ({ count }) =>
        `${number(count)} ${count === 1 ? "export mislukte" : "exports mislukten"} in de laatste dag`,
    },
    remedy: { en: "The reason is on the page with exports.", nl: "De reden staat op de pagina met exports." },
  },
  token_exposed: {
    title: {
      en: "Others on this machine can read the token of the operator's pages",
      nl: "Anderen op deze machine kunnen het token van de beheerpagina's lezen",
    },
    remedy: { en: ({ path }) => `Run: chmod 600 ${path}`, nl: ({ path }) => `Voer uit: chmod 600 ${path}` },
  },
  insecure_sessions: {
    title: {
      en: "Logins are allowed over a connection without encryption",
      nl: "Inloggen mag over een onversleutelde verbinding",
    },
    remedy: {
      en: "Anyone who can read the network traffic can read the token. Use an SSH tunnel or https, and turn --admin-insecure off.",
      nl: "Wie het netwerkverkeer kan lezen, kan ook het token lezen. Gebruik een SSH-tunnel of https, en zet --admin-insecure uit.",
    },
  },
};
const texts = pickTexts(notices);

/** Returns the fault and the remedy of a notice. */
export function noticeTexts({ code, values }: Notice) {
  const { title, remedy } = texts[code];
  const say = (text: typeof title) => (typeof text === "string" ? text : text(values));
  return { title: say(title), remedy: say(remedy) };
}
