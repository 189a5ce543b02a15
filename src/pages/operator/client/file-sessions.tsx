import { useState } from "preact/hooks";
import { pickTexts } from "../../kit/client/texts.ts";
import type { ExportsAnswer } from "../server/operations/service.ts";
import { format } from "./format.ts";
import { keyTexts } from "./key-texts.ts";
import { DataTable, FormDialog, KeyLink, PageSection } from "./parts.tsx";
import { ask } from "./server.ts";
import { sharedTexts } from "./shared-texts.ts";

type FileSessionAnswer = ExportsAnswer["sessions"][number];

const texts = pickTexts({
  fileSessions: { en: "Files on the page /files", nl: "Bestanden op de pagina /files" },
  begun: { en: "Begun", nl: "Begonnen" },
  lastLook: { en: "Last look", nl: "Laatst bekeken" },
  rows: { en: "Rows", nl: "Rijen" },
  endSessionText: {
    en: "The file and its results are removed. Whoever uploaded it sees that it is no longer there.",
    nl: "Het bestand en de resultaten worden verwijderd. Wie het heeft geüpload, ziet dat het er niet meer is.",
  },
});

interface FileSessionsProps {
  readonly sessions: readonly FileSessionAnswer[];
  readonly onChange: () => void;
}

/** Files that people geocode on the page /files; nothing when there are none. */
export function FileSessionList({ sessions, onChange }: FileSessionsProps) {
  const [chosen, setChosen] = useState<FileSessionAnswer>();
  const close = () => {
    setChosen(undefined);
    onChange();
  };
  if (sessions.length === 0) {
    return null;
  }
  return (
    <PageSection title={texts.fileSessions}>
      {chosen && <EndDialog session={chosen} onClose={close} />}
      <DataTable
        columns={[
          { heading: texts.begun, cell: ({ createdAt }) => format.time(createdAt) },
          { heading: texts.lastLook, cell: ({ lookedAt }) => format.time(lookedAt) },
          {
            heading: keyTexts.key,
            cell: ({ keyId }) => (keyId === 0 ? keyTexts.withoutKey : <KeyLink id={keyId} />),
          },
          {
            heading: texts.rows,
            isNumber: true,
            cell: ({ rows }) => (rows === null ? "–" : format.number(rows)),
          },
          { heading: sharedTexts.size, isNumber: true, cell: ({ sizeBytes }) => format.bytes(sizeBytes) },
          {
            class: "row-action",
            cell: (session) => (
              <button type="button" class="button small" onClick={() => setChosen(session)}>
                {sharedTexts.deleteFile}
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
  const send = () => ask(`files/${id}/cancel`, { method: "POST", body: {} }).then(onClose);
  return (
    <FormDialog title={sharedTexts.deleteFile} tone="danger" onSubmit={send} onClose={onClose}>
      <p>{texts.endSessionText}</p>
    </FormDialog>
  );
}
