import { type Answer, callers, conforms, expectProblem } from "@marketplace/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import type { NewItem } from "../items/items.schema.ts";
import { type Found, finder } from "./search.fixture.ts";
import { searchResource } from "./search.resource.ts";

const { http, list, clock } = await startCatalog();
const as = callers.buyer;
const [phones, fridges, notebooks] = [
  leafOf("MLA-CELLPHONES"),
  leafOf("MLA-REFRIGERATORS"),
  leafOf("MLA-NOTEBOOKS"),
];
const [root = ""] = phones.path;

const valueOfBrand = (name: string) => {
  const value = phones.attributes
    .find(({ id }) => id === "BRAND")
    ?.values?.find((candidate) => candidate.name === name);
  if (!value) throw new Error(`the demo has no brand ${name}`);
  return value;
};
const brand = (name: string): NewItem["attributes"] => {
  const { id } = valueOfBrand(name);
  return [{ id: "BRAND", name: "Marca", value_id: id, value_name: name }];
};
const fridge = { domainId: fridges.domainId, categoryId: fridges.id };
const notebook = { domainId: notebooks.domainId, categoryId: notebooks.id };

const stock: NewItem[] = [
  phone({
    title: "Teléfono Samsung Galaxy A54 negro",
    price: 300,
    attributes: brand("Samsung"),
    freeShipping: true,
  }),
  phone({ title: "Samsung Galaxy S23 Ultra", price: 900, attributes: brand("Samsung") }),
  phone({ title: "Celular Motorola Moto G84", price: 250, attributes: brand("Motorola"), condition: "used" }),
  phone({
    title: "Celulares Motorola Edge, funda compatible Samsung",
    price: 500,
    attributes: brand("Motorola"),
  }),
  phone({ title: "Samsung Galaxy pausado", status: "paused", attributes: brand("Samsung") }),
  phone({ ...fridge, title: "Heladera Gafa no frost con freezer", price: 700 }),
  phone({ ...notebook, title: "Notebook Lenovo ThinkPad 16 GB", price: 1200, sellerId: 4_000_000_009 }),
  phone({ domainId: "MLB-CELLPHONES", title: "Celular Samsung com câmera de ação", price: 10 }),
];
let ids: string[] = [];
beforeAll(async () => {
  ids = await list(...stock);
});

const ask = (query: string, path = "/sites/MLA/search"): Promise<Answer> =>
  http.get(`${path}?${query}`, { as });
const find = finder(http);
const closed = async (id: string): Promise<void> => {
  const answer = await http.put(`/items/${id}`, { as: callers.seller, body: { status: "closed" } });
  expect(answer.status).toBe(200);
};
const titles = async (query: string) => (await find(query)).results.map(({ title }) => title);

