/** West, south, east, north, in degrees. */
export type MapBounds = readonly [number, number, number, number];
