import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { makeZip, type ZipPart } from "../../../test/support/extracts/zip-maker.ts";
import { type EntryTreatment, listEntries } from "./archive.ts";
import { type ArchiveEntry, LIMITS, readEntry } from "./archive-entry.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-archive-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

function write(zip: Buffer): string {
  const file = join(folder, `${++files}.zip`);
  writeFileSync(file, zip);
  return file;
}

/** Reads .xml, descends into .zip, skips the rest. */
const treatmentOf = (name: string): EntryTreatment =>
  name.endsWith(".xml") ? "read" : name.endsWith(".zip") ? "descend" : "skip";

const part = (name: string, content: Buffer | string, rest: Partial<ZipPart> = {}): ZipPart => ({
  name,
  content: Buffer.from(content),
  ...rest,
});

/** Returns the path below the outer zip and the content of each entry. */
async function readAll(zip: Buffer): Promise<string[]> {
  const entries = await listEntries(write(zip), folder, treatmentOf);
  return entries.map((entry) => `${entry.path.replace(/^\d+\.zip > /, "")}: ${readEntry(entry)}`);
}

/** Returns `depth` nested zips with one XML file in the innermost. */
function nested(depth: number, isStored: boolean): Buffer {
  let zip = makeZip([part("a.xml", "inside")]);
  for (let i = 1; i < depth; i++) {
    zip = makeZip([part(`z${i}.zip`, zip, { isStored })]);
  }
  return zip;
}

/**
 * Writes a zip of `in.zip` (with `a.xml`) and `b.xml` to stdout; arguments: compression method, `zip64` for zip64
 * fields.
 */
const PYTHON = `
import io, sys, zipfile
method, zip64 = int(sys.argv[1]), sys.argv[2] == "zip64"
def pack(entries):
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as zip:
        for name, content in entries:
            with zip.open(name, "w", force_zip64=zip64) as entry: entry.write(content)
        zip.comment = b"a comment"
    return target.getvalue()
sys.stdout.buffer.write(pack([("in.zip", pack([("a.xml", b"inside")])), ("b.xml", b"beside")]))`;
const python = Bun.which("python3");
if (python === null) {
  process.stderr.write("skipped: reading zips that Python wrote: no python3 on this machine\n");
}

describe("entries are read", () => {
  test.each([true, false])("from zips in zips, stored: %p", async (isStored) => {
    expect(await readAll(nested(3, isStored))).toEqual(["z2.zip > z1.zip > a.xml: inside"]);
  });

  test.skipIf(python === null).each([
    ["zip64, deflated", "8", "zip64"],
    ["zip64, stored", "0", "zip64"],
    ["sizes in local headers, deflated", "8", "plain"],
    ["sizes in local headers, stored", "0", "plain"],
  ])("from zips that Python wrote: %s", async (_form, method, zip64) => {
    const { stdout } = Bun.spawnSync([python!, "-c", PYTHON, method, zip64]);
    expect(await readAll(stdout)).toEqual(["in.zip > a.xml: inside", "b.xml: beside"]);
  });

  test("in order, empty ones included; others are left", async () => {
    const zip = makeZip([
      part("b.xml", ""),
      part("x.txt", "left"),
      part("a.xml", "", { isStored: true }),
      part("d.xml/", ""),
    ]);
    expect(await readAll(zip)).toEqual(["b.xml: ", "a.xml: "]);
  });
});

describe("a zip around the delivery", () => {
  /** Only zips named z are known. */
  const known = (name: string): EntryTreatment => {
    const isXml = name.endsWith(".xml");
    return isXml || /^z\d*\.zip$/.test(name) ? (isXml ? "read" : "descend") : "skip";
  };
  const pathsIn = async (...parts: ZipPart[]) => {
    const entries = await listEntries(write(makeZip(parts)), folder, known);
    return entries.map(({ path }) => path.replace(/^\d+\.zip > /, ""));
  };
  const delivery = makeZip([part("z.zip", makeZip([part("a.xml", "inside")]))]);

  test.each([false, true])("is opened where it holds nothing else to read, stored: %p", async (isStored) => {
    const mac = part("__MACOSX/._bag.zip", "attributes");
    expect(await pathsIn(part("bag.zip", delivery, { isStored }), mac, part("README.txt", ""))).toEqual([
      "bag.zip > z.zip > a.xml",
    ]);
  });

  test("is not opened beside what is read, nor is one of several", async () => {
    expect(await pathsIn(part("b.xml", ""), part("bag.zip", delivery))).toEqual(["b.xml"]);
    expect(await pathsIn(part("bag.zip", delivery), part("bag2.zip", delivery))).toEqual([]);
  });

  test("is opened within the depth of four zips, itself among them", async () => {
    const deep = makeZip([part("z.zip", delivery)]);
    expect(await pathsIn(part("bag.zip", deep))).toEqual(["bag.zip > z.zip > z.zip > a.xml"]);
    const deeper = makeZip([part("z.zip", deep)]);
    await expect(pathsIn(part("bag.zip", deeper))).rejects.toThrow("nested deeper than 4");
  });
});

