import { expect, test } from "bun:test";
import {
  centralHeader,
  dataDescriptor,
  dosTimestamp,
  endOfCentralDirectory,
  type ZipEntry,
} from "./zip-headers.ts";

const ENTRY: ZipEntry = {
  name: "a",
  method: 0,
  timestamp: dosTimestamp("2026-11-08T02:00:28"),
  offset: 0,
  crc: 1,
  sizeBytes: 5e9,
  compressedBytes: 5e9,
};

test("the timestamp is the wall time, two seconds a step", () => {
  const date = ENTRY.timestamp >>> 16;
  const time = ENTRY.timestamp & 0xffff;
  expect([(date >> 9) + 1980, (date >> 5) & 15, date & 31]).toEqual([2026, 11, 8]);
  expect([time >> 11, (time >> 5) & 63, (time & 31) * 2]).toEqual([2, 0, 28]);
});

test("sizes over 4 GiB go to the ZIP64 extra field, in the order size, compressed size, offset", () => {
  const header = Buffer.from(centralHeader({ ...ENTRY, offset: 6e9 }));
  expect(header.readUInt32LE(20)).toBe(0xffffffff);
  expect([47, 51].map((at) => header.readUInt16LE(at - (at === 47 ? 0 : 2)))).toEqual([1, 24]);
  expect([51, 59, 67].map((at) => Number(header.readBigUInt64LE(at)))).toEqual([5e9, 5e9, 6e9]);
  expect(dataDescriptor(ENTRY).length).toBe(24);
  expect(dataDescriptor({ ...ENTRY, sizeBytes: 9, compressedBytes: 9 }).length).toBe(16);
});

test("a directory that lies behind 4 GiB gets a ZIP64 end record and locator", () => {
  expect(endOfCentralDirectory(2, 100, 100).length).toBe(22);
  const end = Buffer.from(endOfCentralDirectory(2, 5e9, 100));
  expect(end.length).toBe(98);
  expect(Number(end.readBigUInt64LE(48))).toBe(5e9);
  expect(Number(end.readBigUInt64LE(64))).toBe(5e9 + 100);
});
