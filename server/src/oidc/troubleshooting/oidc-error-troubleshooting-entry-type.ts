export interface OidcErrorTroubleshootingEntry {
  /** Also the anchor in the guide. */
  id: string
  errors: readonly string[]
  /** Matches the description or the detail; without it, the entry matches all other errors. */
  messagePattern?: RegExp
  symptom: string
  cause: string
  fix: string
}
