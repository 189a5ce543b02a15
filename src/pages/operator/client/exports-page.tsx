import { useState } from "preact/hooks";
import type { ExportsAnswer, JobState } from "../answers.ts";
import { useFormat } from "./format.ts";
import { type JobAnswer, JobDialog } from "./job-dialog.tsx";
import { Link } from "./navigation.tsx";
import { Page, RefusalNote, Section, StateBadge } from "./parts.tsx";
import { useTexts } from "./texts.ts";
import { usePolled } from "./use-polled.ts";

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
    <Page title={t.exports}>
      <RefusalNote refusal={refusal} />
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
          <Section title={t.latestExports}>
            <JobTable jobs={data.jobs} onChange={reload} />
          </Section>
        </>
      )}
    </Page>
  );
}

interface JobTableProps extends Pick<ExportsAnswer, "jobs"> {
  readonly onChange: () => void;
}

function JobTable({ jobs, onChange }: JobTableProps) {
  const t = useTexts();
  const [chosen, setChosen] = useState<JobAnswer>();
  const close = () => {
    setChosen(undefined);
    onChange();
  };
  const headings = [t.requested, t.key, t.state, t.format, t.progress, t.size];
  return (
    <>
      {chosen && <JobDialog job={chosen} onClose={close} />}
      <table class="table stacked card">
        <thead>
          <tr>
            {headings.map((heading, i) => (
              <th key={heading} scope="col" class={i >= 4 ? "number" : undefined}>
                {heading}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} onEnd={() => setChosen(job)} />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface JobRowProps {
  readonly job: JobAnswer;
  readonly onEnd: () => void;
}

function JobRow({ job, onEnd }: JobRowProps) {
  const t = useTexts();
  const format = useFormat();
  const { state, processedRecords, totalRecords, sizeBytes, error } = job;
  const done = state === "completed" || state === "expired" ? "" : `${format.number(processedRecords)} / `;
  return (
    <tr>
      <th scope="row">{format.time(job.createdAt)}</th>
      <td class="job-key" data-label={t.key}>
        <Link href={`/keys/${job.keyId}`}>{t.keyNumber(job.keyId)}</Link>
      </td>
      <td data-label={t.state}>
        <StateBadge tone={TONES[state]}>{t.jobStates[state]}</StateBadge>
        {error && (
          <span class="hint sub" lang="en">
            {error}
          </span>
        )}
      </td>
      <td data-label={t.format}>
        {job.kind === "geocode" && `${t.geocoding}: `}
        {job.format}
      </td>
      <td class="number" data-label={t.progress}>
        {done}
        {format.number(totalRecords)}
      </td>
      <td class="number" data-label={t.size}>
        {sizeBytes === null ? "–" : format.bytes(sizeBytes)}
      </td>
      <td class="row-action">
        {ENDABLE.includes(state) && (
          <button type="button" class="button small" onClick={onEnd}>
            {state === "completed" ? t.deleteFile : t.endJob}
          </button>
        )}
      </td>
    </tr>
  );
}