describe("searching by words", () => {
  it("finds all words, with any case, accents and endings", async () => {
    expect(await titles("q=TELEFONO+galaxy")).toEqual(["Teléfono Samsung Galaxy A54 negro"]);
    expect((await titles("q=celular+motorola")).toSorted()).toEqual([
      "Celular Motorola Moto G84",
      "Celulares Motorola Edge, funda compatible Samsung",
    ]);
    expect((await find("q=acao", "/sites/MLB/search")).results).toHaveLength(1);
  });

  it("ranks words of title and brand above words of other attributes", async () => {
    expect((await titles("q=samsung")).at(-1)).toBe("Celulares Motorola Edge, funda compatible Samsung");
  });

  it("shows active items of the site only", async () => {
    const { results } = await find("q=samsung");
    expect(results.map(({ id }) => id).toSorted()).toEqual([ids[0], ids[1], ids[3]].toSorted());
  });

  it.each([
    ["smasung", 3],
    ["samsumg+galaxi", 2],
    ["gfaa", 1],
    ["eladera", 1],
    ["thinkpat", 1],
    ["hedalera+no+frost", 1],
    ["xyzzyq", 0],
  ])("understands %s", async (text, total) => {
    expect((await find(`q=${text}`)).paging.total).toBe(total);
  });

  it.each([
    ["zumbalor-12", "zumbalor 12;zumbalor-12;zumbalor/12;ZUMBALOR.12;zumbalro-12;zumbalor–12"],
    ["Pantor 2.0/3,5 negro/azul", "pantor 3.5;pantor 2,0;azul pantor;pantor negro/azul;pantor (negro)"],
    ["Router Wifion wifi 2.4", "wi-fi wifion;wifion wi.fi;router wifion wi’fi;wi-fi wifion 2,4"],
    ["Repetidor Wifion Wi-Fi", "repetidor wi-fi;repetidor wi fi;repetidor wi‑fi;repetidor WIFI;wifi"],
    ["Jean O'Zumbal s-t-r-e-t-c-h", "ozumbal;o'zumbal;o zumbal;jean stretch"],
    ['Lavador 8kg de 50"', "lavador 8 kg;lavador 8kg;lavador 50 pulgadas;lavador 50 polegadas;lavador 50"],
    ['Zumbadisco 2.5"', "zumbadisco 2,5 pulgadas;zumbadisco 2.5"],
    ['Zumbatele 55 "', "zumbatele 55 pulgadas;zumbatele 55pulgadas;zumbatele 55"],
    ["Zumbafon13 azul", "zumbafon 13;zumbafon13;zumbafon azul"],
    ["Zumbafon 14 azul", "zumbafon14;14 zumbafon"],
    ["Notebooks Zumbox", "zumbox notebook;zumbox notebooks"],
    ["Notebook Zumbox", "zumbox notebooks;zumbox notebook"],
    ["Lavador 8 kg 1 TB", "lavador 8kg;lavador 8 kg;lavador 1tb;lavador 1 tb"],
    ["Fundil (usb–c), ½ pulgada", "fundil usb c;fundil usb-c;fundil 1/2;fundil pulgada,usb;fundil ʼ usb ́ c"],
  ])("finds %s by its words with any signs between them", async (title, queries) => {
    const [id = ""] = await list(phone({ title, attributes: [] }));
    for (const query of queries.split(";"))
      expect([query, await titles(`q=${encodeURIComponent(query)}`)]).toEqual([query, [title]]);
    for (const other of ["pantor35", "zumbadisco7"])
      expect(await titles(`q=${encodeURIComponent(other)}`)).toEqual([]);
    await closed(id);
  });

  it("ranks exact words before others of their stem", async () => {
    const ids = await list(phone({ title: "Caja zumbal para regalo" }), phone({ title: "Ron zumbal Regal" }));
    expect(await titles("q=zumbal+regalo")).toEqual(["Caja zumbal para regalo", "Ron zumbal Regal"]);
    expect(await titles("q=zumbal+regalos")).toEqual(["Caja zumbal para regalo", "Ron zumbal Regal"]);
    await Promise.all(ids.map(closed));
  });

  it.each([
    ["Cadeira gamer", "Cadeado gamer", "cadera gamer"],
    ["Calça azul marinho", "Azulejo marinho", "azuis marinho"],
    ["Carregador portátil", "Porta carregador", "carregador portáteis"],
  ])("finds %s, and not %s first, by '%s'", async (title, other, text) => {
    const ids = await list(...[title, other].map((one) => phone({ title: one, domainId: "MLB-CELLPHONES" })));
    const { results } = await find(`q=${encodeURIComponent(text)}`, "/sites/MLB/search");
    expect(results[0]?.title).toBe(title);
    await Promise.all(ids.map(closed));
  });

  it("knows a word that only brands have: one mistyped title does not confirm a typo", async () => {
    const ids = await list(
      ...["Moto Zumbal", "Moto Zumbal azul"].map((title) => phone({ title, attributes: brand("Motorola") })),
      phone({ title: "Funda Motorolla Zumbal" }),
    );
    expect((await titles("q=motorola+zumbal")).toSorted()).toEqual(["Moto Zumbal", "Moto Zumbal azul"]);
    await Promise.all(ids.map(closed));
  });

  it("corrects a typo that some listing has or had, and shows that listing first", async () => {
    const several = await list(
      ...Array.from({ length: 20 }, (_, n) => phone({ title: `Zapallito verde ${n}` })),
    );
    const [mistyped = ""] = await list(phone({ title: "Zapalltio raro" }));
    expect((await find("q=zapalltio")).paging.total).toBe(21);
    expect((await titles("q=zapalltio"))[0]).toBe("Zapalltio raro");
    const scanned = await find("q=zapalltio&search_type=scan&limit=50");
    expect([scanned.paging.total, scanned.results.length]).toEqual([21, 21]);
    await closed(mistyped);
    expect((await find("q=zapalltio")).paging.total).toBe(20);
    await Promise.all(several.slice(1).map(closed));
    const [another = ""] = await list(phone({ title: "Zapalltio raro" }));
    expect(await titles("q=zapalltio")).toEqual(["Zapalltio raro"]);
    await Promise.all([another, several[0] ?? ""].map(closed));
  });

  it("keeps matches of the exact words with any signs between them", async () => {
    const ids = await list(
      phone({ title: "Router Wifi Berengeno" }),
      ...Array.from({ length: 20 }, (_, n) => phone({ title: `Router Wi-Fi Berenjeno ${n}` })),
    );
    const found = await titles("q=wi-fi+berengeno");
    expect([found.length, found[0]]).toEqual([21, "Router Wifi Berengeno"]);
    await Promise.all(ids.map(closed));
  });

  it("leaves what is listed during a scan out of it", async () => {
    const ids = await list(...["uno", "dos", "tres"].map((word) => phone({ title: `Berenjeno ${word}` })));
    const block = (more = "") => find(`q=berengeno&search_type=scan&limit=2${more}`);
    const first = await block();
    const [late = ""] = await list(phone({ title: "Berenjeno cuatro" }));
    const second = await block(`&scroll_id=${first.scroll_id}`);
    const seen = [...first.results, ...second.results].map(({ id }) => id);
    expect(seen).toEqual(ids.toReversed());
    expect([second.paging.total, second.scroll_id]).toEqual([3, null]);
    await Promise.all([...ids, late].map(closed));
  });

  it("sees a change of an item at once", async () => {
    const [id = ""] = await list(phone({ title: "Zapallo volador" }));
    expect(await titles("q=zapallo")).toEqual(["Zapallo volador"]);
    await http.put(`/items/${id}`, {
      as: callers.seller,
      body: { title: "Calabaza voladora" },
    });
    expect(await titles("q=calabaza")).toEqual(["Calabaza voladora"]);
    expect((await find("q=zapallo")).paging.total).toBe(0);
    await http.put(`/items/${id}`, { as: callers.seller, body: { status: "closed" } });
    expect((await find("q=calabaza")).paging.total).toBe(0);
  });

  it("reads any text as words, not as a query language", async () => {
    for (const text of [
      "wi-fi oʼneill",
      "wi-fi ʼ",
      "a.b ʹ",
      "wi-fi ŉa",
      "wi-fi ́",
      "oʼ2 ifone",
      "-",
      "…",
      "a & b | !c",
      "'; DROP TABLE items; --",
      "<->",
      "\\",
      "((",
      "de la",
    ])
      expect((await ask(`q=${encodeURIComponent(text)}`)).status).toBe(200);
  });
});

