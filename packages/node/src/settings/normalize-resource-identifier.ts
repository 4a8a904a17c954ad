/** The server writes a bare origin as browsers do: https://api.example becomes https://api.example/. */
export const normalizeResourceIdentifier = (identifier: string): string =>
  /^https?:\/\/[^/?#]+$/.test(identifier) && URL.canParse(identifier) ? new URL(identifier).href : identifier
