import { useState } from "preact/hooks";
import { Link } from "../../kit/client/router.tsx";
import { Table } from "../../kit/client/table.tsx";
import type { FileSessionAnswer, RefusedRequests } from "../answers.ts";
import { useFormat } from "./format.ts";
import { FormDialog, PageSection } from "./parts.tsx";
import { ask, refusalOf } from "./server.ts";
import { useTexts } from "./texts.ts";

interface FileSessionsProps {
  readonly sessions: readonly FileSessionAnswer[];
  readonly onChange: () => void;
}

/** Files that people geocode on the page /files; nothing when there are none. */
export function FileSessionList({ sessions, onChange }: FileSessionsProps) {
  const t = useTexts();
  const format = useFormat();
  const [chosen, setChosen] = useState<FileSessionAnswer>();
  const close = () => {
    setChosen(undefined);
    onChange();
  };
  if (sessions.length === 0) {
    return null;
  }
  return (
    <PageSection title={t.fileSessions}>
      {chosen && <EndDialog session={chosen} onClose={close} />}
      <Table
        class="table stacked card"
        columns={[
          { heading: t.begun, cell: ({ createdAt }) => format.time(createdAt) },
          { heading: t.lastLook, cell: ({ lookedAt }) => format.time(lookedAt) },
          {
            heading: t.key,
            cell: ({ keyId }) =>
              keyId === 0 ? t.withoutKey : <Link href={`/keys/${keyId}`}>{t.keyNumber(keyId)}</Link>,
          },
          {
            heading: t.rows,
            isNumber: true,
            cell: ({ rows }) => (rows === null ? "–" : format.number(rows)),
          },
          { heading: t.size, isNumber: true, cell: ({ sizeBytes }) => format.bytes(sizeBytes) },
          {
            class: "row-action",
            cell: (session) => (
              <button type="button" class="button small" onClick={() => setChosen(session)}>
                {t.deleteFile}
              </button>
            ),
          },
        ]}
        rows={sessions}
        keyOf={({ id }) => id}
      />
    </PageSection>
  );
}

interface EndDialogProps {
  readonly session: FileSessionAnswer;
  /** Called when the dialog closes, after the session was ended too. */
  readonly onClose: () => void;
}

function EndDialog({ session: { id }, onClose }: EndDialogProps) {
  const t = useTexts();
  const [refusal, setRefusal] = useState<RefusedRequests>();
  const send = async () => {
    await ask(`files/${id}/cancel`, { method: "POST", body: {} }).then(onClose, (error) =>
      setRefusal(refusalOf(error)),
    );
  };
  return (
    <FormDialog title={t.deleteFile} tone="danger" refusal={refusal} onSubmit={send} onClose={onClose}>
      <p>{t.endSessionText}</p>
    </FormDialog>
  );
}
