/** Texts of the health checks. Scripts of the operator's pages use this file too, so it imports only types. */
import type { Language, Translated } from "../../base/language.ts";
import type { HealthCode, NoticeCode } from "./health-checks.ts";

/**
 * Texts by code: the first sentence says what is wrong, the rest what to do. Placeholders name the values of a check:
 * `{count}`, `{free:bytes}`, `{date:day}`. Texts of the pages are in both languages.
 */
const TEXTS: Readonly<
  Record<NoticeCode, Translated> & Record<Exclude<HealthCode, NoticeCode>, Pick<Translated, "en">>
> = {
  server_down: {
    en: "The server does not answer. Look at its log: journalctl -u baken -n 100. Then: baken doctor",
  },
  server_errors: {
    en: "{count} requests a second are answered with 5xx. Each is in the log with its request id. 503 of every request: no registry, or accounts.db cannot be used; of some: more requests wait than it answers in time (docs/troubleshooting.md#the-service-is-slow).",
  },
  accounts_unwritable: {
    en: "The usage of keys cannot be saved. The service still answers and counts in memory; what is not saved is lost at a restart. Check whether the disk is full and who owns the data folder, or whether the database answers; the log names the cause.",
    nl: "Het gebruik van sleutels kan niet worden opgeslagen. De dienst antwoordt nog en telt in het geheugen; wat niet opgeslagen is, gaat bij een herstart verloren. Controleer of de schijf vol is, van wie de datamap is, en of de database antwoordt. Het log noemt de oorzaak.",
  },
  counters_unreachable: {
    en: "Redis cannot be reached. Each machine counts the limits by itself for now; what it counts is added once Redis is back. Start it, or fix the connection and password in BAKEN_COUNTERS. The log names the cause.",
    nl: "Redis is niet bereikbaar. Elke machine telt de limieten nu zelf. Als Redis terug is, worden de tellingen opgeteld. Start Redis, of herstel de verbinding en het wachtwoord in BAKEN_COUNTERS. Het log noemt de oorzaak.",
  },
  storage_unreachable: {
    en: "The storage of export files cannot be used. Exports wait, and downloads are refused for now. They go on once the storage is back. baken doctor asks the storage as the server does.",
    nl: "De opslag van exportbestanden is niet bruikbaar. Exports wachten en downloads worden zolang geweigerd. Ze gaan verder zodra de opslag terug is. baken doctor vraagt de opslag zoals de server.",
  },
  registry_fault: {
    en: "The data folder names no usable registry. The server still answers from {served}, but cannot restart in this state. Repair what is listed below.",
    nl: "De datamap noemt geen bruikbaar register. De server antwoordt nog uit {served}, maar kan in deze toestand niet opnieuw starten. Herstel wat hieronder staat.",
  },
  new_registry_fault: {
    en: "The new registry {published} cannot be loaded. The server still answers from {served}. The log and baken status name the cause. Import again, or go back to a kept registry: baken use <version>.",
    nl: "Het nieuwe register {published} kan niet geladen worden. De server antwoordt nog uit {served}. Het log en baken status noemen de oorzaak. Importeer opnieuw, of ga terug naar een bewaard register: baken use <versie>.",
  },
  upgrade_unfinished: {
    en: "The data folder names a registry that only a newer version reads. The server uses its current registry. Start the newer version, or go back: docs/upgrade.md.",
  },
  program_replaced: {
    en: "The running version is no longer installed. The installed version waits for an import or a restart: baken upgrade-check says which. systemctl start --no-block baken-update, or systemctl restart baken.",
  },
  source_failing: {
    en: "The published registry cannot be fetched. The server uses its current registry and keeps trying. The log and baken doctor name the cause.",
    nl: "Het gepubliceerde register kan niet worden opgehaald. De server antwoordt uit het register dat hij heeft en blijft het proberen. Het log en baken doctor noemen de oorzaak.",
  },
  fetch_stuck: {
    en: "The published registry was last complete here {hours} hours ago. Fetching takes long, or the source fails. See the log and baken doctor.",
  },
  disk_full: {
    en: "{free:bytes} are free on the disk of the data folder. Keys, usage and exports cannot be written soon. Free some space now: baken status shows what takes it.",
    nl: "Er is {free:bytes} vrij op de schijf van de datamap. Sleutels, verbruik en exports kunnen straks niet meer worden opgeslagen. Maak nu ruimte vrij: baken status laat zien wat die inneemt.",
  },
  disk_low: {
    en: "{free:bytes} are free on the disk of the data folder; the next import or update needs {needed:bytes}. Free some space, keep fewer registries (--keep-registries), or move the folder to a larger disk.",
    nl: "Er is {free:bytes} vrij op de schijf van de datamap; de volgende import of update heeft {needed:bytes} nodig. Maak ruimte vrij, bewaar minder registers (--keep-registries), of verplaats de map naar een grotere schijf.",
  },
  runs_failed: {
    en: "Commands that failed: {commands}. Fix what the message says; baken doctor has it. The notice disappears when the command succeeds.",
    nl: "Mislukte opdrachten: {commands}. Herstel wat de melding zegt; baken doctor heeft die. De melding verdwijnt zodra de opdracht lukt.",
  },
  backup_missing: {
    en: "No backup was made yet. Run baken backup <new folder> every night: it contains the keys, their usage and the exports.",
    nl: "Er is nog geen back-up gemaakt. Voer elke nacht baken backup <nieuwe map> uit: daarin staan de sleutels, hun verbruik en de exports.",
  },
  backup_old: {
    en: "The last backup was made {hours} hours ago. Look at the job that runs baken backup every night, and run it now.",
    nl: "De laatste back-up is {hours} uur geleden gemaakt. Kijk naar de taak die elke nacht baken backup uitvoert, en voer hem nu uit.",
  },
  jobs_waiting: {
    en: "A job has been waiting for {minutes} minutes. Other jobs take long, or none are run: see baken jobs list and the log of the server.",
    nl: "Een taak wacht al {minutes} minuten. Andere taken duren lang, of er wordt geen enkele taak uitgevoerd: zie baken jobs list en het log van de server.",
  },
  clock_wrong: {
    en: "The clocks of this machine and of the database differ by {seconds} s. Limits, leases and expiry of keys depend on them. Set both by NTP: timedatectl set-ntp true",
    nl: "De klokken van deze machine en van de database verschillen {seconds} s. Limieten, leases en het verlopen van sleutels hangen ervan af. Zet beide met NTP: timedatectl set-ntp true",
  },
  many_open_files: {
    en: "{open} files and connections are open; the limit is {limit}. Beyond the limit the server takes no requests. Raise it: LimitNOFILE=65536 in the unit, ulimit -n elsewhere.",
    nl: "Er zijn {open} bestanden en verbindingen open; de grens is {limit}. Boven de grens neemt de server geen verzoeken aan. Verhoog die: LimitNOFILE=65536 in de unit, elders ulimit -n.",
  },
  node_lost: {
    en: "{count} nodes report, fewer than within the last hour. baken nodes shows which node is silent, and since when. Look at its machine. If it was removed for good, it is forgotten after a day.",
  },
  nodes_differ: {
    en: "The nodes serve {count} different registries. baken nodes shows which registry each node serves, and why it is not the newest.",
  },
  slow_requests: {
    en: "{slow} of {all} requests took longer than {time}, exports and tiles left out. docs/troubleshooting.md#the-service-is-slow finds the cause; --slow-ms logs the parts of each request.",
  },
  proxy_untrusted: {
    en: "Requests came with X-Forwarded-For from an address that --trusted-proxies does not name: {forwarded} of {requests}. If they come from your proxy, all visitors count as one for limits: name its address in --trusted-proxies.",
    nl: "Verzoeken kwamen met X-Forwarded-For van een adres dat --trusted-proxies niet noemt: {forwarded} van {requests}. Komen ze van uw proxy, dan tellen alle bezoekers als één voor limieten: noem het adres in --trusted-proxies.",
  },
  wrong_tokens: {
    en: "Requests refused because their address had sent too many wrong tokens: {count}. Somebody guesses tokens, or a client has an old key: with --access-log on the log has the addresses.",
  },
  keys_expiring: {
    en: "Keys in force that expire within {days} days: {count}. Set a later date (baken keys update), or agree with their users. baken keys list shows the keys.",
    nl: "Geldige sleutels die binnen {days} dagen verlopen: {count}. Geef een latere datum (baken keys update), of overleg met de gebruikers. baken keys list toont de sleutels.",
  },
  keys_near_quota: {
    en: "Keys that have used {percent}% of the monthly quota: {count}. Requests above the quota are refused. Raise the quota if that is not intended.",
    nl: "Sleutels die {percent}% van het maandquotum hebben verbruikt: {count}. Verzoeken boven het quotum worden geweigerd. Verhoog het quotum als dat niet de bedoeling is.",
  },
  keys_without_origin: {
    en: "Browser keys without an approved origin: {count}. Such a key cannot be used anywhere. Approve the origin of the site.",
    nl: "Browsersleutels zonder goedgekeurde origin: {count}. Zo'n sleutel kan nergens gebruikt worden. Keur de origin van de site goed.",
  },
  exports_failed: {
    en: "Exports that failed: {count}. The reason is on the page with exports, and in the log.",
    nl: "Mislukte exports: {count}. De reden staat op de pagina met exports, en in het log.",
  },
  data_old: {
    en: "The data of {date:day} is {days} days old. An extract appears every month. Import the newest: {commands}",
    nl: "De gegevens van {date:day} zijn {days} dagen oud. Elke maand verschijnt een extract. Importeer het nieuwste: {dutchCommands}",
  },
  test_data: {
    en: "{english}. To load the country: {commands}",
    nl: "{dutch}. Het hele land laden: {dutchCommands}",
  },
  folder_warnings: {
    en: "The data folder needs attention. See baken status.",
    nl: "De datamap heeft aandacht nodig. Zie baken status.",
  },
  token_exposed: {
    en: "Others may read the token of the operator's pages. Run chmod 600 {path}, and log out everywhere.",
    nl: "Anderen kunnen het token van de beheerpagina's lezen. Voer chmod 600 {path} uit, en log overal uit.",
  },
  insecure_sessions: {
    en: "Logins are allowed over a connection without encryption. Anyone who can read the network traffic can read the token. Use an SSH tunnel or https, and turn --admin-insecure off.",
    nl: "Inloggen mag over een onversleutelde verbinding. Wie het netwerkverkeer kan lezen, kan ook het token lezen. Gebruik een SSH-tunnel of https, en zet --admin-insecure uit.",
  },
};

export interface HealthText {
  /** The fault, without a full stop. */
  readonly title: string;
  readonly remedy: string;
}

/** Returns the text of a check; `fill` returns the value of a placeholder, by its name and kind. */
export function healthText(
  code: HealthCode,
  language: Language,
  fill: (name: string, kind: string | undefined) => string,
): HealthText {
  const { en, nl = en }: Pick<Translated, "en"> & Partial<Translated> = TEXTS[code];
  const text = { en, nl }[language];
  const end = text.indexOf(". ");
  const show = (part: string) =>
    part.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, kind?: string) => fill(name, kind));
  return { title: show(text.slice(0, end)), remedy: show(text.slice(end + 2)) };
}
