/** Script of the operator's pages. */
import "../../kit/client/base.css";
import "../../kit/client/site-header.css";
import "./operator.css";
import "./form.css";
import "./table.css";
import "../../kit/client/bar-chart.css";
import { type JSX, render } from "preact";
import { useCallback, useEffect, useLayoutEffect, useState } from "preact/hooks";
import { activateSiteHeader, currentLanguage } from "../../kit/client/preferences.ts";
import { useAddress } from "../../kit/client/router.tsx";
import type { OperatorSession } from "../server/login.ts";
import type { RefusedRequests } from "../server/refuse.ts";
import { AuditPage } from "./audit-page.tsx";
import { ExportsPage } from "./exports-page.tsx";
import { KeyPage } from "./key-page.tsx";
import { KeysPage } from "./keys-page.tsx";
import { LoginPage } from "./login-page.tsx";
import { Navigation } from "./navigation.tsx";
import { NewKeyPage } from "./new-key-page.tsx";
import { NodesPage } from "./nodes-page.tsx";
import { OverviewPage } from "./overview-page.tsx";
import { UNREACHABLE } from "./refusal-texts.ts";
import { RegistryPage } from "./registry-page.tsx";
import { ask, ReportContext, refusalOf } from "./server.ts";
import { TrafficPage } from "./traffic-page.tsx";

type State =
  | { readonly kind: "starting" }
  | { readonly kind: "out"; readonly refusal?: RefusedRequests; readonly note?: "ended" | "loggedOut" }
  | { readonly kind: "in"; readonly session: OperatorSession };

/** The operator's pages: the login, or the page that the address names. */
function Operator() {
  const [state, setState] = useState<State>({ kind: "starting" });
  const [isSilent, setSilent] = useState(false);
  const enter = useCallback(async () => {
    const session = await ask<OperatorSession>("session").catch(refusalOf);
    setState("code" in session ? { kind: "out", refusal: session } : { kind: "in", session });
  }, []);
  useEffect(() => void enter(), [enter]);
  const report = useCallback((refusal: RefusedRequests | undefined) => {
    setSilent(refusal?.code === "unreachable");
    if (refusal?.code === "unauthenticated") {
      setState({ kind: "out", note: "ended" });
    }
  }, []);
  const logOut = async (everywhere: boolean) => {
    await ask("logout", { method: "POST", body: { everywhere } }).catch(refusalOf);
    setState({ kind: "out", note: "loggedOut" });
  };
  useLayoutEffect(
    () => render(state.kind === "in" && <Navigation onLogOut={logOut} />, document.getElementById("pages")!),
    [state.kind],
  );
  return (
    <ReportContext.Provider value={report}>
      {state.kind === "out" && <LoginPage {...state} onLogin={enter} />}
      {state.kind === "in" && (
        <>
          <div role="status">{isSilent && <p class="note warn">{UNREACHABLE[currentLanguage()]}</p>}</div>
          <main id="content" class="stack content">
            <CurrentPage session={state.session} />
          </main>
        </>
      )}
    </ReportContext.Provider>
  );
}

const PAGES: Readonly<Record<string, () => JSX.Element>> = {
  "/keys": KeysPage,
  "/traffic": TrafficPage,
  "/registry": RegistryPage,
  "/nodes": NodesPage,
  "/exports": ExportsPage,
  "/audit": AuditPage,
};

function CurrentPage({ session: { publicUrl } }: { readonly session: OperatorSession }) {
  const path = useAddress(() => location.pathname);
  const key = /^\/keys\/(\d+)$/.exec(path)?.[1];
  if (key !== undefined) {
    return <KeyPage key={key} id={Number(key)} publicUrl={publicUrl} />;
  }
  const Page = PAGES[path] ?? OverviewPage;
  return path === "/keys/new" ? <NewKeyPage publicUrl={publicUrl} /> : <Page />;
}

activateSiteHeader();
render(<Operator />, document.getElementById("app")!);
