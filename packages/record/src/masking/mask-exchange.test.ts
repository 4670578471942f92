import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchangeOf } from "../exchange.fixture.ts";
import type { Exchange } from "../exchange.ts";
import { maskExchange } from "./mask-exchange.ts";
import { createMasks } from "./masks.ts";

type Json = Extract<NonNullable<Exchange["answer"]["body"]>, { json: unknown }>["json"];

const answeredBy = (
  json: Json,
  { target = "/users/me", headers = {} }: { target?: string; headers?: Record<string, string> } = {},
): Exchange =>
  exchangeOf(target, {
    request: { headers, body: null },
    answer: { headers: { "content-type": "application/json" }, body: { json } },
  });
const masked = (json: Json, given?: Parameters<typeof answeredBy>[1], masks = createMasks()) =>
  maskExchange(answeredBy(json, given), masks);
const bodyOf = ({ answer: { body } }: Exchange) => (body && "json" in body ? body.json : undefined);

const user = {
  id: 2418503621,
  nickname: "VENDEDOR.77",
  first_name: "Rosa",
  email: "rosa.gomez@correo.com.ar",
  phone: { area_code: "11", number: "4555-0199", verified: false },
  identification: { type: "DNI", number: "30111222" },
  address: { address: "Av. Siempre Viva 742", city: "Palermo", state: "AR-C", zip_code: "1425" },
  site_id: "MLA",
};

describe("masking", () => {
  it("keeps the shape of each value, and what is no person's", () => {
    expect(bodyOf(masked(user))).toEqual({
      id: 2418503621,
      nickname: expect.stringMatching(/^[A-Z]{8}\.\d\d$/),
      first_name: expect.stringMatching(/^[A-Z][a-z]{3}$/),
      email: expect.stringMatching(/^[a-z]{4}\.[a-z]{5}@example\.com$/),
      phone: {
        area_code: expect.stringMatching(/^[02-9]{2}$/),
        number: expect.stringMatching(/^\d{4}-\d{4}$/),
        verified: false,
      },
      identification: { type: "DNI", number: expect.stringMatching(/^\d{8}$/) },
      address: {
        address: expect.stringMatching(/^[A-Z][a-z]\. [A-Z][a-z]{6} [A-Z][a-z]{3} \d{3}$/),
        city: "Palermo",
        state: "AR-C",
        zip_code: expect.stringMatching(/^\d{4}$/),
      },
      site_id: "MLA",
    });
  });

  it("gives the same value the same mask, in fields, addresses and texts", () => {
    const masks = createMasks();
    const first = bodyOf(masked(user, {}, masks)) as typeof user;
    const later = masked(
      { text: `soy ${user.email}, o ${user.nickname}; Rosa`, buyer: { nickname: user.nickname } },
      { target: `/users/search?email=${encodeURIComponent(user.email)}` },
      masks,
    );
    expect(bodyOf(later)).toEqual({
      text: `soy ${first.email}, o ${first.nickname}; Rosa`,
      buyer: { nickname: first.nickname },
    });
    expect(later.target).toBe(`/users/search?email=${encodeURIComponent(first.email)}`);
  });

  it("lets a token say whose it is, and gives other recordings other masks", () => {
    const token = "APP_USR-7099001-112233-0123456789abcdef-2418503621";
    const given = { headers: { authorization: `Bearer ${token}` } };
    const [one, another] = [masked({}, given), masked({}, given)].map(
      ({ request }) => request.headers.authorization,
    );
    expect(one).toMatch(/^Bearer APP_USR-7099001-\d{6}-\w{16}-2418503621$/);
    expect(one).not.toContain("112233");
    expect(another).not.toBe(one);
  });

  it("masks a phone in what people write, and leaves prices and ids", () => {
    const question = {
      id: 5100003001,
      item_id: "MLA1400000019",
      price: 189999,
      text: "llamame al 11 4555-0199",
    };
    expect(bodyOf(masked(question))).toEqual({
      ...question,
      text: expect.stringMatching(/^llamame al (?!11)\d\d \d{4}-\d{4}$/),
    });
  });

  it("masks billing data by its types, coordinates below the degree, and cookies", () => {
    const json = {
      billing_info: {
        additional_info: [
          { type: "DOC_TYPE", value: "DNI" },
          { type: "FIRST_NAME", value: "Rosaura" },
          { type: "STATE_NAME", value: "Capital Federal" },
        ],
      },
      location: { latitude: -34.603722, longitude: -58.381592 },
    };
    const { request, answer } = masked(json, { headers: { cookie: "session=abcdef123456; theme=oscuro" } });
    expect(answer.body).toEqual({
      json: {
        billing_info: {
          additional_info: [
            { type: "DOC_TYPE", value: "DNI" },
            { type: "FIRST_NAME", value: expect.not.stringContaining("Rosaura") },
            { type: "STATE_NAME", value: "Capital Federal" },
          ],
        },
        location: { latitude: expect.any(Number), longitude: expect.any(Number) },
      },
    });
    expect(JSON.stringify(answer.body)).toMatch(
      /"latitude":-34\.(?!603722)\d+,"longitude":-58\.(?!381592)\d+/,
    );
    expect(request.headers.cookie).toMatch(/^session=(?!abcdef)[a-z]{6}\d{6}; theme=(?!oscuro)[a-z]{6}$/);
  });
});

