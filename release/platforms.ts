/** Platforms that executables are made for. Bun fetches the runtime of other platforms from the package registry. */

export interface Platform {
  readonly target: Bun.Build.CompileTarget;
  /** Name of the executable. */
  readonly file: "baken" | "baken.exe";
}

export const PLATFORMS = {
  "linux-x64": { target: "bun-linux-x64", file: "baken" },
  "linux-arm64": { target: "bun-linux-arm64", file: "baken" },
  "linux-x64-musl": { target: "bun-linux-x64-musl", file: "baken" },
  "linux-arm64-musl": { target: "bun-linux-arm64-musl", file: "baken" },
  "darwin-x64": { target: "bun-darwin-x64", file: "baken" },
  "darwin-arm64": { target: "bun-darwin-arm64", file: "baken" },
  "windows-x64": { target: "bun-windows-x64", file: "baken.exe" },
  "windows-arm64": { target: "bun-windows-arm64", file: "baken.exe" },
} as const satisfies Record<string, Platform>;
export type PlatformName = keyof typeof PLATFORMS;
