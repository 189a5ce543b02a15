/** Dialogs that renew a key's token and revoke a key. */

import { useState } from "preact/hooks";
import { pickTexts } from "../../kit/client/texts.ts";
import type { IssuedAnswer, KeyAnswer } from "../server/operations/keys.ts";
import { keyTexts } from "./key-texts.ts";
import { Field, FormDialog, Select } from "./parts.tsx";
import { ask, refusalOf } from "./server.ts";

const texts = pickTexts({
  rotateText: {
    en: "The key gets a new token. The current one keeps working for a while, so that you can replace it everywhere.",
    nl: "De sleutel krijgt een nieuw token. Het huidige werkt nog even, zodat u overal het nieuwe kunt invullen.",
  },
  overlap: { en: "The current token keeps working for", nl: "Het huidige token werkt nog" },
  overlaps: {
    "24h": { en: "24 hours", nl: "24 uur" },
    "1h": { en: "1 hour", nl: "1 uur" },
    "7d": { en: "7 days", nl: "7 dagen" },
    "30d": { en: "30 days", nl: "30 dagen" },
    "0": { en: "not any more", nl: "niet meer" },
  },
  revokeText: {
    en: "The key stops working. This cannot be undone.",
    nl: "De sleutel werkt daarna niet meer. Dat is niet terug te draaien.",
  },
  revokeConfirm: {
    en: (name: string) => `Type “${name}” to confirm`,
    nl: (name: string) => `Typ “${name}” om te bevestigen`,
  },
  revokeWrong: { en: "That is not the name of the key.", nl: "Dat is niet de naam van de sleutel." },
});

interface RotateDialogProps {
  readonly id: number;
  readonly onIssued: (issued: IssuedAnswer) => void;
  readonly onClose: () => void;
}

export function RotateDialog({ id, onIssued, onClose }: RotateDialogProps) {
  const [overlap, setOverlap] = useState<keyof typeof texts.overlaps>("24h");
  const rotate = async () =>
    onIssued(await ask<IssuedAnswer>(`keys/${id}/rotate`, { method: "POST", body: { overlap } }));
  return (
    <FormDialog title={keyTexts.rotate} tone="primary" onSubmit={rotate} onClose={onClose}>
      <p>{texts.rotateText}</p>
      <Field label={texts.overlap}>
        {(attributes) => (
          <Select {...attributes} value={overlap} options={texts.overlaps} onChoose={setOverlap} />
        )}
      </Field>
    </FormDialog>
  );
}

interface RevokeDialogProps {
  readonly apiKey: KeyAnswer;
  readonly onClose: () => void;
}

export function RevokeDialog({ apiKey: { id, name }, onClose }: RevokeDialogProps) {
  const [typed, setTyped] = useState("");
  const [isWrong, setWrong] = useState(false);
  const revoke = async () => {
    setWrong(false);
    const request = { method: "POST", body: { name: typed } } as const;
    await ask(`keys/${id}/revoke`, request).then(onClose, (error) => {
      if (refusalOf(error).errors === undefined) {
        throw error;
      }
      setWrong(true);
    });
  };
  return (
    <FormDialog title={keyTexts.revoke} tone="danger" onSubmit={revoke} onClose={onClose}>
      <p>{texts.revokeText}</p>
      <Field label={texts.revokeConfirm(name)} fault={isWrong ? texts.revokeWrong : undefined}>
        {(attributes) => (
          <input
            {...attributes}
            autocomplete="off"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
