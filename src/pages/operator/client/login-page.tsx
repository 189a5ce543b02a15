import { useState } from "preact/hooks";
import { currentLanguage } from "../../kit/client/preferences.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import type { RefusedRequests } from "../server/refuse.ts";
import { Choices, Header } from "./frame.tsx";
import { keyTexts } from "./key-texts.ts";
import { Field, OperatorPage } from "./parts.tsx";
import { wordRefusal } from "./refusal-texts.ts";
import { ask, refusalOf } from "./server.ts";
import { sharedTexts } from "./shared-texts.ts";

const texts = pickTexts({
  login: { en: "Log in", nl: "Inloggen" },
  loginHint: {
    en: "The token is on the server, in the file that is named when it starts (usually admin-token in the data folder).",
    nl: "Het token staat op de server, in het bestand dat bij het starten wordt genoemd (meestal admin-token in de datamap).",
  },
  wrongToken: { en: "This is not the token.", nl: "Dit is niet het token." },
  tooManyTries: {
    en: (seconds: number) => `Too many wrong tokens. Try again in ${seconds} seconds.`,
    nl: (seconds: number) => `Te veel verkeerde tokens. Probeer het over ${seconds} seconden opnieuw.`,
  },
  sessionEnded: { en: "The session has ended. Log in again.", nl: "De sessie is afgelopen. Log opnieuw in." },
  loggedOut: { en: "You are logged out.", nl: "U bent uitgelogd." },
  plainHttp: {
    en: "This connection is not encrypted, so you cannot log in here. Use an SSH tunnel, or a proxy with https and --admin-url.",
    nl: "Deze verbinding is niet versleuteld, dus inloggen kan hier niet. Gebruik een SSH-tunnel, of een proxy met https en --admin-url.",
  },
  foreignOrigin: {
    en: "The server does not recognise this address as its own. Let the proxy pass Host on, and set --admin-url.",
    nl: "De server herkent dit adres niet als het zijne. Laat de proxy Host doorgeven en stel --admin-url in.",
  },
});

interface LoginPageProps {
  /** Answer to the question for a session. */
  readonly refusal?: RefusedRequests;
  readonly note?: "ended" | "loggedOut";
  readonly onLogin: () => Promise<void>;
}

export function LoginPage({ refusal, note, onLogin }: LoginPageProps) {
  const blocked = refusal && blockedText(refusal);
  return (
    <>
      <Header>
        <Choices />
      </Header>
      <main class="stack login card">
        <OperatorPage title={texts.login}>
          {note && <p class="note">{note === "ended" ? texts.sessionEnded : texts.loggedOut}</p>}
          {blocked === undefined ? (
            <LoginForm onLogin={onLogin} />
          ) : (
            <p class="note danger" role="alert">
              {blocked}
            </p>
          )}
        </OperatorPage>
      </main>
    </>
  );
}

/** Returns the reason why nobody can log in at this address; undefined where one can. */
function blockedText({ code, reason }: RefusedRequests): string | undefined {
  if (reason === "plain_http") {
    return texts.plainHttp;
  }
  if (reason === "origin" || reason === "host") {
    return texts.foreignOrigin;
  }
  return code === "unreachable" ? sharedTexts.retry : undefined;
}

function LoginForm({ onLogin }: Pick<LoginPageProps, "onLogin">) {
  const [token, setToken] = useState("");
  const [refusal, setRefusal] = useState<RefusedRequests>();
  const submit = async (event: Event) => {
    event.preventDefault();
    setRefusal(undefined);
    const outcome = await ask("login", { method: "POST", body: { token } }).then(() => undefined, refusalOf);
    setRefusal(outcome);
    if (outcome === undefined) {
      await onLogin();
    }
  };
  return (
    <form class="stack form" onSubmit={submit}>
      <input type="text" name="username" autocomplete="username" value="baken" hidden readOnly />
      <Field label={keyTexts.token} hint={texts.loginHint}>
        {(attributes) => (
          <input
            {...attributes}
            type="password"
            name="token"
            autocomplete="current-password"
            required
            value={token}
            aria-invalid={refusal !== undefined}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        )}
      </Field>
      {refusal && (
        <p class="note danger" role="alert">
          {loginFault(refusal)}
        </p>
      )}
      <button type="submit" class="button primary">
        {texts.login}
      </button>
    </form>
  );
}

function loginFault(refusal: RefusedRequests): string {
  if (refusal.code === "unauthenticated") {
    return texts.wrongToken;
  }
  return refusal.code === "rate_limited"
    ? texts.tooManyTries(refusal.retryAfterS ?? 60)
    : (blockedText(refusal) ?? wordRefusal(refusal, currentLanguage()).text);
}
