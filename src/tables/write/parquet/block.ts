/** Rows of one row group by column, in buffers that pass from thread to thread without a copy. */
export interface Block {
  readonly rows: number;
  /** In the order of the table's columns. */
  readonly columns: readonly BlockColumn[];
  readonly shapes: Shapes | undefined;
}

export type BlockColumn = TextBlock | WordBlock | ListBlock | NumberBlock;

export interface TextBlock {
  readonly kind: "text";
  /** All texts in UTF-8, one behind the other. */
  readonly bytes: Uint8Array;
  /** UTF-16 units of each text; 0 is null. */
  readonly lengths: Uint32Array;
}

/** Texts that repeat. */
export interface WordBlock {
  readonly kind: "words";
  /** Each distinct text once, without the empty one. */
  readonly words: TextBlock;
  /** By text: 0 for an empty one, which is null, else the number of its word, from 1 on. */
  readonly indexes: Uint32Array;
}

/** Returns the texts of a block, in order. */
export function decodeTexts(block: TextBlock | WordBlock): string[] {
  if (block.kind === "words") {
    const words = ["", ...decodeTexts(block.words)];
    return Array.from(block.indexes, (index) => words[index]!);
  }
  const joined = Buffer.from(block.bytes.buffer).toString();
  let at = 0;
  return Array.from(block.lengths, (length) => {
    at += length;
    return joined.slice(at - length, at);
  });
}

export interface ListBlock {
  readonly kind: "list";
  /** The items of all lists. */
  readonly items: TextBlock | WordBlock;
  /** Items of each row's list; -1 is null. */
  readonly counts: Int32Array;
}

export interface NumberBlock {
  readonly kind: "number";
  /** NaN is null; booleans are 0 and 1. */
  readonly values: Float64Array;
}

export interface Shapes {
  /** WKB of all geometries, one behind the other. */
  readonly wkb: Uint8Array;
  /** Bytes of each geometry; 0 is null. */
  readonly lengths: Uint32Array;
  /** Box of each row: xmin, ymin, xmax, ymax as float32 values that enclose the geometry. */
  readonly boxes: readonly Float32Array[];
}

/** Returns the buffers of the typed arrays in a message, to pass it to another thread without a copy. */
export function listBuffers(message: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(message)) {
    return [message.buffer as ArrayBuffer];
  }
  return typeof message === "object" && message !== null ? Object.values(message).flatMap(listBuffers) : [];
}