describe("browsing and filtering", () => {
  it("searches a category with its descendants, on both paths", async () => {
    const all = await find(`category=${root}`, "/MLA/search");
    expect(all.paging.total).toBe(4);
    expect(await find(`category=${root}`)).toEqual(all);
    expect(await titles(`category=${fridges.id}`)).toEqual(["Heladera Gafa no frost con freezer"]);
  });

  it("filters by attribute, condition, shipping, price and seller", async () => {
    expect(await titles(`category=${root}&BRAND=${valueOfBrand("Motorola").id}&condition=used`)).toEqual([
      "Celular Motorola Moto G84",
    ]);
    expect(await titles(`category=${root}&shipping=free`)).toEqual(["Teléfono Samsung Galaxy A54 negro"]);
    expect(await titles(`category=${root}&price=250-300&sort=price_asc`)).toEqual([
      "Celular Motorola Moto G84",
      "Teléfono Samsung Galaxy A54 negro",
    ]);
    expect(await titles(`category=${root}&price=*-299`)).toEqual(["Celular Motorola Moto G84"]);
    expect(await titles(`category=${root}&price=900-*`)).toEqual(["Samsung Galaxy S23 Ultra"]);
    expect(await titles("q=notebook&seller_id=4000000009")).toEqual(["Notebook Lenovo ThinkPad 16 GB"]);
    expect(await titles("q=notebook&seller_id=4000000008")).toEqual([]);
  });

  it("ignores a parameter in capitals that is no attribute", async () => {
    expect((await find(`category=${root}&UNKNOWN=7`)).paging.total).toBe(4);
    expect((await find(`category=${root}&UNKNOWN=%00%ff`)).paging.total).toBe(4);
  });

  it("takes the first of several values of an attribute", async () => {
    const [first, other] = ["Motorola", "Samsung"].map((name) => valueOfBrand(name).id);
    const { filters, paging } = await find(`category=${root}&BRAND=${first}&BRAND=${other}`);
    expect(filters).toContainEqual(
      expect.objectContaining({ id: "BRAND", values: [{ id: first, name: "Motorola" }] }),
    );
    expect(paging.total).toBe((await find(`category=${root}&BRAND=${first}`)).paging.total);
  });

  it("takes a condition in capitals", async () => {
    const used = await titles(`category=${root}&condition=used`);
    expect(used).toHaveLength(1);
    expect(await titles(`category=${root}&condition=USED`)).toEqual(used);
  });

  it.each(["constructor", "other"])("names an unknown condition by itself: %s", async (condition) => {
    const { filters } = await find(`category=${root}&condition=${condition}`);
    const values = [{ id: condition, name: condition }];
    expect(filters).toContainEqual(expect.objectContaining({ id: "condition", values }));
  });

  it("offers filters whose counts are right when they are applied", async () => {
    for (const base of [`category=${root}`, "q=samsung", `q=celular&BRAND=${valueOfBrand("Motorola").id}`]) {
      const { available_filters } = await find(base);
      expect(available_filters.length).toBeGreaterThan(2);
      for (const { id, values } of available_filters)
        for (const value of values) {
          const applied = await find(`${base}&${id}=${encodeURIComponent(value.id)}`);
          expect([base, id, value.id, applied.paging.total]).toEqual([base, id, value.id, value.results]);
        }
    }
  });

  it("names the filters that are applied, and does not offer them again", async () => {
    const { id, name } = valueOfBrand("Samsung");
    const { filters, available_filters } = await find(`category=${root}&BRAND=${id}&price=*-500`);
    expect(filters).toEqual([
      {
        id: "category",
        name: "Categorías",
        type: "text",
        values: [
          { id: root, name: phones.pathFromRoot[0]?.name, path_from_root: phones.pathFromRoot.slice(0, 1) },
        ],
      },
      { id: "price", name: "Precio", type: "range", values: [{ id: "*-500", name: "Hasta 500" }] },
      { id: "BRAND", name: "Marca", type: "text", values: [{ id, name }] },
    ]);
    for (const applied of ["BRAND", "price"])
      expect(available_filters.map((filter) => filter.id)).not.toContain(applied);
  });

  it("sorts by price both ways, and names the orders in the site's language", async () => {
    const prices = async (sort: string) =>
      (await find(`category=${root}&sort=${sort}`)).results.map(({ price }) => price);
    expect(await prices("price_asc")).toEqual([250, 300, 500, 900]);
    expect(await prices("price_desc")).toEqual([900, 500, 300, 250]);
    const { sort, available_sorts } = await find(`category=${root}`);
    expect(sort).toEqual({ id: "relevance", name: "Más relevantes" });
    expect(available_sorts.map(({ id }) => id)).toEqual(["price_asc", "price_desc"]);
  });

  it("pages without gaps or repetitions", async () => {
    const whole = (await find(`category=${root}`)).results.map(({ id }) => id);
    const pages = await Promise.all(
      [0, 1, 2, 3].map((offset) => find(`category=${root}&limit=1&offset=${offset}`)),
    );
    expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(whole);
    expect(pages[3]?.paging).toEqual({ total: 4, offset: 3, limit: 1 });
    expect((await find(`category=${root}&limit=0`)).results).toEqual([]);
  });

  it("shows the seller", async () => {
    const { results } = await find("q=thinkpad");
    expect(results[0]).toMatchObject({ seller: { id: 4_000_000_009 }, price: 1200 });
  });
});

