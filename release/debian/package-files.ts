/** The files of the Debian package, and its control files. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "../program.ts";
import { runProgram } from "../run-program.ts";
import { renderEnvFile } from "./env-file.ts";
import { renderManPage } from "./man-page.ts";
import type { PackageFile } from "./write-tree.ts";

const MAINTAINER = "The baken contributors <baken@example.org>";
const EXECUTABLE = 0o755;

export interface PackageContents {
  readonly executable: string;
  readonly version: string;
  readonly epochSeconds: number;
}

/** Returns the files that the package installs. */
export async function packageFiles(contents: PackageContents): Promise<PackageFile[]> {
  const { executable, version, epochSeconds } = contents;
  const day = new Date(epochSeconds * 1000).toISOString().slice(0, 10);
  const unit = (name: string, text: string): PackageFile => ({
    path: `usr/lib/systemd/system/${name}`,
    content: text,
  });
  const sandbox = read("sandbox.conf");
  return [
    { path: "usr/bin/baken", content: { copyOf: executable }, mode: EXECUTABLE },
    { path: "usr/sbin/bakenctl", content: read("bakenctl"), mode: EXECUTABLE },
    ...["update", "serve", "restart-replaced", "forget-previous"].map((name) => ({
      path: `usr/libexec/baken/${name}`,
      content: read(name),
      mode: EXECUTABLE,
    })),
    { path: "etc/baken/baken.env", content: renderEnvFile(), mode: 0o640 },
    unit("baken.service", inService(read("baken.service"), sandbox)),
    unit("baken-update.service", inService(read("baken-update.service"), sandbox)),
    unit("baken-update.timer", read("baken-update.timer")),
    unit("baken-update-again.timer", read("baken-update-again.timer")),
    { path: "usr/lib/sysctl.d/50-baken.conf", content: read("sysctl.conf") },
    { path: "usr/share/man/man1/baken.1.gz", content: gzip(await renderManPage(version, day)) },
    { path: "usr/share/man/man8/bakenctl.8.gz", content: gzip(read("bakenctl.8")) },
    ...completions(),
    { path: "usr/share/lintian/overrides/baken", content: read("lintian-overrides") },
    { path: "usr/share/doc/baken/copyright", content: renderCopyright() },
    { path: "usr/share/doc/baken/NOTICE", content: readFileSync(join(REPOSITORY, "NOTICE")) },
    { path: "usr/share/doc/baken/changelog.gz", content: gzip(renderChangelog(contents)) },
  ];
}

/** Places in which each shell looks for completions. */
const COMPLETIONS = {
  bash: "usr/share/bash-completion/completions/baken",
  zsh: "usr/share/zsh/vendor-completions/_baken",
  fish: "usr/share/fish/vendor_completions.d/baken.fish",
};

/** Returns the completions as `baken completion` prints them. */
function completions(): PackageFile[] {
  const main = join(REPOSITORY, "src/main.ts");
  return Object.entries(COMPLETIONS).map(([shell, path]) => ({
    path,
    content: runProgram([process.execPath, main, "completion", shell]),
  }));
}

export interface ControlContents {
  readonly version: string;
  readonly arch: string;
  readonly installedKiB: number;
  readonly files: readonly PackageFile[];
}

/** Returns the files of DEBIAN/: what dpkg knows about the package, and its scripts. */
export function controlFiles(contents: ControlContents): PackageFile[] {
  const { files } = contents;
  const conffiles = files.filter(({ path }) => path.startsWith("etc/")).map(({ path }) => `/${path}\n`);
  const installed = files.filter(({ path }) => !path.startsWith("etc/"));
  const scripts = ["preinst", "postinst", "prerm", "postrm"].map((name) => ({
    path: `DEBIAN/${name}`,
    content: read(name),
    mode: EXECUTABLE,
  }));
  return [
    { path: "DEBIAN/control", content: renderControl(contents) },
    { path: "DEBIAN/conffiles", content: conffiles.join("") },
    { path: "DEBIAN/md5sums", content: installed.map(md5Line).join("") },
    ...scripts,
  ];
}

function renderControl({ version, arch, installedKiB }: ControlContents): string {
  return `Package: baken
Version: ${version}
Architecture: ${arch}
Maintainer: ${MAINTAINER}
Installed-Size: ${installedKiB}
Depends: libc6 (>= 2.17), libsystemd0, adduser
Section: net
Priority: optional
Description: finds any Dutch address, over HTTP and MCP
 baken turns the official extract of the Dutch address registry (BAG) into one
 file and serves it: lookup by postcode and number, search, suggestions,
 geocoding, borders, vector tiles and statistics, with keys and limits.
 .
 The package runs it as a service, and can fetch the newest extract each month.
`;
}

function md5Line({ path, content }: PackageFile): string {
  const isText = typeof content === "string" || content instanceof Uint8Array;
  const bytes = isText ? content : readFileSync(content.copyOf);
  return `${createHash("md5").update(bytes).digest("hex")}  ${path}\n`;
}

function renderChangelog({ version, epochSeconds }: PackageContents): string {
  const date = new Date(epochSeconds * 1000).toUTCString().replace("GMT", "+0000");
  return `baken (${version}) unstable; urgency=medium\n\n  * Version ${version}.\n\n -- ${MAINTAINER}  ${date}\n`;
}

/** Returns the licence in Debian's format: the text indented, empty lines as dots. */
function renderCopyright(): string {
  const [, , , ...lines] = readFileSync(join(REPOSITORY, "LICENSE"), "utf8").trim().split("\n");
  const licence = lines.join("\n").trim().split("\n");
  return read("copyright").replace("@LICENSE@", licence.map((line) => ` ${line || "."}`).join("\n"));
}

/** Inserts the section that both services share at the end of [Service], before [Install]. */
function inService(unit: string, section: string): string {
  const install = unit.indexOf("\n[Install]");
  return install < 0 ? unit + section : unit.slice(0, install) + section + unit.slice(install);
}

function read(name: string): string {
  return readFileSync(join(import.meta.dir, name), "utf8");
}

/** Compresses as Debian wants it: best, without name and time. */
function gzip(text: string): Uint8Array {
  return Bun.gzipSync(text, { level: 9 });
}
