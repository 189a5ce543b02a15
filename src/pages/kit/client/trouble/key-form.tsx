import { useEffect, useState } from "preact/hooks";
import { isLoopback } from "../../../../base/loopback.ts";
import { access, createAsk } from "../ask.ts";
import { contactHref } from "../contact.ts";
import { readPageData } from "../preferences.ts";
import { accessTexts } from "./access-texts.ts";
import { reportTrouble, type Trouble, troubleOf, tryAgain } from "./connection.ts";

/** Asks for an API key, and says what was wrong with the last one. */
export function AccessForm({ trouble }: { trouble: Trouble }) {
  const [key, setKey] = useState("");
  const isLinkRefused = useLinkRefused();
  const fault = faultOf(trouble) ?? (isLinkRefused ? accessTexts.linkRefused(openCommand()) : undefined);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (key.trim() !== "") {
      void tryKey(key.trim());
    }
  };
  return (
    <form class="card key-form" onSubmit={onSubmit}>
      <h2>{accessTexts.keyTitle}</h2>
      <p class="hint">{accessTexts.keyLead}</p>
      <WhomToAsk />
      <OwnServer />
      <div class="field">
        <label for="key-input">{accessTexts.keyLabel}</label>
        <input
          id="key-input"
          class="input"
          type="password"
          autocomplete="off"
          placeholder={accessTexts.keyHint}
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
        {accessTexts.keySubmit}
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
      {accessTexts.askForKey} {href === undefined ? contact : <a href={href}>{contact}</a>}
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
      <p>{accessTexts.ownServer}</p>
      <ul>
        {isHere && (
          <li>
            <code>{openCommand()}</code> {accessTexts.opensByLink}
          </li>
        )}
        <li>
          <code>./baken keys create --name explorer --type server</code> {accessTexts.createsKey}
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
    const trouble = troubleOf(error, true);
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
      return accessTexts.keyRefused;
    case "key-not-allowed":
      return (
        accessTexts.notAllowed[trouble.code as keyof typeof accessTexts.notAllowed] ??
        accessTexts.notAllowed.other
      );
  }
  return undefined;
}

/** Says that a key is in use, and offers to forget it. */
export function KeyInUse() {
  const key = access.key();
  if (key === undefined) {
    return null;
  }
  const forget = () => {
    access.useKey(undefined);
    location.assign(location.pathname);
  };
  return (
    <p class="key-in-use">
      {accessTexts.keyInUse(key.split("|")[0]!)}
      <button type="button" class="button quiet small" onClick={forget}>
        {accessTexts.forgetKey}
      </button>
    </p>
  );
}
