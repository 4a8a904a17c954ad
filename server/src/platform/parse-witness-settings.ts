// The setting that names witnesses of the activity log (C2SP tlog-witness): where each is asked, and the key by which it cosigns.
import { TransparencyLogError } from '@countersign/log/transparency-log-error'
import { parseSignedNoteVerifierKey } from '@countersign/log/signed-note-key-formats'

/** A witness as the operator names it. */
export interface WitnessSettings {
  /** The submission prefix: `/add-checkpoint` follows it. */
  url: string
  /** A verifier key of the type that cosigns (C2SP tlog-cosignature). */
  verifierKey: string
}

/** @returns undefined where it is not allowed */
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
  // Plain http is for a private network that the operator allows; whether it is one is judged where the request goes out.
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
