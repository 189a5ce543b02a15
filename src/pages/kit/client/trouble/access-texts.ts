/** Texts about keys, limits and a server that does not answer. */
import { currentLanguage, type Texts } from "../preferences.ts";

const nl = {
  keyTitle: "Deze pagina heeft een sleutel nodig",
  keyLead: "Plak een API-sleutel. Hij blijft in dit tabblad en gaat alleen naar deze server.",
  keyLabel: "API-sleutel",
  keyHint: "Ziet eruit als 12|bkn_…",
  keySubmit: "Gebruik deze sleutel",
  askForKey: "Vraag een sleutel aan:",
  ownServer: "Is dit uw eigen server? Kies dan:",
  opensByLink: "toont een link die deze pagina opent",
  createsKey: "maakt een sleutel",
  linkRefused: (command: string) =>
    `Deze link is al gebruikt, of ouder dan tien minuten. Een nieuwe: ${command}`,
  keyRefused: "Deze sleutel werkt niet: hij is onjuist, verlopen of ingetrokken.",
  notAllowed: {
    origin_not_allowed:
      "Deze sleutel is voor andere websites. Gebruik een serversleutel, of laat de herkomst van deze pagina toevoegen aan de sleutel.",
    ip_not_allowed: "Deze sleutel mag niet worden gebruikt vanaf uw netwerkadres.",
    other: "Dit mag niet met deze sleutel.",
  },
  keyInUse: (id: string) => `Sleutel ${id} in gebruik, alleen in dit tabblad`,
  forgetKey: "Vergeet sleutel",
  limitedTitle: "Te veel verzoeken",
  limited: (s: string) => `De limiet is bereikt. De pagina gaat over ${s} vanzelf verder.`,
  quota: (s: string) => `De verzoeken van de sleutel zijn voor deze maand op. Over ${s} kan het weer.`,
  seconds: (n: number) => (n === 1 ? "1 seconde" : `${n} seconden`),
  minutes: (n: number) => (n === 1 ? "1 minuut" : `${n} minuten`),
  hours: (n: number) => `${n} uur`,
  days: (n: number) => `${n} dagen`,
  awayTitle: "De server antwoordt niet",
  away: "Wat u typte blijft staan. De pagina probeert het steeds opnieuw.",
  offlineTitle: "U bent offline",
  offline: "Wat u typte blijft staan. De pagina gaat verder zodra er weer verbinding is.",
  retry: "Nu proberen",
};

const en: typeof nl = {
  keyTitle: "This page needs a key",
  keyLead: "Paste an API key. It stays in this tab and goes to this server only.",
  keyLabel: "API key",
  keyHint: "Looks like 12|bkn_…",
  keySubmit: "Use this key",
  askForKey: "Ask for a key:",
  ownServer: "Is this your own server? Then either:",
  opensByLink: "prints a link that opens this page",
  createsKey: "creates a key",
  linkRefused: (command) =>
    `This link was used before, or is older than ten minutes. For a new one: ${command}`,
  keyRefused: "This key does not work: it is wrong, expired or revoked.",
  notAllowed: {
    origin_not_allowed:
      "This key is for other sites. Use a server key, or have the origin of this page added to the key.",
    ip_not_allowed: "This key may not be used from your network address.",
    other: "This is not allowed with this key.",
  },
  keyInUse: (id) => `Key ${id} in use, in this tab only`,
  forgetKey: "Forget key",
  limitedTitle: "Too many requests",
  limited: (s) => `The limit is reached. The page continues by itself in ${s}.`,
  quota: (s) => `The key has no requests left this month. Try again in ${s}.`,
  seconds: (n) => (n === 1 ? "1 second" : `${n} seconds`),
  minutes: (n) => (n === 1 ? "1 minute" : `${n} minutes`),
  hours: (n) => (n === 1 ? "1 hour" : `${n} hours`),
  days: (n) => (n === 1 ? "1 day" : `${n} days`),
  awayTitle: "The server does not answer",
  away: "What you typed stays. The page keeps trying.",
  offlineTitle: "You are offline",
  offline: "What you typed stays. The page continues when you are connected again.",
  retry: "Try now",
};

const TEXTS: Texts<typeof nl> = { nl, en };
export const accessTexts = TEXTS[currentLanguage()];
