import { Table } from "../../kit/client/table.tsx";
import type { FolderAnswer, RegistryAnswer, ServedRegistry } from "../answers.ts";
import { useFormat } from "./format.ts";
import { Facts, Page, RefusalNote, Section, StateBadge } from "./parts.tsx";
import { usePolled } from "./server.ts";
import { useTexts } from "./texts.ts";

const PAUSE_MS = 5_000;
const DAY_MS = 86_400_000;

/** The registry that serves, the files beside it, and how they came there. */
export function RegistryPage() {
  const t = useTexts();
  const { data, refusal } = usePolled<RegistryAnswer>("registry", PAUSE_MS);
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
            <Files versions={data.folder.versions} />
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
    <Table
      class="table stacked card"
      columns={[
        { heading: t.when, cell: (entry) => format.time(entry.completed_at) },
        {
          heading: t.kind,
          cell: ({ kind, demo }) => `${t.importKinds[kind]}${demo ? `, ${t.fictitious}` : ""}`,
        },
        { heading: t.referenceDate, cell: (entry) => format.day(entry.reference_date) },
        { heading: t.records, isNumber: true, cell: (entry) => format.number(entry.records_processed) },
      ]}
      rows={log}
      keyOf={(entry) => entry.completed_at}
    />
  );
}

function Files({ versions }: Pick<FolderAnswer, "versions">) {
  const t = useTexts();
  const format = useFormat();
  return (
    <Table
      class="table stacked card"
      columns={[
        {
          heading: t.file,
          class: "path",
          cell: ({ file, dataVersion }) => (
            <>
              {file}
              {dataVersion !== null && <span class="hint sub">{dataVersion}</span>}
            </>
          ),
        },
        { heading: t.role, cell: (version) => <Role version={version} /> },
        { heading: t.size, isNumber: true, cell: ({ bytes }) => format.bytes(bytes) },
      ]}
      rows={versions}
      keyOf={({ file }) => file}
    />
  );
}

interface RoleProps {
  readonly version: FolderAnswer["versions"][number];
}

function Role({ version: { isCurrent, isPinned, fault } }: RoleProps) {
  const t = useTexts();
  return (
    <>
      <StateBadge tone={fault !== null ? "danger" : isCurrent ? "ok" : ""}>
        {isCurrent ? t.current : t.kept}
      </StateBadge>
      {isPinned && <span class="badge warn">{t.pinned}</span>}
      {fault !== null && (
        <span class="hint sub" lang="en">
          {fault}
        </span>
      )}
    </>
  );
}

/** What somebody made current, and why. */
function Uses({ uses }: Pick<FolderAnswer, "uses">) {
  const t = useTexts();
  const format = useFormat();
  return (
    <Table
      class="table stacked card"
      columns={[
        { heading: t.when, cell: ({ usedAt }) => format.time(usedAt) },
        {
          heading: t.file,
          class: "path",
          cell: ({ file, isPinned }) => `${file}${isPinned ? `, ${t.pinned}` : ""}`,
        },
        { heading: t.reason, cell: ({ reason }) => reason },
      ]}
      rows={uses}
      keyOf={({ usedAt }) => usedAt}
    />
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
