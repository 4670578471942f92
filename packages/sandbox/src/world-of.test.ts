import { startApp } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { testLab } from "./lab.fixture.ts";

const http = startApp(() => testLab().around((_req, res) => void res.end("the product")));

it.each(["default.localhost", "market.localhost:8080", "localhost", "w1.localhost"])(
  "a request to %s is for the product",
  async (Host) => {
    expect((await http.get("/sites", { headers: { Host } })).text).toBe("the product");
  },
);

it("a request to the name of a world that does not exist is refused", async () => {
  const answer = await http.get("/sites", { headers: { Host: "w12345.localhost:8080" } });
  expect(answer.json()).toMatchObject({ status: 404, message: "World not found: w12345" });
});
