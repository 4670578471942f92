/** Where what an item refers to is: pages of people, and the API with its files. Without a trailing slash. */
export interface Links {
  webUrl: string;
  publicUrl: string;
}

/** How pages show a picture: F as it is, O, C and I smaller. All are the original. */
export const pictureSizes = ["F", "O", "C", "I"] as const;
export type PictureSize = (typeof pictureSizes)[number];

/** The path of uploaded pictures. */
export const filesFolder = "/pictures/files/";
const suffix = /-[FOCI](\.(?:jpg|png))$/;

/** The source of an uploaded picture, without the address of the API, which may change. */
export const fileSource = (id: string, extension: string): string => `${filesFolder}${id}-O.${extension}`;

/** Whether a source is that of an uploaded picture. */
export const isFile = (source: string): boolean => source.startsWith(filesFolder);

/** The ids of the uploaded pictures among sources. */
export const fileIds = (sources: readonly string[]): string[] =>
  sources.filter(isFile).map((source) => source.slice(filesFolder.length).replace(suffix, ""));

/** The address of a size of a picture by its source. One that was not uploaded has a single address. */
export const pictureUrl = (source: string, { publicUrl }: Links, size: PictureSize = "O"): string =>
  isFile(source) ? `${publicUrl}${source.replace(suffix, `-${size}$1`)}` : source;

/** An address over https. What we serve is reached as PUBLIC_URL says: there may be no https there. */
export const secureUrl = (address: string, { publicUrl }: Links): string =>
  address.startsWith(`${publicUrl}${filesFolder}`) ? address : address.replace(/^http:/, "https:");

/** The source that an address has: of ours, in any size and with any query, the one of its upload. */
export function sourceOf(address: string, { publicUrl }: Links): string {
  if (!address.startsWith(`${publicUrl}${filesFolder}`)) return address;
  const [path = ""] = address.slice(publicUrl.length).split(/[?#]/, 1);
  return path.replace(suffix, "-O$1");
}
