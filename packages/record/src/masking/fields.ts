import { credentialNames } from "./credential-names.ts";

/** Those of any marketplace: what a recording shows is given to others. */
const secrets = [
  ...credentialNames,
  "token",
  "api_key",
  "apikey",
  "recovery_codes",
  "card_number",
  "security_code",
  "authorization_code",
];

const names = [
  "nickname",
  "first_name",
  "last_name",
  "full_name",
  "middle_name",
  "receiver_name",
  "sender_name",
  "contact",
  "contact_name",
  "business_name",
  "brand_name",
  "legal_name",
  "username",
  "user_name",
  "cardholder_name",
  "social_reason",
];

const contacts = [
  "email",
  "phone",
  "alternative_phone",
  "receiver_phone",
  "sender_phone",
  "phone_number",
  "mobile",
  "area_code",
  "fax",
];

const documents = [
  "doc_number",
  "document_number",
  "document",
  "identification_number",
  "tax_id",
  "tax_payer_id",
  "state_registration",
  "cpf",
  "cnpj",
  "cuit",
  "dni",
  "rut",
  "rfc",
  "curp",
];

const places = [
  "address_line",
  "street",
  "street_name",
  "street_number",
  "zip_code",
  "floor",
  "apartment",
  "intersection",
  "references",
  "latitude",
  "longitude",
];

const personal = new Set([...secrets, ...names, ...contacts, ...documents, ...places]);

/** `code` is a credential of forms and queries; in answers it names the cause of an error. */
const inParameters = new Set([...secrets, ...names, ...contacts, ...documents, "code", "zip_code"]);

/** Objects that tell of a person: there `name` is theirs. */
const people =
  /^(?:buyer|seller|receiver|sender|owner|driver|contact|user|customer|payer|cardholder|billing_info|from|to)$/;
/** Objects all whose values are masked, but for those that `kept` names. */
const wholes = /^(?:phone|alternative_phone|identification|document)$/;
const kept = new Set(["type", "verified", "country_id", "id"]);
/** Objects in which `address`, `comment` and the like tell where somebody lives. */
const addresses = /address|location/;
const ofAddress = new Set(["address", "comment", "comments", "number", "complement", "neighborhood_name"]);
/** Fields by which an object shows that it is an address or a delivery, where no name around it says so. */
const tellAddresses = ["address_line", "street_name", "zip_code", "receiver_name", "receiver_address"];

/** Whether a field of an object tells where somebody lives, by the fields beside it. */
export const isOfAddress = (name: string, owner: object): boolean =>
  ofAddress.has(name.toLowerCase()) && tellAddresses.some((one) => one in owner);

/** `{type, value}` of billing data: the value says who it is, except where the type says what it is. */
const billing = new Set(["additional_info"]);

/** Whether the value of a field is masked whole, by its name and those of the objects around it. */
export function isPersonal(path: readonly string[]): boolean {
  const name = (path.at(-1) ?? "").toLowerCase();
  const around = path.slice(0, -1).map((one) => one.toLowerCase());
  const parent = around.at(-1) ?? "";
  if (personal.has(name)) return true;
  if (name === "name") return people.test(parent);
  if (wholes.test(parent)) return !kept.has(name);
  if (ofAddress.has(name)) return addresses.test(parent) || (name === "address" && people.test(parent));
  return name === "value" && billing.has(parent);
}

/** Whether the value of a query parameter or a form field is masked whole. */
export const isPersonalParameter = (name: string): boolean => inParameters.has(name.toLowerCase());

/** Names that are words as well, such as Rosa: they are looked for in what people write only. */
const words = new Set(names.filter((name) => name !== "nickname" && !name.startsWith("user")).concat("name"));
export const isWord = (path: readonly string[]): boolean => words.has((path.at(-1) ?? "").toLowerCase());

/** What people write: there numbers that look like a phone are one. */
const texts = new Set([
  "text",
  "plain_text",
  "message",
  "reply",
  "note",
  "comment",
  "comments",
  "description",
]);
export const isFreeText = (path: readonly string[]): boolean => texts.has((path.at(-1) ?? "").toLowerCase());
