/** Encodings of text files: which one a file has, and its text in pieces. */
import type { ByteSource } from "./byte-source.ts";
import { refuseTable } from "./refuse.ts";

/** Encodings that can be asked for, by their names in the WHATWG standard. */
const ENCODINGS = ["utf-8", "windows-1252", "iso-8859-15", "macintosh", "utf-16le", "utf-16be"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Size of the pieces in which a file is read: a thread that serves parses one of empty lines in some milliseconds. */
const PIECE_BYTES = 64 * 1024;

const MARKS: readonly { readonly encoding: Encoding; readonly bytes: readonly number[] }[] = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

/** Returns the encoding that a byte order mark at the start says; undefined without one. */
export function encodingOfMark(head: Uint8Array): Encoding | undefined {
  return MARKS.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte))?.encoding;
}

/** Returns the encoding with this name or another name for it, such as `latin1`. Throws AppError `usage`. */
export function encodingNamed(label: string): Encoding {
  const known = ENCODINGS.find((encoding) => encoding === standardName(label));
  return (
    known ?? refuseTable(`"${label}" is no encoding known here; expected one of ${ENCODINGS.join(", ")}.`)
  );
}

function standardName(label: string): string | undefined {
  try {
    return new TextDecoder(label as Encoding).encoding;
  } catch {
    return undefined;
  }
}

/** Bytes that are not text in the encoding that they were read in. */
export class NotInEncoding extends Error {
  /** Line of the file, from 1. */
  readonly line: number;
  /** True when text before those bytes has characters outside of ASCII that are right in this encoding. */
  readonly isRightBefore: boolean;

  constructor(line: number, isRightBefore: boolean) {
    super(`line ${line} is not in the encoding`);
    this.line = line;
    this.isRightBefore = isRightBefore;
  }
}

/** Text of a part of a file. */
interface TextPiece {
  readonly text: string;
  /** Part of the file that has been read with it, 0–1. */
  readonly progress: number;
}

/** Reads a file as text in constant memory, without a byte order mark. Throws NotInEncoding. */
export async function* readText(source: ByteSource, encoding: Encoding): AsyncGenerator<TextPiece> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let isAscii = true;
  for (let start = 0; start < source.size; start += PIECE_BYTES) {
    const end = Math.min(start + PIECE_BYTES, source.size);
    const bytes = await source.read(start, end);
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: end < source.size });
    } catch {
      throw await locateFault({ source, encoding, start, bytes, isAscii });
    }
    isAscii &&= text.length === bytes.length;
    yield { text, progress: end / source.size };
  }
}

interface FaultyPiece {
  readonly source: ByteSource;
  readonly encoding: Encoding;
  readonly start: number;
  readonly bytes: Uint8Array;
  /** Nothing outside of ASCII before the piece. */
  readonly isAscii: boolean;
}

async function locateFault({ source, encoding, start, bytes, isAscii }: FaultyPiece): Promise<NotInEncoding> {
  let line = 1;
  for (let at = 0; at < start; at += PIECE_BYTES) {
    line += countLineEnds(await source.read(at, Math.min(at + PIECE_BYTES, start)));
  }
  const before = new TextDecoder(encoding).decode(bytes);
  const fault = before.indexOf("\ufffd");
  const text = fault === -1 ? before : before.slice(0, fault);
  return new NotInEncoding(
    line + text.split("\n").length - 1,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
    !isAscii || /[^\x00-\x7f]/.test(text),
  );
}

function countLineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
    count += 1;
  }
  return count;
}
