import { useState } from "preact/hooks";
import { navigate } from "../../kit/client/router.tsx";
import { pickTexts } from "../../kit/client/texts.ts";
import type { IssuedAnswer } from "../server/operations/keys.ts";
import { KeyForm } from "./key-form.tsx";
import { keyTexts } from "./key-texts.ts";
import { Copyable, OperatorPage } from "./parts.tsx";
import { post } from "./server.ts";

const texts = pickTexts({
  create: { en: "Create key", nl: "Sleutel maken" },
  tokenOnce: {
    en: "This token is shown only now. Keep it in a safe place.",
    nl: "Dit token is alleen nu te zien. Bewaar het op een veilige plek.",
  },
  tryIt: { en: "To try it:", nl: "Om het te proberen:" },
  pasteHtml: {
    en: "To paste into the form of the shop:",
    nl: "Om in het formulier van de winkel te plakken:",
  },
  done: { en: "I have stored the token", nl: "Ik heb het token bewaard" },
});

/** Form of a new key, then its token. */
export function NewKeyPage({ publicUrl }: { readonly publicUrl: string }) {
  const [issued, setIssued] = useState<IssuedAnswer>();
  const create = async (body: Record<string, unknown>) => setIssued(await post("keys", body));
  return (
    <OperatorPage title={issued === undefined ? keyTexts.newKey : issued.key.name}>
      {issued === undefined ? (
        <KeyForm submitLabel={texts.create} onSubmit={create} onCancel={() => navigate("/keys")} />
      ) : (
        <IssuedToken
          issued={issued}
          publicUrl={publicUrl}
          onDone={() => navigate(`/keys/${issued.key.id}`)}
        />
      )}
    </OperatorPage>
  );
}

/** Returns the form component with a browser key; `base` is the base URL of the interface. */
function formHtml(base: string, token: string): string {
  const service = base.replace(/\/api\/v1$/, "");
  return `<script type="module" src="${service}/embed/baken-address.js"></script>

<baken-address api-key="${token}" name="shipping" required></baken-address>`;
}

interface IssuedTokenProps {
  readonly issued: IssuedAnswer;
  /** Base URL of the interface. */
  readonly publicUrl: string;
  readonly onDone: () => void;
}

/** Token of a key, shown once, with a request to try it. */
export function IssuedToken({ issued: { token, key }, publicUrl, onDone }: IssuedTokenProps) {
  const base = publicUrl.startsWith("/") ? location.origin + publicUrl : publicUrl;
  const [origin] = key.origins;
  const originHeader = key.kind === "browser" && origin !== undefined ? ` -H 'Origin: ${origin}'` : "";
  const curl = `curl -H 'Authorization: Bearer ${token}'${originHeader} '${base}/cities?per_page=3'`;
  return (
    <div class="stack note ok issued">
      <p>
        <strong>{texts.tokenOnce}</strong>
      </p>
      <Copyable text={token} label={keyTexts.token} />
      {key.kind === "browser" && origin === undefined ? (
        <p>{keyTexts.noOrigin}</p>
      ) : (
        <>
          {key.kind === "browser" && (
            <>
              <p>{texts.pasteHtml}</p>
              <Copyable text={formHtml(base, token)} label={texts.pasteHtml} />
            </>
          )}
          <p>{texts.tryIt}</p>
          <Copyable text={curl} label={texts.tryIt} />
        </>
      )}
      <button type="button" class="button" onClick={onDone}>
        {texts.done}
      </button>
    </div>
  );
}
