import { useEffect, useState } from "preact/hooks";
import { isLoopback } from "../../../../base/loopback.ts";
import { access, createAsk } from "../ask.ts";
import { contactHref } from "../contact.ts";
import { readPageData } from "../preferences.ts";
import { pickTexts } from "../texts.ts";
import { reportTrouble, type Trouble, troubleOf, tryAgain } from "./connection.ts";

const texts = pickTexts({
  title: { nl: "Deze pagina heeft een sleutel nodig", en: "This page needs a key" },
  lead: {
    nl: "Plak een API-sleutel. Hij blijft in dit tabblad en gaat alleen naar deze server.",
    en: "Paste an API key. It stays in this tab and goes to this server only.",
  },
  label: { nl: "API-sleutel", en: "API key" },
  hint: { nl: "Ziet eruit als 12|bkn_…", en: "Looks like 12|bkn_…" },
  submit: { nl: "Gebruik deze sleutel", en: "Use this key" },
  askFor: { nl: "Vraag een sleutel aan:", en: "Ask for a key:" },
  ownServer: { nl: "Is dit uw eigen server? Kies dan:", en: "Is this your own server? Then either:" },
  opensByLink: { nl: "toont een link die deze pagina opent", en: "prints a link that opens this page" },
  createsKey: { nl: "maakt een sleutel", en: "creates a key" },
  linkRefused: {
    nl: (command: string) => `Deze link is al gebruikt, of ouder dan tien minuten. Een nieuwe: ${command}`,
    en: (command: string) =>
      `This link was used before, or is older than ten minutes. For a new one: ${command}`,
  },
  refused: {
    nl: "Deze sleutel werkt niet: hij is onjuist, verlopen of ingetrokken.",
    en: "This key does not work: it is wrong, expired or revoked.",
  },
});

const NOT_ALLOWED = pickTexts({
  origin_not_allowed: {
    nl: "Deze sleutel is voor andere websites. Gebruik een serversleutel, of laat de herkomst van deze pagina toevoegen aan de sleutel.",
    en: "This key is for other sites. Use a server key, or have the origin of this page added to the key.",
  },
  ip_not_allowed: {
    nl: "Deze sleutel mag niet worden gebruikt vanaf uw netwerkadres.",
    en: "This key may not be used from your network address.",
  },
  other: { nl: "Dit mag niet met deze sleutel.", en: "This is not allowed with this key." },
});

/** Asks for an API key, and says what was wrong with the last one. */
export function AccessForm({ trouble }: { trouble: Trouble }) {
  const [key, setKey] = useState("");
  const isLinkRefused = useLinkRefused();
  const fault = faultOf(trouble) ?? (isLinkRefused ? texts.linkRefused(openCommand()) : undefined);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (key.trim() !== "") {
      void tryKey(key.trim());
    }
  };
  return (
    <form class="card stack key-form" onSubmit={onSubmit}>
      <h2>{texts.title}</h2>
      <p class="hint">{texts.lead}</p>
      <WhomToAsk />
      <OwnServer />
      <div class="field">
        <label for="key-input">{texts.label}</label>
        <input
          id="key-input"
          class="input"
          type="password"
          autocomplete="off"
          placeholder={texts.hint}
          value={key}
          aria-invalid={fault !== undefined}
          aria-describedby={fault && "key-fault"}
          onInput={(event) => setKey(event.currentTarget.value)}
        />
      </div>
      {fault && (
        <p id="key-fault" class="note danger" role="alert">
          {fault}
        </p>
      )}
      <button type="submit" class="button primary">
        {texts.submit}
      </button>
    </form>
  );
}

/** Says whom to ask for a key. */
function WhomToAsk() {
  const { contact } = readPageData<{ readonly contact?: string }>();
  if (contact === undefined) {
    return null;
  }
  const href = contactHref(contact);
  return (
    <p>
      {texts.askFor} {href === undefined ? contact : <a href={href}>{contact}</a>}
    </p>
  );
}

/** Names the commands for the owner of the server, who has no contact to ask. Links work on its machine only. */
function OwnServer() {
  const isHere = isLoopback(location.hostname);
  const { contact } = readPageData<{ readonly contact?: string }>();
  if (contact !== undefined && !isHere) {
    return null;
  }
  return (
    <div>
      <p>{texts.ownServer}</p>
      <ul>
        {isHere && (
          <li>
            <code>{openCommand()}</code> {texts.opensByLink}
          </li>
        )}
        <li>
          <code>./baken keys create --name explorer --type server</code> {texts.createsKey}
        </li>
      </ul>
    </div>
  );
}

/** Port of `baken open` without an option. */
const DEFAULT_PORT = "8080";

/** Returns the command that prints a link to this page's server. */
function openCommand(): string {
  const { port } = location;
  return port === DEFAULT_PORT ? "./baken open" : `./baken open --port ${port || "80"}`;
}

/** Returns true once the link by which the page was opened is refused. */
function useLinkRefused(): boolean {
  const [isRefused, setRefused] = useState(false);
  useEffect(() => void access.beginning.then((beginning) => setRefused(beginning === "refused")), []);
  return isRefused;
}

/** Takes a key into use when the server accepts it; a refused one is not kept. */
async function tryKey(key: string): Promise<void> {
  access.useKey(key);
  try {
    await createAsk(new AbortController().signal)("/version");
    tryAgain();
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble?.kind === "key-refused" || trouble?.kind === "key-not-allowed") {
      access.useKey(undefined);
    }
    if (trouble !== undefined) {
      reportTrouble(trouble);
    }
  }
}

function faultOf(trouble: Trouble): string | undefined {
  switch (trouble.kind) {
    case "key-refused":
      return texts.refused;
    case "key-not-allowed":
      return NOT_ALLOWED[trouble.code as keyof typeof NOT_ALLOWED] ?? NOT_ALLOWED.other;
  }
  return undefined;
}
