/** Dialogs that renew a key's token and revoke a key. */
import { useId, useState } from "preact/hooks";
import type { IssuedAnswer, KeyAnswer, Refusal } from "../answers.ts";
import { Dialog, DialogButtons, RefusalNote } from "./parts.tsx";
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
  const [refusal, setRefusal] = useState<Refusal>();
  const rotate = async (event: Event) => {
    event.preventDefault();
    const request = { method: "POST", body: { overlap } } as const;
    await ask<IssuedAnswer>(`keys/${id}/rotate`, request).then(onIssued, (error) =>
      setRefusal(refusalOf(error)),
    );
  };
  return (
    <Dialog title={t.rotate} onClose={onClose}>
      <form class="form" onSubmit={rotate}>
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
        <RefusalNote refusal={refusal} />
        <DialogButtons label={t.rotate} tone="primary" onClose={onClose} />
      </form>
    </Dialog>
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
  const [refusal, setRefusal] = useState<Refusal>();
  const revoke = async (event: Event) => {
    event.preventDefault();
    const request = { method: "POST", body: { name: typed } } as const;
    await ask(`keys/${id}/revoke`, request).then(onClose, (error) => setRefusal(refusalOf(error)));
  };
  return (
    <Dialog title={t.revoke} onClose={onClose}>
      <form class="form" onSubmit={revoke}>
        <p>{t.revokeText}</p>
        <div class="field">
          <label for={fieldId}>{t.revokeConfirm(name)}</label>
          <input
            id={fieldId}
            class="input"
            autocomplete="off"
            value={typed}
            aria-invalid={refusal?.errors !== undefined}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          {refusal?.errors && (
            <p class="fault" role="alert">
              {t.revokeWrong}
            </p>
          )}
        </div>
        {refusal?.errors === undefined && <RefusalNote refusal={refusal} />}
        <DialogButtons label={t.revoke} tone="danger" onClose={onClose} />
      </form>
    </Dialog>
  );
}
