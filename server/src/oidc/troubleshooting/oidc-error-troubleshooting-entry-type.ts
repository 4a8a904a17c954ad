// What stands in a row about a refusal (troubleshooting).
export interface OidcErrorTroubleshootingEntry {
  /** The heading of its paragraph. */
  id: string
  /** The codes of OAuth that it comes with. */
  errors: readonly string[]
  /** What its description or its detail says; a row without is for whatever else comes with these codes. */
  messagePattern?: RegExp
  /** How it looks from inside the program. */
  symptom: string
  cause: string
  fix: string
}
