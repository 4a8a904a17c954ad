export interface OidcErrorTroubleshootingEntry {
  /** Also the anchor in the guide. */
  id: string
  errors: readonly string[]
  /** Matches the description or the detail; without it, the entry matches all other errors. */
  messagePattern?: RegExp
  /** Whether applications must expect the error, so that it is no problem to report. */
  isNormalOutcome?: true
  symptom: string
  cause: string
  fix: string
}