it("an address and a delivery are known by their fields where no name around them says what they are", () => {
  const address = {
    id: 9,
    contact: "Rosa Gomez",
    address_line: "Av. Siempre Viva 742",
    comment: "timbre dos",
    city: { name: "Palermo" },
  };
  const shipment = { comments: "casa verde", destination: { receiver_name: "Rosa", comments: "al fondo" } };
  const of = (value: Json) => bodyOf(masked(value));
  expect(of([address])).toEqual([
    {
      ...address,
      contact: expect.stringMatching(/^(?!Rosa)[A-Z][a-z]{3} [A-Z][a-z]{4}$/),
      address_line: expect.stringMatching(/^[A-Z][a-z]\. (?!Siempre)[A-Z][a-z]{6} [A-Z][a-z]{3} \d{3}$/),
      comment: expect.stringMatching(/^(?!timbre)[a-z]{6} [a-z]{3}$/),
    },
  ]);
  const output = JSON.stringify([of({ ...shipment, receiver_address: {} }), of(shipment.destination)]);
  expect(output).not.toMatch(/casa|verde|fondo/);
  expect(of({ comments: "un pedido" })).toEqual({ comments: "un pedido" });
});

describe("the text of a body decides what is masked in it, not its label", () => {
  const textOf = (text: string, type: string): string => {
    const message = { headers: { "content-type": type }, body: { text } };
    const { request } = maskExchange(exchangeOf("/oauth/token", { request: message }), createMasks());
    return request.body && "text" in request.body ? request.body.text : "";
  };
  const formType = "application/x-www-form-urlencoded";

  it.each([
    ["a form called JSON", "client_id=7&client_secret=Sup3rSecret&code=s1", "application/json"],
    ["a form called text", "client_secret=Sup3rSecret", "text/plain;charset=UTF-8"],
    ["JSON that is cut off", '{"client_id":"7","client_secret":"Sup3rSec', formType],
    ["JSON with a comma too many", '{"client_secret": "Sup3rSecret", "password": 12345678,}', "text/plain"],
    ["a form with spaces", "note=a b&client_secret=Sup3rSecret", "application/json"],
  ])("%s", (_, text, type) => {
    const masked = textOf(text, type);
    expect(masked).not.toMatch(/Sup3r|=s1$|12345678/);
    expect(masked).toHaveLength(text.length);
    expect(masked).toContain("client_secret");
  });

  it("JSONP is masked as the JSON in it", () => {
    const body = JSON.stringify(user);
    const masked = textOf(`/**/cb([200, {"X-A": ["1"]}, ${body}]);`, "text/javascript");
    const [, inside = ""] = /^\/\*\*\/cb\((.*)\);$/.exec(masked) ?? [];
    expect(JSON.parse(inside)).toMatchObject([200, { "X-A": ["1"] }, { id: user.id, site_id: "MLA" }]);
    for (const personal of ["Rosa", "Siempre Viva", "30111222", "4555-0199"])
      expect(masked).not.toContain(personal);
  });

  it("JSON that is cut off is masked by the objects around a field, too", () => {
    const people = '"buyer":{"name":"Rosa Diaz","phones":[],"phone":{"area_code":"11","number":"455512"}}';
    const things = '"attributes":[{"name":"Color","values":[{"number":"455","value":"Negro mate"}]}]';
    const masked = textOf(
      `{${things},${people},"shipping":{"receiver_address":{"comment":"By the oak`,
      "application/json",
    );
    for (const personal of ["Rosa", "455512", "By the oak"]) expect(masked).not.toContain(personal);
    expect(masked.startsWith(`{${things}`)).toBe(true);
  });

  it("text with very many blanks that looks like a call is decided on in linear time", () => {
    const text = `f(x)${" ".repeat(400_000)}y`;
    expect(textOf(text, "text/javascript")).toBe(text);
  });

  it("a sentence stays, but for what is personal by its form", () => {
    expect(textOf("a=b is no form; write to me", "text/plain")).toBe("a=b is no form; write to me");
  });
});

