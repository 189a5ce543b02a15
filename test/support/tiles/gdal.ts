/** GDAL as WebAssembly: the system's GDAL is often too old for PMTiles. */
import { join, relative } from "node:path";

interface DatasetInfo {
  readonly driverShortName: string;
  readonly layers: readonly { readonly name: string; readonly featureCount: number }[];
}

interface Gdal {
  open(
    path: string,
    openOptions?: readonly string[],
  ): Promise<{ datasets: { info: DatasetInfo }[]; errors: readonly string[] }>;
}

const ENTRY: string = "gdal3.js/node.js";
const FOLDER = join(import.meta.dir, "../../../node_modules/gdal3.js/dist/package");

/** Opens a file of vector data; returns how GDAL describes it. Throws when GDAL refuses it. */
export async function describeByGdal(path: string, openOptions: readonly string[]): Promise<DatasetInfo> {
  // A name that TypeScript does not follow: the package declares no types of this file.
  const { default: load }: { default: (options: object) => Promise<Gdal> } = await import(ENTRY);
  const faults: string[] = [];
  const gdal = await load({
    path: relative(process.cwd(), FOLDER),
    useWorker: false,
    logHandler: () => undefined,
    errorHandler: (fault: string) => void faults.push(fault),
  });
  const { datasets, errors } = await gdal.open(path, openOptions);
  if (datasets.length !== 1 || errors.length > 0 || faults.length > 0) {
    throw new Error([...errors, ...faults, `${datasets.length} datasets`].join("; "));
  }
  return datasets[0]!.info;
}
