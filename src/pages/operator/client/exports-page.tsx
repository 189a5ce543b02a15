import { pickTexts } from "../../kit/client/texts.ts";
import type { ExportsAnswer } from "../server/operations/service.ts";
import { format } from "./format.ts";
import { keyTexts } from "./key-texts.ts";
import { PAGE_TITLES } from "./navigation.tsx";
import {
  DataTable,
  DialogButton,
  KeyLink,
  LoggedText,
  OperatorPage,
  PageSection,
  StateBadge,
} from "./parts.tsx";
import { post, usePolled } from "./server.ts";
import { sharedTexts } from "./shared-texts.ts";

type JobAnswer = ExportsAnswer["jobs"][number];
type JobState = JobAnswer["state"];

const texts = pickTexts({
  geocoding: { en: "geocoding", nl: "geocodering" },
  jobStates: {
    pending: { en: "waiting", nl: "wacht" },
    processing: { en: "running", nl: "bezig" },
    completed: { en: "ready", nl: "klaar" },
    failed: { en: "failed", nl: "mislukt" },
    expired: { en: "expired", nl: "verlopen" },
  },
  noExports: { en: "No exports have been requested yet.", nl: "Er zijn nog geen exports aangevraagd." },
  format: { en: "Format", nl: "Formaat" },
  progress: { en: "Addresses", nl: "Adressen" },
  requested: { en: "Requested", nl: "Aangevraagd" },
  endJob: { en: "End job", nl: "Afbreken" },
  endJobText: {
    en: (key: string) => `The job of ${key} stops and its result is removed. Its owner sees it as failed.`,
    nl: (key: string) =>
      `De taak van ${key} stopt en het resultaat wordt verwijderd. De eigenaar ziet de taak als mislukt.`,
  },
  deleteFileText: {
    en: (key: string) =>
      `The file of ${key} is removed. Its owner sees the job as expired, and can request it again.`,
    nl: (key: string) =>
      `Het bestand van ${key} wordt verwijderd. De eigenaar ziet de taak als verlopen en kan hem opnieuw aanvragen.`,
  },
  fileSessions: { en: "Files on the page /files", nl: "Bestanden op de pagina /files" },
  begun: { en: "Begun", nl: "Begonnen" },
  lastLook: { en: "Last look", nl: "Laatst bekeken" },
  rows: { en: "Rows", nl: "Rijen" },
  endSessionText: {
    en: "The file and its results are removed. Whoever uploaded it sees that it is no longer there.",
    nl: "Het bestand en de resultaten worden verwijderd. Wie het heeft geüpload, ziet dat het er niet meer is.",
  },
  latestExports: { en: "The latest 50 exports of all keys", nl: "De laatste 50 exports van alle sleutels" },
});

const TONES: Readonly<Record<JobState, string>> = {
  pending: "",
  processing: "accent",
  completed: "ok",
  failed: "danger",
  expired: "",
};

/** States of a job that can be ended, or whose file can be deleted. */
const ENDABLE: readonly JobState[] = ["pending", "processing", "completed"];

/** Exports of all keys, and files that people geocode on the page /files. */
export function ExportsPage() {
  const { data, refusal, reload } = usePolled<ExportsAnswer>("exports");
  const states = Object.keys(TONES) as JobState[];
  return (
    <OperatorPage title={PAGE_TITLES.exports} refusal={refusal}>
      {data && data.sessions.length > 0 && (
        <PageSection title={texts.fileSessions}>
          <FileSessionTable sessions={data.sessions} onChange={reload} />
        </PageSection>
      )}
      {data && data.jobs.length === 0 && <p class="empty">{texts.noExports}</p>}
      {data && data.jobs.length > 0 && (
        <>
          <p class="row">
            {states
              .filter((state) => (data.counts[state] ?? 0) > 0)
              .map((state) => (
                <StateBadge key={state} tone={TONES[state]}>
                  {format.number(data.counts[state]!)} {texts.jobStates[state]}
                </StateBadge>
              ))}
          </p>
          <PageSection title={texts.latestExports}>
            <JobTable jobs={data.jobs} onChange={reload} />
          </PageSection>
        </>
      )}
    </OperatorPage>
  );
}

interface ChangeProps {
  readonly onChange: () => void;
}

function JobTable({ jobs, onChange }: ChangeProps & Pick<ExportsAnswer, "jobs">) {
  return (
    <DataTable
      columns={[
        { heading: texts.requested, cell: ({ createdAt }) => format.time(createdAt) },
        {
          heading: keyTexts.key,
          class: "nowrap",
          cell: ({ keyId }) => <KeyLink id={keyId} />,
        },
        { heading: sharedTexts.state, cell: State },
        {
          heading: texts.format,
          cell: (job) => `${job.kind === "geocode" ? `${texts.geocoding}: ` : ""}${job.format}`,
        },
        { heading: texts.progress, isNumber: true, cell: showProgress },
        {
          heading: sharedTexts.size,
          isNumber: true,
          cell: ({ sizeBytes }) => (sizeBytes === null ? "–" : format.bytes(sizeBytes)),
        },
        {
          class: "row-action",
          cell: ({ id, keyId, state }) =>
            ENDABLE.includes(state) && (
              <EndButton path={`exports/${id}`} isReady={state === "completed"} onChange={onChange}>
                {texts[state === "completed" ? "deleteFileText" : "endJobText"](keyTexts.keyNumber(keyId))}
              </EndButton>
            ),
        },
      ]}
      rows={jobs}
      keyOf={({ id }) => id}
    />
  );
}

function State({ state, error }: JobAnswer) {
  return (
    <>
      <StateBadge tone={TONES[state]}>{texts.jobStates[state]}</StateBadge>
      {error && <LoggedText text={error} />}
    </>
  );
}

function showProgress({ state, processedRecords, totalRecords }: JobAnswer): string {
  const isOver = state === "completed" || state === "expired";
  return `${isOver ? "" : `${format.number(processedRecords)} / `}${format.number(totalRecords)}`;
}

interface EndButtonProps extends ChangeProps {
  readonly path: string;
  /** False while there is no file to delete. */
  readonly isReady?: boolean;
  readonly children: string;
}

/** Button that ends a job or session after the question in `children`. */
function EndButton({ path, isReady = true, onChange, children }: EndButtonProps) {
  return (
    <DialogButton
      label={isReady ? sharedTexts.deleteFile : texts.endJob}
      tone="danger"
      class="small"
      onSubmit={() => post(`${path}/cancel`).then(onChange)}
    >
      <p>{children}</p>
    </DialogButton>
  );
}

function FileSessionTable({ sessions, onChange }: ChangeProps & Pick<ExportsAnswer, "sessions">) {
  return (
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
          cell: ({ id }) => (
            <EndButton path={`files/${id}`} onChange={onChange}>
              {texts.endSessionText}
            </EndButton>
          ),
        },
      ]}
      rows={sessions}
      keyOf={({ id }) => id}
    />
  );
}
