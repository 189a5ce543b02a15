import { useId, useState } from "preact/hooks";
import { Table } from "../../kit/client/table.tsx";
import type { FolderAnswer, RefusedRequests, RegistryAnswer, ServedRegistry, UseAnswer } from "../answers.ts";
import { useFormat } from "./format.ts";
import {
  FactList,
  FormDialog,
  LoggedText,
  OperatorPage,
  PageSection,
  RefusalNote,
  StateBadge,
} from "./parts.tsx";
import { ask, refusalOf, usePolled } from "./server.ts";
import { useTexts } from "./texts.ts";

const PAUSE_MS = 5_000;
const DAY_MS = 86_400_000;

/** The registry that serves, the files beside it, and how they came there. */
export function RegistryPage() {
  const t = useTexts();
  const { data, refusal, reload } = usePolled<RegistryAnswer>("registry", PAUSE_MS);
  return (
    <OperatorPage title={t.registry}>
      <RefusalNote refusal={refusal} />
      {data?.served && <Served served={data.served} />}
      {data && data.folder === undefined && <p class="note danger">{t.folderGone}</p>}
      {data?.folder && (
        <>
          {data.folder.fault !== null && (
            <p class="note danger">
              <LoggedText text={data.folder.fault} />
            </p>
          )}
          <PageSection title={t.importLog}>
            <p>{t.importing[data.folder.importing]}</p>
            <ImportLog log={data.folder.log} />
          </PageSection>
          <PageSection title={t.files}>
            <Files {...data.folder} isFollowing={data.isFollowing} onChange={reload} />
          </PageSection>
          {data.folder.uses.length > 0 && (
            <PageSection title={t.uses}>
              <Uses uses={data.folder.uses} />
            </PageSection>
          )}
          <PageSection title={t.disk}>
            <Disk bytes={data.folder.bytes} />
          </PageSection>
        </>
      )}
    </OperatorPage>
  );
}

function Served({ served }: { readonly served: ServedRegistry }) {
  const t = useTexts();
  const format = useFormat();
  const days = Math.floor((Date.now() - Date.parse(served.referenceDate)) / DAY_MS);
  const names = Object.keys(t.counts) as (keyof ServedRegistry["counts"])[];
  return (
    <section class="card" aria-label={t.served}>
      <FactList
        facts={[
          [t.served, <strong key="version">{served.version}</strong>],
          [
            t.referenceDate,
            <span key="date" class="badges">
              {format.day(served.referenceDate)}
              <span class="hint">{t.daysOld(format.number(days))}</span>
              {served.isDemo && <span class="badge warn">{t.testData(served.sample)}</span>}
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
          cell: ({ kind, demo, sample }) =>
            `${t.importKinds[kind]}${demo ? `, ${t.testData(sample ?? undefined)}` : ""}`,
        },
        { heading: t.referenceDate, cell: (entry) => format.day(entry.reference_date) },
        { heading: t.records, isNumber: true, cell: (entry) => format.number(entry.records_processed) },
      ]}
      rows={log}
      keyOf={(entry) => entry.completed_at}
    />
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

type Version = FolderAnswer["versions"][number];

function VersionTable({ versions, onChoose }: VersionTableProps) {
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
        { heading: t.size, isNumber: true, cell: ({ bytes }: Version) => format.bytes(bytes) },
        ...(onChoose === undefined ? [] : [chooseColumn(t.useVersion, onChoose)]),
      ]}
      rows={versions}
      keyOf={({ file }) => file}
    />
  );
}

/** Column of the buttons that make a registry current. */
function chooseColumn(label: string, onChoose: (file: string) => void) {
  return {
    class: "row-action",
    cell: ({ file, fault }: Version) =>
      fault === null && (
        <button type="button" class="button small" onClick={() => onChoose(file)}>
          {label}
        </button>
      ),
  };
}

interface UseDialogProps {
  readonly file: string;
  /** Called when the dialog closes, after the registry was made current too. */
  readonly onClose: () => void;
}

/** Asks before a registry becomes current, and for how long it stays. */
function UseDialog({ file, onClose }: UseDialogProps) {
  const t = useTexts();
  const [reasonId, pinId] = [useId(), useId()];
  const [reason, setReason] = useState("");
  const [isPinned, setPinned] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [refusal, setRefusal] = useState<RefusedRequests>();
  const send = async () => {
    if (isChecking) {
      return;
    }
    setChecking(true);
    setRefusal(undefined);
    const request = { method: "POST", body: { file, reason, isPinned } } as const;
    await ask<UseAnswer>("registry/use", request).then(onClose, (error) => {
      setChecking(false);
      setRefusal(refusalOf(error));
    });
  };
  return (
    <FormDialog title={t.useVersion} tone="danger" refusal={refusal} onSubmit={send} onClose={onClose}>
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
      {isChecking && <p role="status">{t.checking}</p>}
    </FormDialog>
  );
}

interface RoleProps {
  readonly version: Version;
}

function Role({ version: { isCurrent, isPinned, fault } }: RoleProps) {
  const t = useTexts();
  return (
    <>
      <StateBadge tone={fault !== null ? "danger" : isCurrent ? "ok" : ""}>
        {isCurrent ? t.current : t.kept}
      </StateBadge>
      {isPinned && <span class="badge warn">{t.pinned}</span>}
      {fault !== null && <LoggedText text={fault} />}
    </>
  );
}

/** Shows registries made current by somebody, and the reasons. */
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
      <FactList facts={parts.map((part) => [t.diskParts[part], format.bytes(bytes[part])] as const)} />
    </div>
  );
}
