/** Nominatim, Photon and addok on Weesp: their forms, and their places compared with baken's own answers. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  type Json,
  serveWeespInterfaces,
  type WeespInterfaces,
} from "../support/servers/weesp-interfaces.ts";

setDefaultTimeout(120_000);

let weesp: WeespInterfaces;
beforeAll(async () => {
  weesp = await serveWeespInterfaces();
});
afterAll(() => weesp.close());

const KEUR_5A = "q=Keurstraat%205a%2C%20Weesp";
const ask = (path: string) => weesp.askJson(path);
/** Every 601st address: twenty over all streets. */
const drawn = () => weesp.adressen.filter((_, i) => i % 601 === 0);

describe("the first place of each is the certain answer of geocoding, and reverse agrees too", () => {
  test("on addresses of all streets", async () => {
    for (const { full_address, latitude, longitude } of drawn()) {
      const q = encodeURIComponent(full_address);
      const { body } = await weesp.askOwn(`/geocode/forward?q=${q}`);
      const id = Number(body.data.address.nummeraanduiding_id);
      const [place] = await ask(`/nominatim/search?q=${q}&format=json&limit=1`);
      expect([full_address, place.osm_id]).toEqual([full_address, id]);
      expect([place.lat, place.lon]).toEqual([String(latitude), String(longitude)]);
      // The name that Nominatim gives finds the same place.
      const [again] = await ask(`/nominatim/search?q=${encodeURIComponent(place.display_name)}`);
      expect([place.display_name, again?.osm_id]).toEqual([place.display_name, id]);
      const photon = await ask(`/photon/api?q=${q}`);
      expect([full_address, photon.features[0].properties.osm_id]).toEqual([full_address, id]);
      const addok = await ask(`/addok/search?q=${q}`);
      expect([full_address, Number(addok.features[0].properties.id)]).toEqual([full_address, id]);

      const point = `lat=${latitude}&lon=${longitude}`;
      const own = await weesp.askOwn(`/geocode/reverse?lat=${latitude}&lng=${longitude}`);
      const nearest = Number(own.body.data.address.nummeraanduiding_id);
      expect((await ask(`/nominatim/reverse?${point}`)).osm_id).toBe(nearest);
      const nearby = await weesp.askOwn(`/addresses/nearby?lat=${latitude}&lng=${longitude}&limit=1`);
      const first = Number(nearby.body.data[0].nummeraanduiding_id);
      expect((await ask(`/photon/reverse?${point}`)).features[0].properties.osm_id).toBe(first);
      expect(Number((await ask(`/addok/reverse?${point}`)).features[0].properties.id)).toBe(first);
    }
  });
});

