import { useState } from "preact/hooks";
import { pickTexts } from "../../kit/client/texts.ts";
import type { RegistryAnswer } from "../server/operations/registry.ts";
import { format } from "./format.ts";
import { keyTexts } from "./key-texts.ts";
import { PAGE_TITLES } from "./navigation.tsx";
import {
  DataTable,
  DialogButton,
  FactList,
  Field,
  LoggedText,
  OperatorPage,
  PageSection,
  StateBadge,
} from "./parts.tsx";
import { post, usePolled } from "./server.ts";
import { sharedTexts } from "./shared-texts.ts";

type FolderAnswer = NonNullable<RegistryAnswer["folder"]>;
type ServedRegistry = NonNullable<RegistryAnswer["served"]>;

const texts = pickTexts({
  served: { en: "In use", nl: "In gebruik" },
  referenceDate: { en: "Reference date", nl: "Peildatum" },
  daysOld: { en: (days: string) => `${days} days old`, nl: (days: string) => `${days} dagen oud` },
  importedAt: { en: "Imported", nl: "Geïmporteerd" },
  sources: { en: "Sources", nl: "Bronnen" },
  counts: {
    adressen: { en: "Addresses", nl: "Adressen" },
    panden: { en: "Buildings", nl: "Panden" },
    woonplaatsen: { en: "Places", nl: "Woonplaatsen" },
    gemeenten: { en: "Municipalities", nl: "Gemeenten" },
  },
  importing: {
    "under way": { en: "An import or update is under way.", nl: "Er loopt nu een import of update." },
    killed: {
      en: "An import or update was killed; the next one removes what it left.",
      nl: "Een import of update is afgebroken; de volgende ruimt de resten op.",
    },
    none: { en: "No import or update is under way.", nl: "Er loopt geen import of update." },
  },
  files: { en: "Files in the data folder", nl: "Bestanden in de datamap" },
  file: { en: "File", nl: "Bestand" },
  role: { en: "Role", nl: "Rol" },
  current: { en: "in use", nl: "in gebruik" },
  kept: { en: "kept", nl: "bewaard" },
  pinned: { en: "pinned", nl: "vastgezet" },
  uses: { en: "Made current by hand", nl: "Met de hand gekozen" },
  useVersion: { en: "Use this version", nl: "In gebruik nemen" },
  useVersionText: {
    en: (file: string) =>
      `${file} is checked completely, and then it answers all requests. That takes some seconds for each gigabyte.`,
    nl: (file: string) =>
      `${file} wordt helemaal gecontroleerd en beantwoordt daarna alle verzoeken. Dat duurt enkele seconden per gigabyte.`,
  },
  pinVersion: {
    en: "Pin it: later imports and updates do not become current",
    nl: "Vastzetten: latere imports en updates worden niet in gebruik genomen",
  },
  checking: { en: "The file is being checked…", nl: "Het bestand wordt gecontroleerd…" },
  publisherDecides: {
    en: "This server follows a published registry: the publisher decides which version is in use.",
    nl: "Deze server volgt een gepubliceerd register: welke versie in gebruik is, bepaalt wie publiceert.",
  },
  reason: { en: "Reason", nl: "Reden" },
  disk: { en: "Disk space", nl: "Schijfruimte" },
  diskParts: {
    registries: { en: "registries", nl: "registers" },
    exports: { en: "exports", nl: "exports" },
    downloads: { en: "downloads", nl: "downloads" },
    accounts: { en: "accounts.db", nl: "accounts.db" },
    free: { en: "free", nl: "vrij" },
  },
  importLog: { en: "Imports and updates", nl: "Imports en updates" },
  records: { en: "Records", nl: "Records" },
  folderGone: { en: "The data folder is gone.", nl: "De datamap is weg." },
});

const DAY_MS = 86_400_000;
const DISK_PARTS = Object.keys(texts.diskParts) as (keyof FolderAnswer["bytes"])[];

/** The registry that serves, the files next to it, and how they came there. */
export function RegistryPage() {
  const { data, refusal, reload } = usePolled<RegistryAnswer>("registry");
  const folder = data?.folder;
  return (
    <OperatorPage title={PAGE_TITLES.registry} refusal={refusal}>
      {data?.served && <Served served={data.served} />}
      {data && !folder && <p class="note danger">{texts.folderGone}</p>}
      {folder && (
        <>
          {folder.fault !== null && (
            <p class="note danger">
              <LoggedText text={folder.fault} />
            </p>
          )}
          <PageSection title={texts.importLog}>
            <p>{texts.importing[folder.importing]}</p>
            <DataTable
              columns={[
                { heading: sharedTexts.when, cell: (entry) => format.time(entry.completed_at) },
                {
                  heading: keyTexts.kind,
                  cell: ({ kind, demo, sample }) =>
                    `${kind}${demo ? `, ${sharedTexts.testData(sample ?? undefined)}` : ""}`,
                },
                { heading: texts.referenceDate, cell: (entry) => format.day(entry.reference_date) },
                {
                  heading: texts.records,
                  isNumber: true,
                  cell: (entry) => format.number(entry.records_processed),
                },
              ]}
              rows={folder.log}
              keyOf={(entry) => entry.completed_at}
            />
          </PageSection>
          <PageSection title={texts.files}>
            <Files {...folder} isFollowing={data!.isFollowing} onChange={reload} />
          </PageSection>
          {folder.uses.length > 0 && (
            <PageSection title={texts.uses}>
              <Uses uses={folder.uses} />
            </PageSection>
          )}
          <PageSection title={texts.disk}>
            <div class="card">
              <FactList
                facts={DISK_PARTS.map(
                  (part) => [texts.diskParts[part], format.bytes(folder.bytes[part])] as const,
                )}
              />
            </div>
          </PageSection>
        </>
      )}
    </OperatorPage>
  );
}

