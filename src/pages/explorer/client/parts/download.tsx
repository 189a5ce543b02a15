/** Files of the addresses on a card or the map, and links to the place on other maps. */
import { useRef, useState } from "preact/hooks";
import { RequestFailed } from "../../../../http/client/client.ts";
import { access } from "../../../kit/client/ask.ts";
import { CopyButton } from "../../../kit/client/copy-button.tsx";
import { pickTexts } from "../../../kit/client/texts.ts";
import { useConnection } from "../../../kit/client/trouble/connection.ts";
import type { MapPoint } from "../map/map-selection.ts";
import { CardSection } from "./card-section.tsx";
import { printPage } from "./print-page.ts";
import type { ExportSelection, SavedFormat, SavedList, SaveOptions } from "./save-export.ts";

const texts = pickTexts({
  title: { nl: "Downloaden", en: "Download" },
  goThere: { nl: "Route en afdrukken", en: "Directions and print" },
  needsKey: {
    nl: "Voor een bestand met al deze adressen is een serversleutel nodig, of deze opdracht op de server:",
    en: "A file with all these addresses needs a server key, or this command on the server:",
  },
  copyCommand: { nl: "Kopieer opdracht", en: "Copy command" },
  busy: { nl: "Het bestand wordt gemaakt…", en: "The file is being made…" },
  cancel: { nl: "Annuleer", en: "Cancel" },
  saved: { nl: "Opgeslagen bij uw downloads.", en: "Saved to your downloads." },
  failed: { nl: "Het bestand kon niet worden gemaakt.", en: "The file could not be made." },
  needsServerKey: { nl: "Voor een bestand is een serversleutel nodig.", en: "A file needs a server key." },
  route: { nl: "Route hierheen", en: "Route to here" },
  mapApp: { nl: "Open in kaart-app", en: "Open in a map app" },
  nearby: { nl: "In de buurt", en: "Nearby" },
  print: { nl: "Afdrukken", en: "Print" },
});

/** Downloads and links of a card or the map. */
export interface Downloadable {
  /** Returns the conditions of an export of all its addresses at the time of the call. */
  readonly selection?: () => ExportSelection | undefined;
  /** The addresses of a list, when the conditions of an export cannot select exactly these. */
  readonly list?: SavedList;
  /** Place to go to. */
  readonly point?: MapPoint;
}

export function Download({ of: { selection, list, point } }: { of: Downloadable }) {
  return (
    <CardSection title={selection || list ? texts.title : texts.goThere} class="no-print">
      {selection && <Exports selection={selection} />}
      {list && <ListFiles list={list} />}
      {point && <PlaceLinks point={point} />}
      <div class="row">
        <button type="button" class="button small" onClick={printPage}>
          {texts.print}
        </button>
      </div>
    </CardSection>
  );
}

interface FileButtonsProps {
  /** Names by format. */
  readonly formats: Readonly<Record<string, string>>;
  save(format: string, options: SaveOptions): Promise<void>;
}

/** Buttons for files, and the state of the last one. */
function FileButtons({ formats, save }: FileButtonsProps) {
  const [state, setState] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  const run = async (format: string) => {
    const controller = new AbortController();
    running.current = controller;
    setIsBusy(true);
    setState(texts.busy);
    try {
      await save(format, {
        signal: controller.signal,
        onProgress: (percent) => setState(`${texts.busy} ${percent}%`),
      });
      setState(texts.saved);
    } catch (error) {
      if (controller.signal.aborted) {
        setState(undefined);
        return;
      }
      const isKey = error instanceof RequestFailed && (error.status === 401 || error.status === 403);
      setState(isKey ? texts.needsServerKey : texts.failed);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <div class="row">
        {Object.entries(formats).map(([format, name]) => (
          <button
            key={format}
            type="button"
            class="button small"
            disabled={isBusy}
            onClick={() => run(format)}
          >
            {name}
          </button>
        ))}
        {isBusy && (
          <button type="button" class="button quiet small" onClick={() => running.current?.abort()}>
            {texts.cancel}
          </button>
        )}
      </div>
      <p class="hint" role="status">
        {state}
      </p>
    </>
  );
}

/** Loads what saves files, which few visitors do. */
const loadSaving = () => import("./save-export.ts");

const LIST_FORMATS = { xlsx: "Excel", csv: "CSV", geojson: "GeoJSON" };
const SAVED_FORMATS: Readonly<Record<SavedFormat, string>> = { ...LIST_FORMATS, gpkg: "GeoPackage" };

/** Exports, which take a server key; without a key, the command that makes the same file. */
function Exports({ selection }: { selection: NonNullable<Downloadable["selection"]> }) {
  useConnection();
  if (access.key() === undefined) {
    return (
      <div class="card-section">
        <p class="hint">{texts.needsKey}</p>
        <CopyButton label={texts.copyCommand} text={() => commandOf(selection() ?? {})} />
      </div>
    );
  }
  const save = async (format: string, options: SaveOptions) => {
    const conditions = selection();
    if (conditions === undefined) {
      throw new Error("There is no map whose box could be saved.");
    }
    const { saveExport } = await loadSaving();
    await saveExport({ ...conditions, format: format as SavedFormat }, options);
  };
  return <FileButtons formats={SAVED_FORMATS} save={save} />;
}

/** Returns the command line of an export. */
function commandOf({ north, south, east, west, ...areas }: ExportSelection): string {
  const flags = Object.entries(areas).map(
    ([name, value]) => `--${name.replaceAll("_", "-")} ${/^[\w-]+$/.test(value) ? value : `"${value}"`}`,
  );
  const box = north === undefined ? [] : [`--box ${[west, south, east, north].join(",")}`];
  return ["./baken export", ...flags, ...box, "--out addresses.gpkg"].join(" ");
}

function ListFiles({ list }: { list: SavedList }) {
  const save = async (format: string, options: SaveOptions) =>
    (await loadSaving()).saveList(list, format, options);
  return <FileButtons formats={LIST_FORMATS} save={save} />;
}

/** Zoom at which the surroundings of a place are in view. */
const NEARBY_ZOOM = 17;

function PlaceLinks({ point: { lat, lng } }: { point: MapPoint }) {
  const place = `${lat.toFixed(6)},${lng.toFixed(6)}`;
  const links = [
    [texts.route, `https://www.openstreetmap.org/directions?to=${place}`],
    [texts.mapApp, `geo:${place}?z=${NEARBY_ZOOM}`],
    [texts.nearby, `/#${NEARBY_ZOOM}/${lat.toFixed(5)}/${lng.toFixed(5)}`],
  ] as const;
  return (
    <ul class="row chips">
      {links.map(([label, href]) => (
        <li key={label}>
          <a href={href} rel="noreferrer">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
