import { expect, test } from "bun:test";
import { type Command, defineCommand, parseCommand } from "./command.ts";
import { renderHelp } from "./help.ts";

const example: Command = defineCommand({
  name: "example do",
  summary: "Does it.",
  positionals: { placeholder: "<file>…", min: 1, max: 2 },
  flags: {
    name: { type: "text", required: true, description: "A name." },
    kind: { type: "text", choices: ["a", "b"], description: "A kind." },
    rate: { type: "integer", placeholder: "N", description: "A rate." },
    origin: { type: "text", placeholder: "O", multiple: true, description: "An origin." },
    force: { type: "boolean", description: "Does it anyway." },
  },
  settings: ["data", "port"],
  run() {},
});

test("reads flags, settings and positionals", () => {
  const argv = "f --name=x --rate 5 --origin a g --origin b --force --port 1".split(" ");
  expect(parseCommand(example, argv)).toMatchObject({
    flags: { name: "x", kind: undefined, rate: 5, origin: ["a", "b"], force: true },
    settings: { port: 1, data: "./data" },
    positionals: ["f", "g"],
  });
  expect(parseCommand(example, ["f", "--name", "x"]).flags).toMatchObject({ origin: [], force: false });
});

test.each([
  ["f --name x --orgin a", "Unknown option --orgin. Did you mean --origin?"],
  ["f --name x -p 1", "Unknown option -p."],
  ["f --name x --host h", "Unknown option --host."],
  ["f", "--name is required."],
  ["f --name", "--name needs a value."],
  ["f --name x --force=1", "--force takes no value."],
  ["f --name x --kind c", '--kind must be one of a, b, not "c".'],
  ["f --name x --rate 1.5", '--rate must be a whole number, not "1.5".'],
  ["--name x", "Expected <file>…, but got no arguments."],
  ["f g h --name x", "Expected <file>…, but got f g h."],
])("refuses %j", (line, message) => {
  expect(() => parseCommand(example, line.split(" "))).toThrow(message);
});

test.each([80, 60])("help fits a terminal of %p characters, and leaves no word out", (width) => {
  const lines = renderHelp(example, width).split("\n");
  expect(lines.filter((line) => line.length > width)).toEqual([]);
  const words = (text: string) => text.split(/\s+/);
  expect(words(lines.join("\n"))).toEqual(words(renderHelp(example)));
});

test("help shows every option", () => {
  expect(renderHelp(example)).toMatchInlineSnapshot(`
    "Usage: baken example do <file>… [options]

    Does it.

      --name VALUE  A name. Required.
      --kind VALUE  A kind. One of a, b.
      --rate N      A rate.
      --origin O …  An origin.
      --force       Does it anyway.
      --data DIR    Folder with the registries and accounts.db. Default ./data. (BAKEN_DATA)
      --port PORT   Port to listen on; 0 takes a free one. Default 8080. (BAKEN_PORT)"
  `);
});
