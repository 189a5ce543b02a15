/** Compares the addresses of a published folder with the registry, record by record. */
import { AddressTable } from "../http/client/static/address-table.ts";
import type { StaticAddress } from "../http/client/static/static-answers.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { readAdres } from "../registry/read/adres-record.ts";
import { type AddressFile, type AreaRef, addressPath, type RecordFile } from "../static/format.ts";
import { selectPostcodeAreas } from "../static/static-writer.ts";

const IDS_OF_AREA = "SELECT fid FROM adres WHERE postcode >= ? AND postcode < ?";
const IDS_WITHOUT_POSTCODE = "SELECT fid, woonplaats_id FROM adres WHERE postcode IS NULL";
/** Positions are rounded to 0.00001 degrees. */
const HALF_UNIT = 0.000_005_1;
const MAX_LISTED = 20;

export class StaticComparison {
  readonly #s: Snapshot;
  readonly #areas = new Set<number>();
  readonly #withoutPostcode = new Set<number>();
  #addresses = 0;
  #differences = 0;
  /** Differences, one sentence each, at most MAX_LISTED of a file: all addresses of a foreign folder differ. */
  readonly listed = new Map<string, string[]>();

  constructor(s: Snapshot) {
    this.#s = s;
  }

  /** Number of differences, listed or not. */
  get differences(): number {
    return this.#differences;
  }

  /** Number of addresses compared. */
  get addresses(): number {
    return this.#addresses;
  }

  /** Takes a file of addresses. */
  take(area: AreaRef, file: AddressFile, records: RecordFile | undefined): void {
    const path = addressPath(area);
    const table = new AddressTable(typeof area === "number" ? String(area) : "", file, records);
    const ids = new Set<number>();
    for (const row of table.rows) {
      const address = table.addressOf(row);
      const id = Number(address.nummeraanduiding_id);
      this.#compare(path, address);
      if (ids.has(id)) {
        this.#tell(path, address, "is there twice");
      }
      ids.add(id);
      if (address.postcode === null) {
        this.#withoutPostcode.add(id);
      }
    }
    this.#addresses += ids.size;
    if (typeof area === "number") {
      this.#areas.add(area);
      const rows = this.#s.statement<{ fid: number }>(IDS_OF_AREA).all(`${area}AA`, `${area}[`);
      this.#expectAll(path, rows, ids);
    }
  }

  /** Looks for addresses without postcode of the same woonplaatsen, once all files are taken. */
  finish(): void {
    const { woonplaatsen, areas } = selectPostcodeAreas(this.#s, (area) => this.#areas.has(area));
    const isWhole = areas.length === selectPostcodeAreas(this.#s).areas.length;
    const rows = this.#s
      .statement<{ fid: number; woonplaats_id: number }>(IDS_WITHOUT_POSTCODE)
      .all()
      .filter(({ woonplaats_id }) => isWhole || woonplaatsen!.has(woonplaats_id));
    this.#expectAll("The folder", rows, this.#withoutPostcode);
  }

  #expectAll(path: string, rows: readonly { fid: number }[], published: ReadonlySet<number>): void {
    for (const { fid } of rows) {
      if (!published.has(fid)) {
        this.#tell(path, readAdres(this.#s, fid)!, "is missing");
      }
    }
  }

  #compare(path: string, address: StaticAddress): void {
    const registered = readAdres(this.#s, Number(address.nummeraanduiding_id));
    if (registered === undefined) {
      this.#tell(path, address, "is not in the registry");
      return;
    }
    const names = Object.keys(address).filter((name) => name !== "full_address") as (keyof StaticAddress)[];
    const different = names
      .filter((name) => !isSame(address[name], registered[name]))
      .map((name) => `${name} ${JSON.stringify(address[name])}, not ${JSON.stringify(registered[name])}`);
    if (different.length > 0) {
      this.#tell(path, address, `has ${different.join("; ")}`);
    }
  }

  #tell(
    path: string,
    { full_address, nummeraanduiding_id }: Pick<StaticAddress, "full_address" | "nummeraanduiding_id">,
    fault: string,
  ): void {
    this.#differences++;
    const listed = this.listed.get(path) ?? [];
    if (listed.length < MAX_LISTED) {
      listed.push(`${path}: ${full_address} (${nummeraanduiding_id}) ${fault}.`);
    }
    this.listed.set(path, listed);
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return typeof a === "number" && typeof b === "number"
    ? Math.abs(a - b) < HALF_UNIT
    : JSON.stringify(a) === JSON.stringify(b);
}