describe("scanning", () => {
  it("reads all matches block by block and ends with null", async () => {
    const seen: string[] = [];
    let scroll: string | null | undefined;
    do {
      const next: Found = await find(
        `category=${root}&limit=3&search_type=scan${scroll ? `&scroll_id=${scroll}` : ""}`,
      );
      expect(next.paging.total).toBe(4);
      seen.push(...next.results.map(({ id }) => id));
      scroll = next.scroll_id;
    } while (scroll);
    expect(scroll).toBeNull();
    expect(seen).toEqual([ids[3], ids[2], ids[1], ids[0]]);
  });

  it("begins with an empty block for limit=0", async () => {
    const none = await find(`category=${root}&limit=0&search_type=scan`);
    expect([none.paging.total, none.results]).toEqual([4, []]);
    const next = await find(`category=${root}&limit=3&search_type=scan&scroll_id=${none.scroll_id}`);
    const still = await find(`category=${root}&limit=0&search_type=scan&scroll_id=${next.scroll_id}`);
    const last = await find(`category=${root}&limit=1&search_type=scan&scroll_id=${still.scroll_id}`);
    const end = await find(`category=${root}&limit=0&search_type=scan&scroll_id=${last.scroll_id}`);
    expect([last.scroll_id, end.scroll_id]).toEqual([expect.any(String), null]);
    expect([...next.results, ...last.results].map(({ id }) => id)).toEqual([ids[3], ids[2], ids[1], ids[0]]);
    expect((await find("q=xyzzyq&limit=0&search_type=scan")).scroll_id).toBeNull();
  });

  it("does not claim an order by price", async () => {
    const { sort, available_sorts } = await find(`category=${root}&sort=price_asc&search_type=scan`);
    expect([sort.id, available_sorts.map(({ id }) => id)]).toEqual([
      "relevance",
      ["price_asc", "price_desc"],
    ]);
  });

  it("refuses a scroll id that is forged, of another search or older than five minutes", async () => {
    const { scroll_id } = await find(`category=${root}&limit=1&search_type=scan`);
    const go = (query: string) => ask(`${query}&limit=1&search_type=scan&scroll_id=${scroll_id}`);
    expect((await go(`category=${root}`)).status).toBe(200);
    expectProblem(await go("q=samsung"), 400, "invalid.scroll.id");
    for (const id of ["abc", "a".repeat(5_000)])
      expectProblem(await ask(`category=${root}&search_type=scan&scroll_id=${id}`), 400, "invalid.scroll.id");
    clock.advance(5 * 60_000);
    expectProblem(await go(`category=${root}`), 400, "invalid.scroll.id");
  });
});

