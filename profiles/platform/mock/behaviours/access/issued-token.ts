/** Form of the tokens that the Access Token API issues. Any other text after the colon has no effect. */
const issuedTokenForm = /:(tok_[A-Za-z0-9]+)_([0-9a-f]{32})$/;

/** The id and the secret in a token that the Access Token API issued. Undefined for any other token. */
export function parseIssuedToken(token: string): { readonly id: string; readonly secret: string } | undefined {
  const found = token.includes(":tok_") ? issuedTokenForm.exec(token) : null;
  if (found) return { id: found[1] as string, secret: found[2] as string };
  return undefined;
}
