/** Files with the addresses of a registry as a user has them, each row with the id that geocoding must find. */
import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Address of a registry, as the tables of the import hold it. */
export interface ListedAddress {
  readonly id: string;
  readonly postcode: string | null;
  readonly number: number;
  readonly suffix: string;
  readonly street: string;
  readonly place: string;
}

const ADDRESSES = `SELECT a.identificatie AS id, postcode, huisnummer AS number, straatnaam AS street, naam AS place,
  ifnull(huisletter, '') || ifnull(huisnummertoevoeging, '') AS suffix
  FROM adres a JOIN woonplaats w ON w.fid = a.woonplaats_id ORDER BY a.fid`;

/** Lists the addresses of the registry of a data folder, by id. */
export function listAddresses(dataDir: string): ListedAddress[] {
  const name = readFileSync(join(dataDir, "current"), "utf8").trim();
  using db = new Database(join(dataDir, name), { readonly: true });
  return db.query<ListedAddress, []>(ADDRESSES).all();
}

/** Returns CSV with semicolons: a column of the user's own, then postcode, number and suffix. */
export function toPostcodeCsv(addresses: readonly ListedAddress[]): string {
  const lines = addresses.map(
    ({ id, postcode, number, suffix }) => `${id};${postcode ?? ""};${number};${suffix}`,
  );
  return ["eigen id;Postcode;Huisnr;Toev", ...lines, ""].join("\r\n");
}