describe("limits hold exactly:", () => {
  test("zips may be nested four deep", async () => {
    expect(await readAll(nested(LIMITS.nestedZips, true))).toHaveLength(1);
    await expect(readAll(nested(LIMITS.nestedZips + 1, true))).rejects.toThrow("nested deeper than 4");
  });

  test("a zip may have 200,000 entries", async () => {
    const parts = Array.from({ length: 200_001 }, (_, i) => part(String(i), "", { isStored: true }));
    await expect(readAll(makeZip(parts))).rejects.toThrow("200001 entries; at most 200000");
    expect(await readAll(makeZip(parts.slice(1)))).toEqual([]);
  });

  test("16 MiB may deflate any number of times, more only 400 times", async () => {
    const zip = (bytes: number) => makeZip([part("a.xml", Buffer.alloc(bytes))]);
    const read = async (bytes: number) => {
      const [entry] = await listEntries(write(zip(bytes)), folder, treatmentOf);
      return readEntry(entry!).length;
    };
    expect(await read(LIMITS.ratioFromBytes)).toBe(LIMITS.ratioFromBytes);
    await expect(read(LIMITS.ratioFromBytes + 1)).rejects.toThrow("like a zip bomb");
  });

  test("an entry may claim 128 MiB and 400 times its packed size, no more, before anything is read", () => {
    const file = write(Buffer.alloc(64));
    const claim = (sizeBytes: number, compressedBytes: number): ArchiveEntry => ({
      ...{ path: "z > a.xml", name: "a.xml", file, offset: 0, crc32: 0, isDeflated: true },
      ...{ sizeBytes, compressedBytes },
    });
    const limit = LIMITS.entryBytes;
    expect(() => readEntry(claim(limit + 1, limit))).toThrow(`claims ${limit + 1} bytes; at most ${limit}`);
    const packed = 50_000;
    expect(() => readEntry(claim(packed * 400, packed))).toThrow("the file ends 49936 bytes early");
    expect(() => readEntry(claim(packed * 400 + 1, packed))).toThrow("like a zip bomb");
  });
});

describe("an entry is refused, by its path,", () => {
  const text = "a text that deflates, deflates, deflates";
  test.each([
    [
      "one byte more than it claims",
      { claims: { sizeBytes: text.length - 1 } },
      "holds more than the 39 bytes",
    ],
    [
      "one byte less than it claims",
      { claims: { sizeBytes: text.length + 1 } },
      "holds 40 bytes; its zip says 41",
    ],
    ["with another checksum", { claims: { crc: crc32(text) + 1 } }, "checksum differs"],
    ["that claims to be empty", { claims: { sizeBytes: 0 } }, "holds more than the 0 bytes"],
    ["with damaged bytes", { damage: (packed: Buffer) => packed.fill(0xff) }, "damaged"],
    ["without its last bytes", { damage: (packed: Buffer) => packed.subarray(0, -4) }, "its zip says 40"],
  ])("%s", async (_what, rest, words) => {
    const zip = makeZip([part("in.zip", makeZip([part("a.xml", text, rest)]), { isStored: true })]);
    await expect(readAll(zip)).rejects.toThrow(words);
    await expect(readAll(zip)).rejects.toThrow("in.zip > a.xml: ");
  });

  test("that is encrypted", async () => {
    const zip = makeZip([part("a.xml", text)]);
    zip.writeUInt16LE(0x0809, zip.lastIndexOf("PK\u0001\u0002", zip.length, "latin1") + 8);
    await expect(readAll(zip)).rejects.toThrow("a.xml: is encrypted");
  });

  test("of another compression method", async () => {
    const zip = makeZip([part("a.xml", text)]);
    zip.writeUInt16LE(14, zip.lastIndexOf("PK\u0001\u0002", zip.length, "latin1") + 10);
    await expect(readAll(zip)).rejects.toThrow("a.xml: compression method 14");
  });

  test.each(["../a.xml", "a/../../a.xml", "/a.xml", "C:/a.xml", "..\\a.xml"])("named %s", async (name) => {
    await expect(readAll(makeZip([part(name, text)]))).rejects.toThrow(name.replace("\\", "/"));
  });
});
