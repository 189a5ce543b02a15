import { useId, useState } from "preact/hooks";
import { currentLanguage } from "../../kit/client/preferences.ts";
import type { RefusedRequests } from "../answers.ts";
import { Choices, Header } from "./frame.tsx";
import { OperatorPage } from "./parts.tsx";
import { wordRefusal } from "./refusal-texts.ts";
import { ask, refusalOf } from "./server.ts";
import { type OperatorTexts, useTexts } from "./texts.ts";

interface LoginPageProps {
  /** Answer to the question for a session. */
  readonly refusal?: RefusedRequests;
  readonly note?: "ended" | "loggedOut";
  readonly onLogin: () => Promise<void>;
}

export function LoginPage({ refusal, note, onLogin }: LoginPageProps) {
  const t = useTexts();
  const blocked = refusal && blockedText(refusal, t);
  return (
    <>
      <Header>
        <Choices />
      </Header>
      <main class="login card">
        <OperatorPage title={t.login}>
          {note && <p class="note">{note === "ended" ? t.sessionEnded : t.loggedOut}</p>}
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
function blockedText({ code, reason }: RefusedRequests, t: OperatorTexts): string | undefined {
  if (reason === "plain_http") {
    return t.plainHttp;
  }
  if (reason === "origin" || reason === "host") {
    return t.foreignOrigin;
  }
  return code === "unreachable" ? t.retry : undefined;
}

function LoginForm({ onLogin }: Pick<LoginPageProps, "onLogin">) {
  const t = useTexts();
  const id = useId();
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
    <form class="form" onSubmit={submit}>
      <input type="text" name="username" autocomplete="username" value="baken" hidden readOnly />
      <div class="field">
        <label for={id}>{t.token}</label>
        <input
          id={id}
          class="input"
          type="password"
          name="token"
          autocomplete="current-password"
          required
          value={token}
          aria-describedby={`${id}-hint`}
          aria-invalid={refusal !== undefined}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <p id={`${id}-hint`} class="hint">
          {t.loginHint}
        </p>
      </div>
      {refusal && (
        <p class="note danger" role="alert">
          {loginFault(refusal, t)}
        </p>
      )}
      <button type="submit" class="button primary">
        {t.login}
      </button>
    </form>
  );
}

function loginFault(refusal: RefusedRequests, t: OperatorTexts): string {
  if (refusal.code === "unauthenticated") {
    return t.wrongToken;
  }
  return refusal.code === "rate_limited"
    ? t.tooManyTries(refusal.retryAfterS ?? 60)
    : (blockedText(refusal, t) ?? wordRefusal(refusal, currentLanguage()).text);
}
