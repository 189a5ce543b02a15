/** Asks before a job is ended, or its file deleted. */
import { useState } from "preact/hooks";
import type { ExportsAnswer, Refusal } from "../answers.ts";
import { FormDialog } from "./parts.tsx";
import { ask, refusalOf } from "./server.ts";
import { useTexts } from "./texts.ts";

export type JobAnswer = ExportsAnswer["jobs"][number];

interface JobDialogProps {
  readonly job: JobAnswer;
  /** Called when the dialog closes, after the job was ended too. */
  readonly onClose: () => void;
}

export function JobDialog({ job: { id, keyId, state }, onClose }: JobDialogProps) {
  const t = useTexts();
  const [refusal, setRefusal] = useState<Refusal>();
  const isReady = state === "completed";
  const label = isReady ? t.deleteFile : t.endJob;
  const send = async () => {
    await ask(`exports/${id}/cancel`, { method: "POST", body: {} }).then(onClose, (error) =>
      setRefusal(refusalOf(error)),
    );
  };
  return (
    <FormDialog title={label} tone="danger" refusal={refusal} onSubmit={send} onClose={onClose}>
      <p>{isReady ? t.deleteFileText(t.keyNumber(keyId)) : t.endJobText(t.keyNumber(keyId))}</p>
    </FormDialog>
  );
}
