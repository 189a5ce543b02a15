import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { pickTexts } from "../../kit/client/texts.ts";
import type { RefusedRequests } from "../server/refuse.ts";
import { keyTexts } from "./key-texts.ts";
import { Field, OperatorPage, RefusalNote } from "./parts.tsx";
import { post, refusalOf } from "./server.ts";

const texts = pickTexts({
  login: { en: "Log in", nl: "Inloggen" },
  loginHint: {
    en: "The token is on the server, in the file that is named when it starts (usually admin-token in the data folder).",
    nl: "Het token staat op de server, in het bestand dat bij het starten wordt genoemd (meestal admin-token in de datamap).",
  },
  sessionEnded: { en: "The session has ended. Log in again.", nl: "De sessie is afgelopen. Log opnieuw in." },
  loggedOut: { en: "You are logged out.", nl: "U bent uitgelogd." },
});

interface LoginPageProps {
  /** Answer to the question for a session. */
  readonly refusal?: RefusedRequests;
  readonly note?: "ended" | "loggedOut";
  readonly onLogin: () => Promise<void>;
}

export function LoginPage({ refusal, note, onLogin }: LoginPageProps) {
  const isBlocked = refusal !== undefined && refusal.code !== "unauthenticated";
  const [refused, setRefused] = useState<RefusedRequests>();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setRefused(undefined);
    const { token } = Object.fromEntries(new FormData(event.currentTarget));
    const outcome = post("login", { token }).then(onLogin);
    setRefused(await outcome.then(() => undefined, refusalOf));
  };
  return (
    <main id="content" class="stack login card">
      <OperatorPage title={texts.login} refusal={isBlocked ? refusal : undefined}>
        {note && <p class="note">{note === "ended" ? texts.sessionEnded : texts.loggedOut}</p>}
        {!isBlocked && (
          <form class="stack form" onSubmit={submit}>
            <input type="text" name="username" autocomplete="username" value="baken" hidden readOnly />
            <Field label={keyTexts.token} hint={texts.loginHint}>
              <input
                type="password"
                name="token"
                autocomplete="current-password"
                required
                aria-invalid={refused !== undefined}
              />
            </Field>
            <RefusalNote refusal={refused} />
            <button type="submit" class="button primary">
              {texts.login}
            </button>
          </form>
        )}
      </OperatorPage>
    </main>
  );
}