function Served({ served }: { readonly served: ServedRegistry }) {
  const days = Math.floor((Date.now() - Date.parse(served.referenceDate)) / DAY_MS);
  const names = Object.keys(texts.counts) as (keyof ServedRegistry["counts"])[];
  return (
    <section class="card" aria-label={texts.served}>
      <FactList
        facts={[
          [texts.served, <strong key="version">{served.version}</strong>],
          [
            texts.referenceDate,
            <span key="date" class="row">
              {format.day(served.referenceDate)}
              <span class="hint">{texts.daysOld(format.number(days))}</span>
              {served.isDemo && <span class="badge warn">{sharedTexts.testData(served.sample)}</span>}
            </span>,
          ],
          ...names.map((name) => [texts.counts[name], format.number(served.counts[name])] as const),
          [texts.importedAt, format.time(served.importedAt)],
          [texts.sources, served.sources.map((source) => <div key={source}>{source}</div>)],
        ]}
      />
    </section>
  );
}

interface FilesProps extends Pick<FolderAnswer, "versions"> {
  readonly isFollowing: boolean;
  readonly onChange: () => void;
}

function Files({ versions, isFollowing, onChange }: FilesProps) {
  return (
    <>
      {isFollowing && <p>{texts.publisherDecides}</p>}
      <DataTable
        columns={[
          {
            heading: texts.file,
            class: "path",
            cell: ({ file, dataVersion }) => (
              <>
                {file}
                {dataVersion !== null && <span class="hint sub">{dataVersion}</span>}
              </>
            ),
          },
          { heading: texts.role, cell: (version) => <Role version={version} /> },
          { heading: sharedTexts.size, isNumber: true, cell: ({ bytes }) => format.bytes(bytes) },
          {
            class: "row-action",
            cell: ({ file, fault }) =>
              !isFollowing && fault === null && <UseButton file={file} onUsed={onChange} />,
          },
        ]}
        rows={versions}
        keyOf={({ file }) => file}
      />
    </>
  );
}

type Version = FolderAnswer["versions"][number];

/** Makes a registry current after the question for how long it stays. */
function UseButton({ file, onUsed }: { readonly file: string; readonly onUsed: () => void }) {
  const [isPinned, setPinned] = useState(false);
  const use = (form: FormData) =>
    post("registry/use", { file, reason: form.get("reason"), isPinned }).then(onUsed);
  return (
    <DialogButton label={texts.useVersion} tone="danger" class="small" busy={texts.checking} onSubmit={use}>
      <p>{texts.useVersionText(file)}</p>
      <Field label={texts.reason}>
        <input name="reason" autocomplete="off" maxLength={500} required={isPinned} />
      </Field>
      <label class="label">
        <input
          type="checkbox"
          checked={isPinned}
          onChange={(event) => setPinned(event.currentTarget.checked)}
        />{" "}
        {texts.pinVersion}
      </label>
    </DialogButton>
  );
}

function Role({ version: { isCurrent, isPinned, fault } }: { readonly version: Version }) {
  return (
    <>
      <StateBadge tone={fault !== null ? "danger" : isCurrent ? "ok" : ""}>
        {isCurrent ? texts.current : texts.kept}
      </StateBadge>
      {isPinned && <span class="badge warn">{texts.pinned}</span>}
      {fault !== null && <LoggedText text={fault} />}
    </>
  );
}

/** Shows registries made current by somebody, and the reasons. */
function Uses({ uses }: Pick<FolderAnswer, "uses">) {
  return (
    <DataTable
      columns={[
        { heading: sharedTexts.when, cell: ({ usedAt }) => format.time(usedAt) },
        {
          heading: texts.file,
          class: "path",
          cell: ({ file, isPinned }) => `${file}${isPinned ? `, ${texts.pinned}` : ""}`,
        },
        { heading: texts.reason, cell: ({ reason }) => reason },
      ]}
      rows={uses}
      keyOf={({ usedAt }) => usedAt}
    />
  );
}