describe("Nominatim", () => {
  test("an address as geopy reads it", async () => {
    expect(await ask(`/nominatim/search?${KEUR_5A}&format=json&limit=1&addressdetails=1`)).toEqual([
      {
        place_id: 457200000521750,
        licence: expect.stringContaining("BAG"),
        osm_type: "node",
        osm_id: 457200000521750,
        lat: "52.3112572",
        lon: "5.02527163",
        class: "place",
        type: "house",
        place_rank: 30,
        importance: 0.0001,
        addresstype: "place",
        name: "",
        display_name: "5a, Keurstraat, Weesp, Noord-Holland, 1382KT, Nederland",
        address: {
          house_number: "5a",
          road: "Keurstraat",
          city: "Weesp",
          state: "Noord-Holland",
          "ISO3166-2-lvl4": "NL-NH",
          postcode: "1382KT",
          country: "Nederland",
          country_code: "nl",
        },
        boundingbox: ["52.3112072", "52.3113072", "5.02522163", "5.02532163"],
      },
    ]);
  });

  test("formats name the same place", async () => {
    const id = 457200000521750;
    expect((await ask(`/nominatim/search?${KEUR_5A}`))[0]).toMatchObject({ osm_id: id, category: "place" });
    const geojson = await ask(`/nominatim/search.php?${KEUR_5A}&format=geojson&addressdetails=1`);
    expect(geojson.features[0]).toMatchObject({
      bbox: [5.02522163, 52.3112072, 5.02532163, 52.3113072],
      geometry: { type: "Point", coordinates: [5.02527163, 52.3112572] },
      properties: { osm_id: id, address: { road: "Keurstraat" } },
    });
    const geocodejson = await ask(`/nominatim/search?${KEUR_5A}&format=geocodejson`);
    expect(geocodejson.geocoding).toMatchObject({ version: "0.1.0", query: "Keurstraat 5a, Weesp" });
    expect(geocodejson.features[0].properties.geocoding).toMatchObject({ type: "house", housenumber: "5a" });
  });

  test("parts of an address in place of a line", async () => {
    for (const query of [
      "street=5a Keurstraat&city=Weesp&country=Netherlands",
      "street=Keurstraat 5a&postalcode=1382KT",
      "street=Keurstraat 5a&county=Weesp&state=Noord-Holland&country=nl",
      "street=Keurstraat 5a&city=Weesp&key=value&osmServer=x&email=a@b.nl&accept-language=en",
    ]) {
      const places = await ask(`/nominatim/search?${query.replace("key=value&", "").replaceAll(" ", "%20")}`);
      expect([query, places[0]?.osm_id]).toEqual([query, 457200000521750]);
    }
    expect(await ask("/nominatim/search?street=Keurstraat%205a&country=France")).toEqual([]);
    expect((await weesp.askAny("/nominatim/search?q=Weesp&city=Weesp")).status).toBe(400);
    expect((await weesp.askAny("/nominatim/search")).body).toEqual({
      error: { code: 400, message: "Nothing to search for." },
    });
  });

  test("without a number places and streets come first, and lookup finds them again", async () => {
    const places = await ask("/nominatim/search?q=Weesp&limit=40&format=json");
    expect(places[0]).toMatchObject({ osm_id: 3631, type: "city", name: "Weesp" });
    expect(places[1]).toMatchObject({ class: "highway", place_rank: 26 });
    expect(places).toHaveLength(40);
    const ids = places.map(({ osm_id }: Json) => `N${osm_id}`).join(",");
    expect(await ask(`/nominatim/lookup?osm_ids=${ids}&format=json`)).toEqual(places);
    expect(await ask("/nominatim/lookup?osm_ids=N1,W2,x,,R0457200000521750")).toHaveLength(1);
    const street = (await ask("/nominatim/search?q=Keurstraat"))[0];
    const houses = weesp.adressen.filter(({ straatnaam }) => straatnaam === "Keurstraat");
    const sides = [
      Math.min(...houses.map(({ latitude }) => latitude)),
      Math.max(...houses.map(({ latitude }) => latitude)),
      Math.min(...houses.map(({ longitude }) => longitude)),
      Math.max(...houses.map(({ longitude }) => longitude)),
    ];
    expect(street.boundingbox.map(Number)).toEqual(sides);
  });

  test("filters leave out what is elsewhere", async () => {
    const count = async (more: string) =>
      (await ask(`/nominatim/search?q=Keurstraat&limit=40&${more}`)).length;
    const all = weesp.adressen.filter(({ straatnaam }) => straatnaam === "Keurstraat").length + 1;
    expect(await count("countrycodes=nl,be")).toBe(all);
    expect(await count("countrycodes=de")).toBe(0);
    expect(await count("layer=poi,railway")).toBe(0);
    expect(await count("layer=address,poi")).toBe(all);
    expect(await count("featureType=city")).toBe(0);
    expect(await count("viewbox=5.1,52.4,5.0,52.2&bounded=1")).toBe(all);
    expect(await count("viewbox=4.1,52.4,4.0,52.2")).toBe(all);
    expect(await count("viewbox=4.1,52.4,4.0,52.2&bounded=1")).toBe(0);
    expect(await count("exclude_place_ids=457200000521750,1")).toBe(all - 1);
    for (const box of [
      "1,2,3",
      "4.1,52.4,,52.2",
      ",52.4,4.0,52.2",
      "4.1,52.4,4.0,",
      "4.1,52.4,4.0,x",
      ",,,",
    ]) {
      for (const bounded of ["", "&bounded=1"]) {
        const { status } = await weesp.askAny(`/nominatim/search?q=x&viewbox=${box}${bounded}`);
        expect([box, bounded, status]).toEqual([box, bounded, 400]);
      }
    }
    expect(await count("viewbox=5,52,5,52&bounded=1")).toBe(0);
  });

  test("reverse answers by zoom, and 200 with an error beyond a kilometre", async () => {
    const at = async (zoom: number) => await ask(`/nominatim/reverse?lat=52.3112&lon=5.0252&zoom=${zoom}`);
    expect([(await at(18)).type, (await at(16)).type, (await at(10)).type]).toEqual([
      "house",
      "residential",
      "city",
    ]);
    expect((await at(18)).address).toBeDefined();
    for (const point of ["lat=48.85&lon=2.35", "lat=52.6&lon=5.4", "lat=90&lon=-180"]) {
      expect(await ask(`/nominatim/reverse?${point}`)).toEqual({ error: "Unable to geocode" });
    }
    expect((await weesp.askAny("/nominatim/reverse?lon=5")).body).toEqual({
      error: { code: 400, message: "Parameter 'lat' missing." },
    });
  });

  test("status, and what is refused", async () => {
    expect(await (await weesp.ask("/nominatim/status")).text()).toBe("OK");
    expect(await ask("/nominatim/status?format=json")).toMatchObject({
      status: 0,
      data_updated: "2021-10-15T00:00:00+00:00",
    });
    for (const query of ["q=x&format=xml", "q=x&json_callback=f", "q=x&limit=many", `q=${"a".repeat(201)}`]) {
      expect([query, (await weesp.askAny(`/nominatim/search?${query}`)).status]).toEqual([query, 400]);
    }
    for (const query of ["lat=91&lon=5", "lat=52&lon=181", "lat=NaN&lon=5"]) {
      expect([query, (await weesp.askAny(`/nominatim/reverse?${query}`)).status]).toEqual([query, 400]);
    }
  });
});