it("an authorization code is masked beside its grant_type, and the code of an error stays", () => {
  const body = bodyOf(masked({ grant_type: "authorization_code", code: "s3cr3t-c0de" }));
  expect(body).toEqual({ grant_type: "authorization_code", code: expect.not.stringContaining("s3cr3t") });
  const error = { cause: [{ code: "item.price.invalid" }] };
  expect(bodyOf(masked(error))).toEqual(error);
});

it("headers that carry tokens are masked, and those that are said to", () => {
  const headers = { "x-api-token": "t0ken-of-mine", "x-shop": "my-0wn", "idempotency-key": "once" };
  const { request } = maskExchange(answeredBy({}, { headers }), createMasks(), new Set(["x-shop"]));
  expect(request.headers).toEqual({
    "x-api-token": expect.stringMatching(/^(?!t0ken)[a-z]\d[a-z]{3}-[a-z]{2}-[a-z]{4}$/),
    "x-shop": expect.stringMatching(/^(?!my)[a-z]{2}-\d[a-z]{2}$/),
    "idempotency-key": "once",
  });
});

describe("no secret of the input stands in the output", () => {
  const word = fc.stringMatching(/^[A-Za-z0-9]{9,24}$/).filter((text) => /[a-z]/i.test(text));
  const digits = fc.stringMatching(/^[1-9]\d{7,12}$/);
  const secrets = fc.record({
    token: word.map((text) => `APP_USR-7-${text}-2418503621`),
    bearer: word,
    password: word,
    client_secret: word,
    nickname: word,
    email: fc.tuple(word, word).map(([name, host]) => `${name}@${host}.com`),
    number: digits,
    doc_number: digits,
    address_line: fc.tuple(word, digits).map(([street, no]) => `${street} ${no}`),
  });

  it("whatever they are, in headers, queries, forms, fields and texts", () => {
    fc.assert(
      fc.property(secrets, (given) => {
        const { token, bearer, number, ...fields } = given;
        const said = Object.values(fields).join(", ");
        const exchange: Exchange = {
          ...answeredBy({
            ...fields,
            phone: { number },
            results: [
              { receiver_address: { address_line: fields.address_line }, text: `${said}; ${number}` },
            ],
            permalink: `https://example.com/${fields.nickname}`,
          }),
          target: `/oauth/${fields.email}?access_token=${token}&q=${encodeURIComponent(said)}`,
          request: {
            headers: {
              authorization: `Bearer ${bearer}`,
              "content-type": "application/x-www-form-urlencoded",
            },
            body: { text: `client_secret=${fields.client_secret}&note=${encodeURIComponent(said)}` },
          },
        };
        const output = JSON.stringify(maskExchange(exchange, createMasks()));
        const secretOf = (text: string) => text.replace(/^APP_USR-7-|-2418503621$/g, "");
        for (const secret of Object.values(given)) {
          expect(output).not.toContain(secretOf(secret));
          expect(output).not.toContain(encodeURIComponent(secretOf(secret)));
        }
      }),
      { numRuns: 100 },
    );
  });

  it("and each exchange keeps its structure", () => {
    const shapeOf = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shapeOf);
      if (typeof value !== "object" || value === null) return value === null ? null : typeof value;
      return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
    };
    const named = fc.constantFrom("email", "phone", "buyer", "name", "text", "id", "zip_code", "value");
    const { json } = fc.letrec<{ json: Json }>((tie) => ({
      json: fc.oneof(
        { depthSize: "small" },
        fc.string(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constant(null),
        fc.boolean(),
        fc.array(tie("json")),
        fc.dictionary(named, tie("json")),
      ),
    }));
    fc.assert(
      fc.property(json, (value) => {
        expect(shapeOf(bodyOf(masked(value)))).toEqual(shapeOf(value));
      }),
      { numRuns: 200 },
    );
  });
});
