/** Asks before a registry of the data folder becomes current, and for how long it stays. */
import { useId, useState } from "preact/hooks";
import type { Refusal, UseAnswer } from "../../operator/answers.ts";
import { Dialog, DialogButtons, RefusalNote } from "./parts.tsx";
import { ask, refusalOf } from "./server.ts";
import { useTexts } from "./texts.ts";

interface UseDialogProps {
  readonly file: string;
  /** Called when the dialog closes, after the registry was made current too. */
  readonly onClose: () => void;
}

export function UseDialog({ file, onClose }: UseDialogProps) {
  const t = useTexts();
  const [reasonId, pinId] = [useId(), useId()];
  const [reason, setReason] = useState("");
  const [isPinned, setPinned] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const send = async (event: Event) => {
    event.preventDefault();
    setChecking(true);
    setRefusal(undefined);
    const request = { method: "POST", body: { file, reason, isPinned } } as const;
    await ask<UseAnswer>("registry/use", request).then(onClose, (error) => {
      setChecking(false);
      setRefusal(refusalOf(error));
    });
  };
  return (
    <Dialog title={t.useVersion} onClose={onClose}>
      <form class="form" onSubmit={send}>
        <p>{t.useVersionText(file)}</p>
        <div class="field">
          <label for={reasonId}>{t.reason}</label>
          <input
            id={reasonId}
            class="input"
            autocomplete="off"
            maxLength={500}
            required={isPinned}
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for={pinId}>
            <input
              id={pinId}
              type="checkbox"
              checked={isPinned}
              onChange={(event) => setPinned(event.currentTarget.checked)}
            />{" "}
            {t.pinVersion}
          </label>
        </div>
        <RefusalNote refusal={refusal} />
        {isChecking ? (
          <p role="status">{t.checking}</p>
        ) : (
          <DialogButtons label={t.useVersion} tone="danger" onClose={onClose} />
        )}
      </form>
    </Dialog>
  );
}
