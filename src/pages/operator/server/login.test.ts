import { expect, test } from "bun:test";
import { LOGIN_LIMITS, Login } from "./login.ts";

const SITE = {
  origin: "http://127.0.0.1",
  allowsSessions: true,
  cookie: { name: "operator", attributes: "" },
};
const TOKEN = "a-token-that-is-long-enough";

test("as many networks as the limit are remembered; a further one ends the oldest window only", async () => {
  const login = new Login({ token: TOKEN, clock: () => 0, maxNetworks: 3 });
  const outcomeOf = (network: number, token: string) => {
    const request = new Request("http://127.0.0.1/api/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    return login.logIn(request, SITE, `192.0.2.${network}`).then(
      ({ status }) => status,
      ({ code }) => code,
    );
  };
  const lockOut = async (network: number) => {
    for (let n = 0; n < LOGIN_LIMITS.perNetwork; n++) {
      expect(await outcomeOf(network, "wrong")).toBe("unauthenticated");
    }
  };
  await lockOut(1);
  await lockOut(2);
  await lockOut(3);
  const outcomes = async () => [
    await outcomeOf(1, TOKEN),
    await outcomeOf(2, TOKEN),
    await outcomeOf(3, TOKEN),
  ];
  expect(await outcomes()).toEqual(["rate_limited", "rate_limited", "rate_limited"]);
  await lockOut(4);
  expect(await outcomes()).toEqual([200, "rate_limited", "rate_limited"]);
});