describe("Photon", () => {
  test("an address, a street and a city", async () => {
    expect(await ask("/photon/api/?q=Keurstraat+5a+Weesp")).toEqual({
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          properties: {
            osm_type: "N",
            osm_id: 457200000521750,
            osm_key: "place",
            osm_value: "house",
            type: "house",
            housenumber: "5a",
            street: "Keurstraat",
            city: "Weesp",
            county: "Weesp",
            state: "Noord-Holland",
            country: "Nederland",
            postcode: "1382KT",
            countrycode: "NL",
          },
          geometry: { type: "Point", coordinates: [5.02527163, 52.3112572] },
        },
      ],
    });
    const [city, street] = (await ask("/photon/api?q=Weesp&limit=2")).features;
    expect(city.properties).toMatchObject({ type: "city", name: "Weesp" });
    expect(street.properties).toMatchObject({ type: "street", city: "Weesp" });
    const [west, north, east, south] = street.properties.extent;
    expect(west <= east && south <= north).toBe(true);
  });

  test("a line that is being typed, and filters", async () => {
    const typesOf = async (query: string) =>
      (await ask(`/photon/api?q=keurst&limit=50&${query}`)).features.map(
        ({ properties }: Json) => properties.type,
      );
    const all = await typesOf("");
    expect(all[0]).toBe("street");
    expect(await typesOf("layer=house&layer=street")).toEqual(all);
    expect(new Set(await typesOf("layer=house"))).toEqual(new Set(["house"]));
    expect(await typesOf("osm_tag=highway")).toEqual(["street"]);
    expect(await typesOf("osm_tag=!place:house")).toEqual(["street"]);
    expect(await typesOf("osm_tag=:house&osm_tag=tourism:museum")).toEqual(all.slice(1));
    expect(await typesOf("layer=county")).toEqual([]);
    expect(await typesOf("countrycode=DE")).toEqual([]);
    expect(await typesOf("countrycode=DE&countrycode=NL&lang=xx&dedupe=0")).toEqual(all);
    expect(await typesOf("bbox=4.0,52.0,4.1,52.1")).toEqual([]);
    expect(await typesOf("bbox=5.0,52.0,5.1,52.4")).toEqual(all);
  });

  test("a point brings the nearest to the front, unless one address is meant", async () => {
    const near = "lat=52.2850&lon=5.0900";
    const features = (await ask(`/photon/api?q=weesp&layer=street&${near}&limit=5`)).features;
    const distances = features.map(
      ({
        geometry: {
          coordinates: [lon, lat],
        },
      }: Json) => Math.hypot((lon - 5.09) * Math.cos((52.285 * Math.PI) / 180), lat - 52.285),
    );
    expect(distances).toEqual([...distances].sort((a, b) => a - b));
    expect((await ask(`/photon/api?q=keurstraat+5a&${near}`)).features[0].properties.housenumber).toBe("5a");
  });

  test("structured, reverse, status and errors", async () => {
    const structured = await ask("/photon/structured?street=Keurstraat&housenumber=5a&city=Weesp");
    expect(structured.features[0].properties.osm_id).toBe(457200000521750);
    const reverse = await ask("/photon/reverse?lat=52.3112&lon=5.0252&limit=3&radius=0.5");
    expect(reverse.features).toHaveLength(3);
    const street = await ask("/photon/reverse/?lat=52.3112&lon=5.0252&layer=city");
    expect(street.features[0].properties.name).toBe("Weesp");
    expect((await ask("/photon/reverse?lat=48&lon=2")).features).toEqual([]);
    expect(await ask("/photon/status")).toEqual({ status: "Ok", import_date: "2021-10-15T00:00:00Z" });
    for (const path of [
      "api",
      "structured",
      "reverse?lat=5",
      "api?q=x&bbox=1,2,3",
      "api?q=x&bbox=4,,5,53",
      "api?q=x&bbox=,50,5,53",
      "api?q=x&lat=52",
      "reverse?lat=52&lon=5&radius=0",
    ]) {
      const { status, body } = await weesp.askAny(`/photon/${path}`);
      expect([path, status, Object.keys(body)]).toEqual([path, 400, ["message"]]);
    }
  });
});

