import { useState } from "preact/hooks";
import type { LoginLinkAnswer, RefusedRequests } from "../answers.ts";
import { Copyable, PageSection, RefusalNote } from "./parts.tsx";
import { ask, refusalOf } from "./server.ts";
import { useTexts } from "./texts.ts";

/** Makes login links to the pages of the public port; each works once, so the page shows a link only to copy it. */
export function LoginLink() {
  const t = useTexts();
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
      title={t.openPages}
      tools={
        <button type="button" class="button small" onClick={create}>
          {t.createLink}
        </button>
      }
    >
      <p class="hint">{t.loginLinkHint}</p>
      {/* The key gives each link its own button, which says "copied" of that link alone. */}
      {url !== undefined && <Copyable key={url} text={url} label={t.loginLink} />}
      <RefusalNote refusal={refusal} />
    </PageSection>
  );
}
