/**
 * Clients of others, unchanged, ask Nominatim, Photon and addok ten things of Weesp each; their answers are compared
 * with `/geocode/forward` and `/geocode/reverse`.
 */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import nodeGeocoder from "node-geocoder";
import { canRun } from "../support/processes/find-program.ts";
import { serveWeespInterfaces, type WeespInterfaces } from "../support/servers/weesp-interfaces.ts";
import { askOwn, drawQuestions, type OwnAnswers, type Questions, toStreetNumber } from "./questions.ts";

setDefaultTimeout(120_000);

/** Debian's own, which has Debian's packages; another may come first in PATH. */
const PYTHON = "/usr/bin/python3";
const HAS_GEOPY = canRun([PYTHON, "-c", "import geopy"], "python3-geopy");
const HAS_RUBY = canRun(["ruby", "-e", "require 'geocoder'"], "ruby-geocoder");

let weesp: WeespInterfaces;
let base: string;
let questions: Questions;
let own: OwnAnswers;

beforeAll(async () => {
  weesp = await serveWeespInterfaces();
  base = weesp.listen();
  questions = drawQuestions(weesp);
  own = await askOwn(weesp, questions);
});
afterAll(() => weesp.close());

/** Output of each program: a point for each line, a text for each point. */
interface Printed {
  readonly points: readonly (readonly [number, number])[];
  readonly addresses: readonly string[];
}

/** Runs a program with the questions on its standard input; returns the JSON that it prints. */
async function run(command: readonly string[]): Promise<Record<string, Printed>> {
  const child = Bun.spawn([...command], {
    stdin: new TextEncoder().encode(JSON.stringify(questions)),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, said, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (status !== 0) {
    throw new Error(said);
  }
  return JSON.parse(printed);
}

/** Expects the points, and in each text the words of the address. */
function expectSame({ points, addresses }: Printed): void {
  expect(points).toEqual(own.points);
  addresses.forEach((text, i) => {
    for (const word of toStreetNumber(own.addresses[i]!).split(" ")) {
      expect(text).toContain(word);
    }
  });
  expect(addresses).toHaveLength(5);
}

const GEOPY = `
import json, sys
from geopy.geocoders import BANFrance, Nominatim, Photon
host = sys.argv[1]
asked = json.load(sys.stdin)
geocoders = {
  "nominatim": Nominatim(domain=host + "/nominatim", scheme="http", user_agent="baken-test"),
  "photon": Photon(domain=host + "/photon", scheme="http", user_agent="baken-test"),
  "addok": BANFrance(domain=host + "/addok", scheme="http", user_agent="baken-test"),
}
answers = {}
for name, geocoder in geocoders.items():
  found = [geocoder.geocode(line) for line in asked["lines"]]
  near = [geocoder.reverse(point) for point in asked["points"]]
  answers[name] = {"points": [[each.latitude, each.longitude] for each in found], "addresses": [each.address for each in near]}
print(json.dumps(answers))
`;

const RUBY = `
require "geocoder"
require "json"
asked = JSON.parse($stdin.read)
Geocoder.configure(lookup: :nominatim, nominatim: {host: ARGV[0] + "/nominatim"}, use_https: false, timeout: 60)
found = asked["lines"].map { |line| Geocoder.search(line).first.coordinates }
near = asked["points"].map { |point| Geocoder.search(point).first.display_name }
puts JSON.generate({nominatim: {points: found, addresses: near}})
`;

describe("geopy", () => {
  test.skipIf(!HAS_GEOPY)("Nominatim, Photon and BANFrance", async () => {
    const { nominatim, photon, addok } = await run([PYTHON, "-c", GEOPY, base.replace("http://", "")]);
    expectSame(nominatim!);
    expect(photon!.points).toEqual(own.points);
    expect(photon!.addresses).toHaveLength(5);
    expect(addok!.points).toEqual(own.points);
    expect(addok!.addresses).toHaveLength(5);
  });
});

describe("Ruby's geocoder", () => {
  test.skipIf(!HAS_RUBY)("Nominatim", async () => {
    const { nominatim } = await run(["ruby", "-e", RUBY, base.replace("http://", "")]);
    expectSame(nominatim!);
  });
});

describe("node-geocoder", () => {
  test("openstreetmap", async () => {
    const geocoder = nodeGeocoder({ provider: "openstreetmap", osmServer: `${base}/nominatim` });
    const found = [];
    for (const line of questions.lines) {
      const [{ latitude, longitude } = {}] = await geocoder.geocode(line);
      found.push([latitude, longitude]);
    }
    expect(found).toEqual(own.points.map((point) => [...point]));
    for (const [i, [lat, lon]] of questions.points.entries()) {
      const [{ streetName, streetNumber } = {}] = await geocoder.reverse({ lat, lon });
      expect(`${streetName} ${streetNumber}`).toBe(toStreetNumber(own.addresses[i]!));
    }
    expect(await geocoder.geocode("qqqqxx")).toHaveLength(0);
  });
});
