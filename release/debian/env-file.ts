/** Makes /etc/baken/baken.env from the settings table: every setting with its default, commented out. */
import type { Setting } from "../../src/base/setting-values.ts";
import { SETTINGS } from "../../src/base/settings.ts";
import { wrap } from "../../src/cli/help.ts";

const WIDTH = 100;

/** The data folder as the units set it; they may write to no other. */
const DATA: Setting = {
  ...SETTINGS.data,
  default: "/var/lib/baken",
  description: `${SETTINGS.data.description} Another one needs ReadWritePaths= in both services: systemctl edit baken`,
};

const INTRODUCTION = `Settings of baken.service, of baken-update.service and of bakenctl, as man baken(1) describes them.
Remove "#" in front of a variable to set it, then: systemctl restart baken`;

/** Returns the file as text. */
export function renderEnvFile(): string {
  const settings = Object.values<Setting>({ ...SETTINGS, data: DATA });
  return [comment(INTRODUCTION), ...settings.map(renderSetting)].join("\n");
}

function renderSetting({ description, env, placeholder, default: defaultValue }: Setting): string {
  return `${comment(description)}#${env}=${defaultValue ?? placeholder}\n`;
}

function comment(text: string): string {
  return text
    .split("\n")
    .flatMap((line) => wrap(line, WIDTH))
    .map((line) => `# ${line}\n`)
    .join("");
}
