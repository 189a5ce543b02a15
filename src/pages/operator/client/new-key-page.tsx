import { useState } from "preact/hooks";
import { navigate } from "../../kit/client/router.tsx";
import type { IssuedAnswer } from "../answers.ts";
import { IssuedToken } from "./issued-token.tsx";
import { bodyOf, type KeyFields, NEW_KEY } from "./key-fields.ts";
import { KeyForm } from "./key-form.tsx";
import { Page } from "./parts.tsx";
import { ask } from "./server.ts";
import { useTexts } from "./texts.ts";

/** Form of a new key, then its token. */
export function NewKeyPage({ publicUrl }: { readonly publicUrl: string }) {
  const t = useTexts();
  const [issued, setIssued] = useState<IssuedAnswer>();
  const create = async (fields: KeyFields) => {
    const body = { ...bodyOf(fields), kind: fields.kind };
    setIssued(await ask<IssuedAnswer>("keys", { method: "POST", body }));
  };
  return (
    <Page title={issued === undefined ? t.newKey : issued.key.name}>
      {issued === undefined ? (
        <KeyForm
          isNew
          initial={NEW_KEY}
          submitLabel={t.create}
          onSubmit={create}
          onCancel={() => navigate("/keys")}
        />
      ) : (
        <IssuedToken
          issued={issued}
          publicUrl={publicUrl}
          onDone={() => navigate(`/keys/${issued.key.id}`)}
        />
      )}
    </Page>
  );
}
