/** Content codings of responses. */
export type Coding = "zstd" | "gzip";
