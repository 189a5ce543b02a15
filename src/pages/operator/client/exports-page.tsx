import { useState } from "preact/hooks";
import { Link } from "../../kit/client/router.tsx";
import { Table } from "../../kit/client/table.tsx";
import type { ExportsAnswer, JobState, RefusedRequests } from "../answers.ts";
import { FileSessionList } from "./file-sessions.tsx";
import { type Formatter, useFormat } from "./format.ts";
import { FormDialog, LoggedText, OperatorPage, PageSection, RefusalNote, StateBadge } from "./parts.tsx";
import { ask, refusalOf, usePolled } from "./server.ts";
import { useTexts } from "./texts.ts";

const PAUSE_MS = 3_000;
const TONES: Readonly<Record<JobState, string>> = {
  pending: "",
  processing: "accent",
  completed: "ok",
  failed: "danger",
  expired: "",
};

/** States of a job that can be ended, or whose file can be deleted. */
const ENDABLE: readonly JobState[] = ["pending", "processing", "completed"];

/** Exports of all keys. */
export function ExportsPage() {
  const t = useTexts();
  const format = useFormat();
  const { data, refusal, reload } = usePolled<ExportsAnswer>("exports", PAUSE_MS);
  const states = Object.keys(TONES) as JobState[];
  return (
    <OperatorPage title={t.exports}>
      <RefusalNote refusal={refusal} />
      {data && <FileSessionList sessions={data.sessions} onChange={reload} />}
      {data && data.jobs.length === 0 && <p class="empty">{t.noExports}</p>}
      {data && data.jobs.length > 0 && (
        <>
          <p class="badges">
            {states
              .filter((state) => (data.counts[state] ?? 0) > 0)
              .map((state) => (
                <StateBadge key={state} tone={TONES[state]}>
                  {format.number(data.counts[state]!)} {t.jobStates[state]}
                </StateBadge>
              ))}
          </p>
          <PageSection title={t.latestExports}>
            <JobTable jobs={data.jobs} onChange={reload} />
          </PageSection>
        </>
      )}
    </OperatorPage>
  );
}

interface JobTableProps extends Pick<ExportsAnswer, "jobs"> {
  readonly onChange: () => void;
}

function JobTable({ jobs, onChange }: JobTableProps) {
  const t = useTexts();
  const format = useFormat();
  const [chosen, setChosen] = useState<JobAnswer>();
  const close = () => {
    setChosen(undefined);
    onChange();
  };
  return (
    <>
      {chosen && <JobDialog job={chosen} onClose={close} />}
      <Table
        class="table stacked card"
        columns={[
          { heading: t.requested, cell: ({ createdAt }) => format.time(createdAt) },
          {
            heading: t.key,
            class: "job-key",
            cell: ({ keyId }) => <Link href={`/keys/${keyId}`}>{t.keyNumber(keyId)}</Link>,
          },
          { heading: t.state, cell: (job) => <State job={job} /> },
          {
            heading: t.format,
            cell: (job) => `${job.kind === "geocode" ? `${t.geocoding}: ` : ""}${job.format}`,
          },
          { heading: t.progress, isNumber: true, cell: (job) => showProgress(job, format) },
          {
            heading: t.size,
            isNumber: true,
            cell: ({ sizeBytes }) => (sizeBytes === null ? "–" : format.bytes(sizeBytes)),
          },
          { class: "row-action", cell: (job) => <EndButton job={job} onEnd={() => setChosen(job)} /> },
        ]}
        rows={jobs}
        keyOf={({ id }) => id}
      />
    </>
  );
}

function State({ job: { state, error } }: { readonly job: JobAnswer }) {
  const t = useTexts();
  return (
    <>
      <StateBadge tone={TONES[state]}>{t.jobStates[state]}</StateBadge>
      {error && <LoggedText text={error} />}
    </>
  );
}

function showProgress({ state, processedRecords, totalRecords }: JobAnswer, { number }: Formatter): string {
  const isOver = state === "completed" || state === "expired";
  return `${isOver ? "" : `${number(processedRecords)} / `}${number(totalRecords)}`;
}

interface EndButtonProps {
  readonly job: JobAnswer;
  readonly onEnd: () => void;
}

function EndButton({ job: { state }, onEnd }: EndButtonProps) {
  const t = useTexts();
  return (
    ENDABLE.includes(state) && (
      <button type="button" class="button small" onClick={onEnd}>
        {state === "completed" ? t.deleteFile : t.endJob}
      </button>
    )
  );
}

type JobAnswer = ExportsAnswer["jobs"][number];

interface JobDialogProps {
  readonly job: JobAnswer;
  /** Called when the dialog closes, after the job was ended too. */
  readonly onClose: () => void;
}

function JobDialog({ job: { id, keyId, state }, onClose }: JobDialogProps) {
  const t = useTexts();
  const [refusal, setRefusal] = useState<RefusedRequests>();
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
