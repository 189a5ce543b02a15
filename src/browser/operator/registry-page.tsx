import { useState } from "preact/hooks";
import type { FolderAnswer, RegistryAnswer, ServedRegistry } from "../../operator/answers.ts";
import { useFormat } from "./format.ts";
import { Facts, Page, RefusalNote, Section, StateBadge, TableHead } from "./parts.tsx";
import { useTexts } from "./texts.ts";
import { UseDialog } from "./use-dialog.tsx";
import { usePolled } from "./use-polled.ts";

const PAUSE_MS = 5_000;
const DAY_MS = 86_400_000;

/** The registry that serves, the files beside it, and how they came there. */
export function RegistryPage() {
  const t = useTexts();
  const { data, refusal, reload } = usePolled<RegistryAnswer>("registry", PAUSE_MS);
  return (
    <Page title={t.registry}>
      <RefusalNote refusal={refusal} />
      {data?.served && <Served served={data.served} />}
      {data && data.folder === undefined && <p class="note danger">{t.folderGone}</p>}
      {data?.folder && (
        <>
          {data.folder.fault !== null && (
            <p class="note danger" lang="en">
              {data.folder.fault}
            </p>
          )}
          <Section title={t.importLog}>
            <p>{t.importing[data.folder.importing]}</p>
            <ImportLog log={data.folder.log} />
          </Section>
          <Section title={t.files}>
            <Files {...data.folder} isFollowing={data.isFollowing} onChange={reload} />
          </Section>
          {data.folder.uses.length > 0 && (
            <Section title={t.uses}>
              <Uses uses={data.folder.uses} />
            </Section>
          )}
          <Section title={t.disk}>
            <Disk bytes={data.folder.bytes} />
          </Section>
        </>
      )}
    </Page>
  );
}

function Served({ served }: { readonly served: ServedRegistry }) {
  const t = useTexts();
  const format = useFormat();
  const days = Math.floor((Date.now() - Date.parse(served.referenceDate)) / DAY_MS);
  const names = Object.keys(t.counts) as (keyof ServedRegistry["counts"])[];
  return (
    <section class="card" aria-label={t.served}>
      <Facts
        facts={[
          [t.served, <strong key="version">{served.version}</strong>],
          [
            t.referenceDate,
            <span key="date" class="badges">
              {format.day(served.referenceDate)}
              <span class="hint">{t.daysOld(format.number(days))}</span>
              {served.isDemo && <span class="badge warn">{t.fictitious}</span>}
            </span>,
          ],
          ...names.map((name) => [t.counts[name], format.number(served.counts[name])] as const),
          [t.importedAt, format.time(served.importedAt)],
          [t.sources, served.sources.map((source) => <div key={source}>{source}</div>)],
        ]}
      />
    </section>
  );
}

function ImportLog({ log }: Pick<FolderAnswer, "log">) {
  const t = useTexts();
  const format = useFormat();
  return (
    <table class="table stacked card">
      <TableHead texts={[t.when, t.kind, t.referenceDate]} numbers={[t.records]} />
      <tbody>
        {log.map((entry) => (
          <tr key={entry.completed_at}>
            <th scope="row">{format.time(entry.completed_at)}</th>
            <td data-label={t.kind}>
              {t.importKinds[entry.kind]}
              {entry.demo && `, ${t.fictitious}`}
            </td>
            <td data-label={t.referenceDate}>{format.day(entry.reference_date)}</td>
            <td class="number" data-label={t.records}>
              {format.number(entry.records_processed)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface FilesProps extends Pick<FolderAnswer, "versions"> {
  readonly isFollowing: boolean;
  readonly onChange: () => void;
}

function Files({ versions, isFollowing, onChange }: FilesProps) {
  const t = useTexts();
  const [chosen, setChosen] = useState<string>();
  const close = () => {
    setChosen(undefined);
    onChange();
  };
  return (
    <>
      {isFollowing && <p>{t.publisherDecides}</p>}
      {chosen && <UseDialog file={chosen} onClose={close} />}
      <VersionTable versions={versions} onChoose={isFollowing ? undefined : setChosen} />
    </>
  );
}

interface VersionTableProps extends Pick<FolderAnswer, "versions"> {
  /** Undefined where no other version may be chosen. */
  readonly onChoose: ((file: string) => void) | undefined;
}

function VersionTable({ versions, onChoose }: VersionTableProps) {
  const t = useTexts();
  const format = useFormat();
  return (
    <table class="table stacked card">
      <thead>
        <tr>
          <th scope="col">{t.file}</th>
          <th scope="col">{t.role}</th>
          <th scope="col" class="number">
            {t.size}
          </th>
          {onChoose && <td />}
        </tr>
      </thead>
      <tbody>
        {versions.map(({ file, dataVersion, bytes, isCurrent, isPinned, fault }) => (
          <tr key={file}>
            <th scope="row" class="path">
              {file}
              {dataVersion !== null && <span class="hint sub">{dataVersion}</span>}
            </th>
            <td data-label={t.role}>
              <StateBadge tone={fault !== null ? "danger" : isCurrent ? "ok" : ""}>
                {isCurrent ? t.current : t.kept}
              </StateBadge>
              {isPinned && <span class="badge warn">{t.pinned}</span>}
              {fault !== null && (
                <span class="hint sub" lang="en">
                  {fault}
                </span>
              )}
            </td>
            <td class="number" data-label={t.size}>
              {format.bytes(bytes)}
            </td>
            {onChoose && (
              <td class="row-action">
                {fault === null && (
                  <button type="button" class="button small" onClick={() => onChoose(file)}>
                    {t.useVersion}
                  </button>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What somebody made current, and why. */
function Uses({ uses }: Pick<FolderAnswer, "uses">) {
  const t = useTexts();
  const format = useFormat();
  return (
    <table class="table stacked card">
      <TableHead texts={[t.when, t.file, t.reason]} />
      <tbody>
        {uses.map(({ file, usedAt, isPinned, reason }) => (
          <tr key={usedAt}>
            <th scope="row">{format.time(usedAt)}</th>
            <td class="path" data-label={t.file}>
              {file}
              {isPinned && `, ${t.pinned}`}
            </td>
            <td data-label={t.reason}>{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Disk({ bytes }: Pick<FolderAnswer, "bytes">) {
  const t = useTexts();
  const format = useFormat();
  const parts = Object.keys(t.diskParts) as (keyof FolderAnswer["bytes"])[];
  return (
    <div class="card">
      <Facts facts={parts.map((part) => [t.diskParts[part], format.bytes(bytes[part])] as const)} />
    </div>
  );
}
