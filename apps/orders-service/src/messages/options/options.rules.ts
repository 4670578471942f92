/** A reason for a seller to write: by a text that is fixed, or by their own. */
export interface Option {
  id: string;
  type: "template" | "free_text";
  /** Only where the seller delivers on their own (Flex). */
  flexOnly?: true;
  /** The text may hold addresses of pages. */
  links?: true;
}

/** The options of the action guide (commerce.md 6). */
export const options: readonly Option[] = [
  { id: "REQUEST_VARIANTS", type: "template" },
  { id: "REQUEST_BILLING_INFO", type: "template" },
  { id: "SEND_INVOICE_LINK", type: "free_text", links: true },
  { id: "DELIVERY_PROMISE", type: "template", flexOnly: true },
  { id: "OTHER", type: "free_text" },
];

/** Whether an option fits a sale. */
export const fits = ({ flexOnly }: Option, logisticTypes: readonly string[]): boolean =>
  !flexOnly || logisticTypes.includes("self_service");

/** A template of an option: its id and the numbers that its text needs. */
export interface Template {
  id: string;
  vars: readonly { id: string; type: "NUMBER" }[] | null;
}

const templateId = (option: string): string => `TEMPLATE___${option}___1`;
const promise = templateId("DELIVERY_PROMISE");
/** From which hour, and until which. */
const hours = [`${promise}___VAR___INIT`, `${promise}___VAR___LIMIT`] as const;

/** The template of an option; an option of free text has none. */
export function templateOf({ id, type }: Option): Template | undefined {
  if (type === "free_text") return undefined;
  const vars =
    id === "DELIVERY_PROMISE" ? hours.map((name) => ({ id: name, type: "NUMBER" as const })) : null;
  return { id: templateId(id), vars };
}

/** What billing needs to know of a buyer, by site. */
const documents: Readonly<Record<string, string>> = { MLA: "DNI", MLM: "RFC", MLC: "RUT", MLB: "CPF" };

const spanish = {
  REQUEST_VARIANTS: () =>
    "Hola. Si hay algo que aclarar sobre la opción que elegiste, como el color o el talle, contanos ahora y preparamos tu compra así. Gracias.",
  REQUEST_BILLING_INFO: (site: string) =>
    `Hola. Para adjuntar la factura de tu compra necesitamos: nombre y apellido, ${documents[site] ?? "tipo y número de documento"}, domicilio y código postal. Gracias.`,
  DELIVERY_PROMISE: (_site: string, [from, to]: readonly number[]) =>
    `Hola. Entregaremos tu compra entre las ${from} y las ${to} hs.`,
};
const portuguese: typeof spanish = {
  REQUEST_VARIANTS: () =>
    "Olá. Se você precisa dizer algo sobre a opção que escolheu, como a cor ou o tamanho, conte para nós agora e preparamos a sua compra assim. Obrigado.",
  REQUEST_BILLING_INFO: () =>
    "Olá. Para anexar a nota fiscal da sua compra precisamos de: nome completo, CPF, endereço e CEP. Obrigado.",
  DELIVERY_PROMISE: (_site, [from, to]) => `Olá. Entregaremos a sua compra entre ${from} e ${to} h.`,
};

const isTemplated = (id: string): id is keyof typeof spanish => Object.hasOwn(spanish, id);

/** The text of a template in the language of the site. */
export function templateText(option: Option, siteId: string, values: readonly number[]): string {
  if (!isTemplated(option.id)) throw new Error(`the option ${option.id} has no template`);
  return (siteId === "MLB" ? portuguese : spanish)[option.id](siteId, values);
}

/** The values of a template's variables: two hours, the earlier first; else `undefined`. */
export function hoursOf(
  { vars }: Template,
  given: readonly { id: string; value: number }[],
): readonly number[] | undefined {
  if (vars === null) return given.length === 0 ? [] : undefined;
  const values = vars.flatMap(({ id }) => given.find((one) => one.id === id)?.value ?? []);
  const [from = 0, to = 0] = values;
  const areHours = given.length === vars.length && values.length === vars.length && from >= 0 && to <= 24;
  return areHours && from < to ? values : undefined;
}
