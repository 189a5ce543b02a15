/** Coordinates of a vertex. */
export interface Axes<Vertex> {
  x(vertex: Vertex): number;
  y(vertex: Vertex): number;
}

/**
 * Returns a line without the vertices that are at most `tolerance` from the segments that replace them (Ramer, Douglas
 * and Peucker). Keeps both ends; where they are one vertex, the line bends at the vertex farthest from it.
 */
export function simplifyLine<Vertex>(
  line: readonly Vertex[],
  tolerance: number,
  axes: Axes<Vertex>,
): Vertex[] {
  const isKept = new Uint8Array(line.length);
  isKept[0] = isKept[line.length - 1] = 1;
  const open = [{ from: 0, to: line.length - 1 }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const at = farthestVertex(line, part, { tolerance, axes });
    if (at !== undefined) {
      isKept[at] = 1;
      open.push({ from: part.from, to: at }, { from: at, to: part.to });
    }
  }
  return line.filter((_, i) => isKept[i] === 1);
}

/** Returns the vertex between two of a line that is farthest from the segment between them, if beyond the tolerance. */
function farthestVertex<Vertex>(
  line: readonly Vertex[],
  { from, to }: { from: number; to: number },
  { tolerance, axes }: { tolerance: number; axes: Axes<Vertex> },
): number | undefined {
  const x = axes.x(line[from]!);
  const y = axes.y(line[from]!);
  const alongX = axes.x(line[to]!) - x;
  const alongY = axes.y(line[to]!) - y;
  const lengthSquared = alongX ** 2 + alongY ** 2;
  let farthest: number | undefined;
  let largest = tolerance ** 2;
  for (let i = from + 1; i < to; i++) {
    const dx = axes.x(line[i]!) - x;
    const dy = axes.y(line[i]!) - y;
    const share = lengthSquared === 0 ? 0 : (dx * alongX + dy * alongY) / lengthSquared;
    const nearest = Math.min(1, Math.max(0, share));
    const distanceSquared = (dx - nearest * alongX) ** 2 + (dy - nearest * alongY) ** 2;
    if (distanceSquared > largest) {
      largest = distanceSquared;
      farthest = i;
    }
  }
  return farthest;
}
