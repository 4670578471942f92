import { expect, test } from "vitest";
import type { SearchIndex } from "../port.ts";
import { find, item, numbersFor, put, titled } from "./items.ts";

/** How the words of a text match and rank. */
export function textsConform(index: () => SearchIndex): void {
  test("case and accents do not matter", async () => {
    await put(index(), titled("CAFÉ molido", "cafe en grano"));
    for (const text of ["café", "CAFE", "  Cafè! "]) expect(await numbersFor(index(), text)).toEqual([1, 2]);
    expect(await numbersFor(index(), "!?")).toEqual([]);
  });

  test("all words match, in any field", async () => {
    await put(index(), [item(1, { title: "mesa", brandAndModel: "Acme" }), item(2, { title: "mesa roja" })]);
    expect(await numbersFor(index(), "mesa acme")).toEqual([1]);
    expect(await numbersFor(index(), "mesa roja")).toEqual([2]);
  });

  test("plurals match in the language of the site, after words as they stand", async () => {
    await put(index(), titled("camiones de madera", "camión de madera", "canciones", "lápices rojos"));
    expect(await numbersFor(index(), "camion")).toEqual([2, 1]);
    expect(await numbersFor(index(), "camiones")).toEqual([1, 2]);
    expect(await numbersFor(index(), "lapiz")).toEqual([4]);
    await put(index(), [item(5, { title: "notebook" }), item(6, { title: "notebooks" })]);
    expect(await numbersFor(index(), "notebooks")).toEqual([6, 5]);
    await put(index(), [
      item(11, { title: "coleções de selos", siteId: "MLB" }),
      item(12, { title: "shoes", siteId: "MLX" }),
    ]);
    expect(await numbersFor(index(), "coleção", "MLB")).toEqual([11]);
    expect(await numbersFor(index(), "shoe", "MLX")).toEqual([12]);
  });

  test("stop words are not needed, unless there are no others", async () => {
    await put(index(), titled("mesa madera", "la de la casa"));
    expect(await numbersFor(index(), "mesa de madera")).toEqual([1]);
    expect(await numbersFor(index(), "de la")).toEqual([2]);
  });

  test("a title with the words ranks before other fields with them, and rare words before common ones", async () => {
    await put(index(), [
      item(1, { title: "funda roja" }),
      { ...item(2), fields: { title: "roja", brandAndModel: "", attributes: "funda", category: "" } },
    ]);
    expect(await numbersFor(index(), "funda")).toEqual([1, 2]);
  });

  test("neighbors match joined, both ways", async () => {
    await put(index(), titled("smart watch negro", "smartwatch negro", "watch smart", "smart tv con watch"));
    expect((await numbersFor(index(), "smartwatch")).sort()).toEqual([1, 2]);
    expect((await numbersFor(index(), "smart watch")).sort()).toEqual([1, 2, 3, 4]);
    await put(index(), titled("router wi fi", "router wifi"));
    expect((await numbersFor(index(), "wi-fi router")).sort()).toEqual([1, 2]);
    expect((await numbersFor(index(), "wifi")).sort()).toEqual([1, 2]);
  });

  test("synonyms match both ways, phrases among them, after the word itself", async () => {
    await put(index(), titled("refrigerador blanco", "heladera blanca", "teléfono móvil", "celular"));
    expect(await numbersFor(index(), "heladeras")).toEqual([2, 1]);
    expect(await numbersFor(index(), "refrigerador")).toEqual([1, 2]);
    expect(await numbersFor(index(), "celular")).toEqual([4, 3]);
    expect(await numbersFor(index(), "telefono movil")).toEqual([3, 4]);
  });

  test("a word that no item has is corrected", async () => {
    await put(index(), titled("zapatillas blancas", "heladera no frost", "mesa", "motor 1200"));
    expect(await numbersFor(index(), "zapatilals")).toEqual([1]);
    expect(await numbersFor(index(), "eladera")).toEqual([2]);
    expect(await numbersFor(index(), "mot")).toEqual([]);
    expect(await numbersFor(index(), "1300")).toEqual([]);
    expect(await numbersFor(index(), "qwertyuiop")).toEqual([]);
  });

  test("a word that no item has is corrected, also if its stem is known", async () => {
    const chairs = ["cadeira gamer", "cadeado gamer"].map((title, at) =>
      item(at + 1, { title, siteId: "MLB" }),
    );
    await put(index(), chairs);
    expect((await numbersFor(index(), "cadera gamer", "MLB"))[0]).toBe(1);
    expect((await numbersFor(index(), "cadeado gamer", "MLB"))[0]).toBe(2);
    await put(index(), titled("camion rojo", "cancion roja"));
    expect(await numbersFor(index(), "camiones rojos")).toEqual([1]);
  });

  test("words as they stand rank first, then their number and gender, also in longer titles", async () => {
    await put(index(), titled("caja zumbal para regalo", "ron zumbal regal", "caja zumbal con regalos"));
    expect(await numbersFor(index(), "zumbal regalo")).toEqual([1, 3, 2]);
    expect(await numbersFor(index(), "zumbal regalos")).toEqual([3, 1, 2]);
    expect(await numbersFor(index(), "zumbal regal")).toEqual([2, 3, 1]);
  });

  test("a rare word is corrected to common words, and ranks before them", async () => {
    const common = Array.from({ length: 20 }, (_, no) => item(no + 1, { title: "samsung galaxy" }));
    await put(index(), [...common, item(30, { title: "samsumg galaxy" }), item(31, { title: "casita" })]);
    const found = await find(index(), { text: "samsumg" });
    expect(found.total).toBe(21);
    expect(found.numbers[0]).toBe(30);
    await put(index(), [item(32, { title: "casota" })]);
    expect(await numbersFor(index(), "casita")).toEqual([31]);
    expect((await find(index(), { text: "samsung" })).total).toBe(20);
  });

  test("few matches of all words fill up with matches of most, whatever the filters", async () => {
    await put(index(), [
      item(1, { title: "mesa roja", keys: ["condition=new"] }),
      item(2, { title: "mesa redonda", keys: ["condition=new"] }),
      item(3, { title: "mesa redonda roja", keys: ["condition=new"] }),
      item(4, { title: "silla roja", keys: ["condition=used"] }),
    ]);
    const found = await find(index(), { text: "mesa redonda roja" });
    expect(found).toMatchObject({ total: 3, keys: { "condition=new": 3 } });
    expect(found.numbers[0]).toBe(3);
    expect((await find(index(), { text: "mesa redonda roja", keys: ["condition=new"] })).total).toBe(3);
    expect(await numbersFor(index(), "silla roja")).toEqual([4]);
    expect((await find(index(), { text: "mesa redonda roja", keys: ["condition=used"] })).total).toBe(0);
    await put(index(), [item(5, { title: "mesa redonda roja" }), item(6, { title: "roja mesa redonda" })]);
    expect((await numbersFor(index(), "mesa redonda roja")).sort()).toEqual([3, 5, 6]);
  });

  test("words of many items fill up to the best twenty, on every page and in every order", async () => {
    await put(index(), [
      ...Array.from({ length: 30 }, (_, no) => item(no + 1, { title: "mesa de pino", price: no })),
      ...Array.from({ length: 8 }, (_, no) => item(no + 50, { title: "cuadro roble", price: 1 })),
      item(60, { title: "mesa de roble", price: 1 }),
      item(61, { title: "mesa y cuadro de roble", price: 1 }),
    ]);
    const found = await find(index(), { text: "mesa roble" });
    expect(found.total).toBe(20);
    expect(found.numbers.slice(0, 2).sort()).toEqual([60, 61]);
    expect(found.numbers.slice(2, 10)).toEqual([57, 56, 55, 54, 53, 52, 51, 50]);
    const cheapest = await find(index(), { text: "mesa roble" }, { sort: "price_asc" });
    expect(cheapest.numbers.toSorted()).toEqual(found.numbers.toSorted());
    expect((await find(index(), { text: "mesa roble" }, { offset: 15 })).numbers).toHaveLength(5);
    expect((await find(index(), { text: "mesa" })).total).toBe(32);
  });

  test("a text finds something as long as one of its words is known", async () => {
    await put(index(), titled("silla roja", "mesa redonda", "mesa cuadrada 4"));
    expect(await numbersFor(index(), "silla redonda")).toEqual([2, 1]);
    expect(await numbersFor(index(), "silla qwertyuiop")).toEqual([1]);
    expect((await numbersFor(index(), "silla 4 qwertyuiop asdfghjkl")).sort()).toEqual([1, 3]);
    expect(await numbersFor(index(), "qwertyuiop")).toEqual([]);
  });
}
