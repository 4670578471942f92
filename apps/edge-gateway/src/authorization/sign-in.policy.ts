import { z } from "zod";

/** Ways in which users say who they are. `picker`: they choose a user and are believed, for development. */
const ways = ["picker"] as const;
export type SignIn = (typeof ways)[number];

/** The setting SIGN_IN. It has no default: no deployment is open because nobody thought of it. */
export const signInVariable = () => z.enum(ways).optional();

/** Whether anybody may be any user, and make new ones: only where the picker was enabled by name. */
export const hasPicker = ({ signIn }: { signIn: SignIn | undefined }): boolean => signIn === "picker";
