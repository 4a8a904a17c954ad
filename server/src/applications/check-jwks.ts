// The public keys that an application proves itself with (private_key_jwt): public, strong enough, and few.
import type { DefinitionFault } from './definition.ts'

const maxKeys = 10
const maxLength = 16_384
const minRsaBits = 2048
/** The members in which a private or shared key holds what is secret (RFC 7518 §6). */
const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** @returns everything that is wrong with a JSON Web Key Set (RFC 7517 §5) */
export function jwksFaults(value: unknown, path: string): DefinitionFault[] {
  const keys = typeof value === 'object' && value !== null ? (value as { keys?: unknown }).keys : undefined
  if (!Array.isArray(keys)) return [{ path, message: 'must be a JSON Web Key Set: an object with the list "keys"' }]
  if (keys.length === 0 || keys.length > maxKeys) return [{ path: `${path}.keys`, message: `must have 1 to ${maxKeys} entries` }]
  if (JSON.stringify(value).length > maxLength) return [{ path, message: `must not be longer than ${maxLength} characters` }]
  return keys.flatMap((key: unknown, index) => {
    const message = keyFault(key)
    return message === null ? [] : [{ path: `${path}.keys[${index}]`, message }]
  })
}

function keyFault(key: unknown): string | null {
  if (typeof key !== 'object' || key === null || Array.isArray(key)) return 'must be a JSON Web Key'
  const members = key as Record<string, unknown>
  const secret = secretMembers.find((name) => Object.hasOwn(members, name))
  if (secret !== undefined) return `must be a public key: it has the secret member "${secret}", so it should no longer be used anywhere`
  if (members.use !== undefined && members.use !== 'sig') return 'must be for signatures ("use": "sig")'
  const { kty, crv } = members
  if (kty === 'EC' && crv === 'P-256') return isValue(members.x) && isValue(members.y) ? null : 'must have "x" and "y"'
  if (kty === 'OKP' && crv === 'Ed25519') return isValue(members.x) ? null : 'must have "x"'
  if (kty === 'RSA') return rsaFault(members)
  return 'must be of type EC (P-256), OKP (Ed25519) or RSA'
}

/** RFC 7518 §3.3 asks for 2048 bits or more. */
function rsaFault({ n, e }: Record<string, unknown>): string | null {
  if (!isValue(n) || !isValue(e)) return 'must have "n" and "e"'
  return Buffer.from(n, 'base64url').length * 8 < minRsaBits ? `must have at least ${minRsaBits} bits` : null
}

const isValue = (value: unknown): value is string => typeof value === 'string' && /^[0-9A-Za-z_-]+$/.test(value)
