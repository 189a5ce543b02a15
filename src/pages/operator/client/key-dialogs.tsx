/** Dialogs that renew a key's token and revoke a key. */
import { useId, useState } from "preact/hooks";
import type { IssuedAnswer, KeyAnswer, RefusedRequests } from "../answers.ts";
import { FormDialog } from "./parts.tsx";
import { ask, refusalOf } from "./server.ts";
import { useTexts } from "./texts.ts";

interface RotateDialogProps {
  readonly id: number;
  readonly onIssued: (issued: IssuedAnswer) => void;
  readonly onClose: () => void;
}

export function RotateDialog({ id, onIssued, onClose }: RotateDialogProps) {
  const t = useTexts();
  const fieldId = useId();
  const [overlap, setOverlap] = useState("24h");
  const [refusal, setRefusal] = useState<RefusedRequests>();
  const rotate = async () => {
    const request = { method: "POST", body: { overlap } } as const;
    await ask<IssuedAnswer>(`keys/${id}/rotate`, request).then(onIssued, (error) =>
      setRefusal(refusalOf(error)),
    );
  };
  return (
    <FormDialog title={t.rotate} tone="primary" refusal={refusal} onSubmit={rotate} onClose={onClose}>
      <p>{t.rotateText}</p>
      <div class="field">
        <label for={fieldId}>{t.overlap}</label>
        <select
          id={fieldId}
          class="input"
          value={overlap}
          onChange={(event) => setOverlap(event.currentTarget.value)}
        >
          {Object.entries(t.overlaps).map(([duration, text]) => (
            <option key={duration} value={duration}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </FormDialog>
  );
}

interface RevokeDialogProps {
  readonly apiKey: KeyAnswer;
  readonly onClose: () => void;
}

export function RevokeDialog({ apiKey: { id, name }, onClose }: RevokeDialogProps) {
  const t = useTexts();
  const fieldId = useId();
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<RefusedRequests>();
  const isWrong = refusal?.errors !== undefined;
  const revoke = async () => {
    const request = { method: "POST", body: { name: typed } } as const;
    await ask(`keys/${id}/revoke`, request).then(onClose, (error) => setRefusal(refusalOf(error)));
  };
  return (
    <FormDialog
      title={t.revoke}
      tone="danger"
      refusal={isWrong ? undefined : refusal}
      onSubmit={revoke}
      onClose={onClose}
    >
      <p>{t.revokeText}</p>
      <div class="field">
        <label for={fieldId}>{t.revokeConfirm(name)}</label>
        <input
          id={fieldId}
          class="input"
          autocomplete="off"
          value={typed}
          aria-invalid={isWrong}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        {isWrong && (
          <p class="fault" role="alert">
            {t.revokeWrong}
          </p>
        )}
      </div>
    </FormDialog>
  );
}
