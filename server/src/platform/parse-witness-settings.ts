// Parses the setting that lists witnesses of the audit log (C2SP tlog-witness).
import { TransparencyLogError } from '@countersign/log/transparency-log-error'
import { parseSignedNoteVerifierKey } from '@countersign/log/signed-note-key-formats'

export interface WitnessSettings {
  /** `/add-checkpoint` is appended. */
  url: string
  /** A key for cosignatures (C2SP tlog-cosignature). */
  verifierKey: string
}

export function parseWitnessSettings(text: string): readonly WitnessSettings[] | undefined {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const witnesses = parts.map(parseWitness).filter((witness) => witness !== undefined)
  const keys = new Set(witnesses.map(({ verifierKey }) => verifierKey))
  return witnesses.length === parts.length && keys.size === parts.length ? witnesses : undefined
}

function parseWitness(text: string): WitnessSettings | undefined {
  const [url = '', verifierKey = '', ...rest] = text.split(/ +/)
  if (rest.length > 0 || !URL.canParse(url)) return undefined
  const { protocol, search, hash, username, password } = new URL(url)
  // Plain HTTP is only for allowed private networks, which the outbound HTTP client checks.
  if (!['https:', 'http:'].includes(protocol) || [search, hash, username, password].some((part) => part !== ''))
    return undefined
  try {
    return parseSignedNoteVerifierKey(verifierKey).type === 'cosignature'
      ? { url: url.replace(/\/+$/, ''), verifierKey }
      : undefined
  } catch (error) {
    if (error instanceof TransparencyLogError) return undefined
    throw error
  }
}