describe("addok", () => {
  test("an address", async () => {
    const { features, ...rest } = await ask("/addok/search/?q=Keurstraat+5a+Weesp&autocomplete=0");
    expect(rest).toMatchObject({ version: "draft", query: "Keurstraat 5a Weesp", limit: 5 });
    expect(features[0]).toMatchObject({
      geometry: { type: "Point", coordinates: [5.02527163, 52.3112572] },
      properties: {
        label: "Keurstraat 5a, 1382KT Weesp",
        score: 1,
        id: "0457200000521750",
        type: "housenumber",
        name: "Keurstraat 5a",
        postcode: "1382KT",
        citycode: "0457",
        x: 130318.263,
      },
    });
  });

  test("types, filters and errors", async () => {
    const typesOf = async (query: string) =>
      (await ask(`/addok/search?q=keurstraat&limit=50&${query}`)).features.map(
        ({ properties }: Json) => properties.type,
      );
    expect(await typesOf("type=street")).toEqual(["street"]);
    expect(await typesOf("type=locality")).toEqual([]);
    const atPostcode = weesp.adressen.filter(
      ({ straatnaam, postcode }) => straatnaam === "Keurstraat" && postcode === "1382KT",
    );
    expect(await typesOf("postcode=1382+kt")).toHaveLength(atPostcode.length);
    expect(await typesOf("citycode=0363")).toEqual([]);
    expect((await weesp.askAny("/addok/search")).body).toEqual({
      code: 400,
      message: "Missing parameter: q",
    });
  });
});