describe("bad searches", () => {
  it.each([
    [""],
    ["q="],
    ["q=+++"],
    [`q=${"x".repeat(10_240)}`],
    ["q=a&sort=cheapest"],
    ["q=a&price=cheap"],
    ["q=a&price=5-1"],
    ["q=a&price=-1-5"],
    ["q=a&limit=-1"],
    ["q=a&limit=101"],
    ["q=a&limit=1.5"],
    ["q=a&limit=abc"],
    ["q=a&offset=9990&limit=50"],
    ["q=a&shipping=pigeon"],
    ["q=a&shipping_cost=pigeon"],
    [`nickname=${"x".repeat(101)}`],
    ["q=a&condition="],
    ["q=a&condition=%00"],
    ["q=a&BRAND=%00"],
    ["q=a&BRAND=a%ff"],
    ["q=a&BRAND=%ED%A0%80&search_type=scan"],
    ["q=a&seller_id=me"],
    ["q=a&search_type=all"],
    ["category=phones"],
    [`category=${leafOf("MLB-CELLPHONES").id}`],
  ])("answers 400 to ?%s", async (query) => {
    expectProblem(await ask(query), 400, "bad_request");
  });

  it("answers 404 to an unknown site and an unknown category", async () => {
    expectProblem(await ask("q=a", "/sites/MLX/search"), 404, "not_found", "Site not found: MLX");
    expectProblem(await ask("q=a", "/MLX/search"), 404, "not_found", "Site not found: MLX");
    expectProblem(await ask("category=MLA999999999"), 404, "not_found", "Category not found: MLA999999999");
  });
});

conforms(searchResource, {
  http,
  examples: {
    searchItems: { params: { site_id: "MLA" }, query: { q: "samsung" } },
    browseItems: { params: { site_id: "MLA" }, query: { category: root } },
  },
});
