/** Fields and parameters of the product whose values are credentials, wherever they are. */
export const credentialNames: readonly string[] = [
  "access_token",
  "refresh_token",
  "id_token",
  "client_secret",
  "webhook_secret",
  "secret",
  "admin_token",
  "password",
  "current_password",
  "new_password",
  "code_verifier",
  "otpauth_uri",
  "form_token",
];
