import { ServiceUnavailable } from "@marketplace/contracts";
import { expectProblem } from "@marketplace/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { orders, startGateway } from "../gateway.fixture.ts";
import type { UserAddressView } from "./user-addresses.schema.ts";
import type { UserView } from "./users.schema.ts";

const gateway = await startGateway();
const { http, demo, bearer, clock } = gateway;
type Name = keyof typeof demo.users;

const me = async (name: Name): Promise<UserView> => (await http.get("/users/me", bearer(name))).json();
const seen = async (name: Name, as: Name): Promise<UserView> =>
  (await http.get(`/users/${demo.users[name].id}`, bearer(as))).json();

describe("a user's own fields", () => {
  it("have the address as strings", async () => {
    expect((await me("seller_mla")).address).toEqual({
      address: "Honduras 4830",
      city: "Capital Federal",
      state: "AR-C",
      zip_code: "1414",
    });
    const nowhere = { address: null, city: null, state: null, zip_code: null };
    expect((await me("operator")).address).toEqual(nowhere);
  });

  it("have a phone, and the document of the user's country", async () => {
    const seller = await me("seller_mla");
    expect(seller.phone).toEqual({ area_code: "11", number: "47735120", extension: "", verified: false });
    expect(seller.identification).toEqual({ type: "DNI", number: expect.stringMatching(/^\d{8}$/) });
    const brazilian = await me("seller_mlb");
    expect(brazilian.identification).toEqual({ type: "CPF", number: expect.stringMatching(/^\d{11}$/) });
    const chilean = await me("seller_mlc");
    const rut = expect.stringMatching(/^\d{8}-[\dK]$/);
    expect(chilean.identification).toEqual({ type: "RUT", number: rut });
  });

  it.each<[Name, area: string, number: RegExp]>([
    ["buyer2_mla", "11", /^\d{8}$/],
    ["seller_mlb", "11", /^\d{8}$/],
    ["seller_mlc", "2", /^\d{8}$/],
    ["seller_mlm", "55", /^\d{8}$/],
    ["seller_mlu", "2", /^\d{7}$/],
  ])("have a phone of the place where they live: %s", async (name, area_code, number) => {
    expect((await me(name)).phone).toMatchObject({ area_code, number: expect.stringMatching(number) });
  });

  it("say what the user may do", async () => {
    const trading = {
      allow: true,
      codes: [],
      immediate_payment: { required: false, reasons: [] },
    };
    expect((await me("buyer_mla")).status).toEqual({
      site_status: "active",
      list: trading,
      buy: trading,
      sell: trading,
      billing: { allow: true, codes: [] },
    });
  });

  it("count purchases", async () => {
    expect((await me("buyer_mla")).buyer_reputation).toEqual({
      tags: [],
      canceled_transactions: 0,
      transactions: {
        period: "historic",
        total: 2,
        completed: 2,
        canceled: { total: 0, paid: 0 },
        unrated: { total: null, paid: null },
        not_yet_rated: { total: null, paid: null, units: null },
      },
    });
  });
});

