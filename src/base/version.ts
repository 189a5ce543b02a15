import packageJson from "../../package.json" with { type: "json" };

/** Version of the software, apart from the interface's `v1` and from the date of the data. */
export const SOFTWARE_VERSION: string = packageJson.version;
