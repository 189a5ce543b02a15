/** Declares the parts of node-geocoder that tests use; it has no declarations of its own. */
declare module "node-geocoder" {
  interface Found {
    readonly latitude: number;
    readonly longitude: number;
    readonly streetName: string;
    readonly streetNumber: string;
  }

  interface Geocoder {
    geocode(line: string): Promise<readonly Partial<Found>[]>;
    reverse(point: { lat: number; lon: number }): Promise<readonly Partial<Found>[]>;
  }

  export default function nodeGeocoder(options: { provider: string; osmServer: string }): Geocoder;
}