describe("what everybody sees of a user", () => {
  it("is the same as they see, without what is private", async () => {
    const user = await seen("seller_mla", "buyer_mla");
    expect(Object.keys(user)).toEqual([
      "id",
      "nickname",
      "registration_date",
      "country_id",
      "user_type",
      "tags",
      "logo",
      "points",
      "site_id",
      "permalink",
      "seller_reputation",
      "buyer_reputation",
      "status",
    ]);
    expect(user).toMatchObject({
      user_type: "normal",
      tags: ["normal", "test_user", "messages_as_seller"],
      permalink: "https://www.marketplace.example/profile/ELECTROPALERMO",
      registration_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it("counts the user's sales", async () => {
    expect((await seen("seller_mla", "buyer_mla")).seller_reputation).toEqual({
      level_id: "5_green",
      power_seller_status: null,
      transactions: {
        period: "historic",
        total: 5,
        completed: 4,
        canceled: 1,
        ratings: { positive: 0, neutral: 0, negative: 0 },
      },
    });
  });

  it("has no tag for messages where they are not allowed", async () => {
    expect((await me("no_messaging_mla")).tags).toEqual(["normal", "test_user"]);
  });

  it("begins with the registration of a new user", async () => {
    const made = await http.post("/users/test_user", { ...bearer("buyer_mla"), body: { site_id: "MLB" } });
    const { access_token } = made.json<{ access_token: string }>();
    const user = await http.get("/users/me", { headers: { Authorization: `Bearer ${access_token}` } });
    expect(user.json()).toMatchObject({
      registration_date: clock.now().toISOString(),
      tags: ["normal", "test_user", "messages_as_seller"],
      identification: { type: "CPF" },
    });
  });
});

describe("counts of trades", () => {
  const present = orders.trades;
  afterEach(() => {
    orders.trades = present;
    clock.advance(10_000);
  });
  const sold = async () => (await me("seller2_mla")).seller_reputation.transactions;

  it("are at most ten seconds old", async () => {
    expect(await sold()).toMatchObject({ total: 5 });
    const more = { completed: 5, canceled: 1 };
    orders.trades = async (asked) => (await present(asked)).map((counts) => ({ ...counts, sold: more }));
    expect(await sold()).toMatchObject({ total: 5 });
    clock.advance(10_000);
    expect(await sold()).toMatchObject({ total: 6 });
  });

  it("have how many canceled purchases had been paid, or null if it is not known", async () => {
    const bought = { completed: 2, canceled: 3, canceled_paid: 1 };
    orders.trades = async (asked) => (await present(asked)).map((counts) => ({ ...counts, bought }));
    const canceled = async () => (await me("seller2_mla")).buyer_reputation.transactions?.canceled;
    expect(await canceled()).toEqual({ total: 3, paid: 1 });
    clock.advance(10_000);
    const untold = { completed: 2, canceled: 3 };
    orders.trades = async (asked) => (await present(asked)).map((counts) => ({ ...counts, bought: untold }));
    expect(await canceled()).toEqual({ total: 3, paid: null });
  });

  it.each([
    ["is away", () => Promise.reject(new ServiceUnavailable("away"))],
    ["takes too long", () => new Promise<never>(() => undefined)],
  ])("are null while orders-service %s, and the user is read all the same", async (_, away) => {
    orders.trades = away;
    expect(await sold()).toMatchObject({ total: null, completed: null, canceled: null });
    const { buyer_reputation } = await me("seller2_mla");
    expect(buyer_reputation.transactions).toMatchObject({ total: null, canceled: { total: null } });
  });
});

describe("the addresses of a user", () => {
  const read = (name: Name, as: Name) => http.get(`/users/${demo.users[name].id}/addresses`, bearer(as));

  it("are a list in the shape of shipments, for the user", async () => {
    const [address, ...more] = (await read("seller_mla", "seller_mla")).json<UserAddressView[]>();
    expect(more).toEqual([]);
    expect(address).toMatchObject({
      user_id: String(demo.users.seller_mla.id),
      contact: "Lucía Ferreyra",
      phone: "1147735120",
      address_line: "Honduras 4830",
      street_name: "Honduras",
      street_number: "4830",
      zip_code: "1414",
      city: { name: "Capital Federal" },
      state: { id: "AR-C" },
      country: { id: "AR", name: "Argentina" },
      search_location: { state: { id: "AR-C" }, neighborhood: { id: null } },
      types: ["default_selling_address", "default_buying_address", "shipping", "billing"],
      status: "active",
      normalized: true,
    });
  });

  it("are none where the user has none", async () => {
    expect((await read("operator", "operator")).json()).toEqual([]);
  });

  it("are nobody else's, not even an operator's", async () => {
    for (const as of ["buyer_mla", "operator"] as const)
      expectProblem(await read("seller_mla", as), 403, "forbidden");
    expectProblem(await http.get("/users/77/addresses", bearer("buyer_mla")), 403, "forbidden");
  });
});
