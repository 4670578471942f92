import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Signs content as `base64url(json).base64url(hmac)`. The purpose is signed too, so that nothing else signed
 * with this secret passes for it.
 */
export function signedText<Content extends object>(secret: string, purpose: string) {
  const sign = (text: string): Buffer => createHmac("sha256", secret).update(`${purpose}.${text}`).digest();
  return {
    issue(content: Content): string {
      const text = Buffer.from(JSON.stringify(content)).toString("base64url");
      return `${text}.${sign(text).toString("base64url")}`;
    },
    /** `undefined` when the text is malformed or forged. */
    read(signed: string): Content | undefined {
      const [text = "", mac = "", ...more] = signed.split(".");
      const given = Buffer.from(mac, "base64url");
      const wanted = sign(text);
      const genuine = given.length === wanted.length && timingSafeEqual(given, wanted);
      if (!genuine || more.length > 0) return undefined;
      // The signature proves that issue() wrote this text.
      return JSON.parse(Buffer.from(text, "base64url").toString()) as Content;
    },
  };
}
