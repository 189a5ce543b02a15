import { useState } from "preact/hooks";
import { pickTexts } from "../../kit/client/texts.ts";
import type { LoginLinkAnswer } from "../server/operations/service.ts";
import type { RefusedRequests } from "../server/refuse.ts";
import { Copyable, PageSection, RefusalNote } from "./parts.tsx";
import { ask, refusalOf } from "./server.ts";

const texts = pickTexts({
  openPages: { en: "Open the pages", nl: "Pagina's openen" },
  createLink: { en: "Make a link", nl: "Maak een link" },
  loginLink: { en: "Link to the pages", nl: "Link naar de pagina's" },
  loginLinkHint: {
    en: "Opens the pages of the public port without a key: once, within ten minutes, in a browser on the server's machine.",
    nl: "Opent de pagina's van de publieke poort zonder sleutel: één keer, binnen tien minuten, in een browser op de machine van de server.",
  },
});

/** Makes login links to the pages of the public port; each works once, so the page shows a link only to copy it. */
export function LoginLink() {
  const [url, setUrl] = useState<string>();
  const [refusal, setRefusal] = useState<RefusedRequests>();
  const create = async () => {
    try {
      setUrl((await ask<LoginLinkAnswer>("login-links", { method: "POST", body: {} })).url);
      setRefusal(undefined);
    } catch (error) {
      setRefusal(refusalOf(error));
    }
  };
  return (
    <PageSection
      title={texts.openPages}
      tools={
        <button type="button" class="button small" onClick={create}>
          {texts.createLink}
        </button>
      }
    >
      <p class="hint">{texts.loginLinkHint}</p>
      {/* The key gives each link its own button, which says "copied" of that link alone. */}
      {url !== undefined && <Copyable key={url} text={url} label={texts.loginLink} />}
      <RefusalNote refusal={refusal} />
    </PageSection>
  );
}
