import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type {
  CodedApplicationDefinitionFieldError,
  ApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'

const maxKeys = 10
const maxLength = 16_384
const minRsaBits = 2048
/** Private and symmetric key members (RFC 7518 §6). */
const secretMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** RFC 7517 §5. */
export function validateJwks(value: unknown, path: string): CodedApplicationDefinitionFieldError[] {
  const keys = typeof value === 'object' && value !== null ? (value as { keys?: unknown }).keys : undefined
  if (!Array.isArray(keys))
    return [createApplicationDefinitionFieldError(path, createApplicationDefinitionErrorDetail('keys_set'))]
  if (keys.length === 0 || keys.length > maxKeys)
    return [
      createApplicationDefinitionFieldError(
        `${path}.keys`,
        createApplicationDefinitionErrorDetail('keys_count', { max: maxKeys }),
      ),
    ]
  if (JSON.stringify(value).length > maxLength)
    return [
      createApplicationDefinitionFieldError(path, createApplicationDefinitionErrorDetail('long', { max: maxLength })),
    ]
  return keys.flatMap((key: unknown, index) => {
    const errorDetail = validateJwk(key)
    return errorDetail === null ? [] : [createApplicationDefinitionFieldError(`${path}.keys[${index}]`, errorDetail)]
  })
}

function validateJwk(key: unknown): ApplicationDefinitionErrorDetail | null {
  if (typeof key !== 'object' || key === null || Array.isArray(key))
    return createApplicationDefinitionErrorDetail('key_object')
  const members = key as Record<string, unknown>
  const secret = secretMembers.find((name) => Object.hasOwn(members, name))
  if (secret !== undefined) return createApplicationDefinitionErrorDetail('key_secret', { name: secret })
  if (members.use !== undefined && members.use !== 'sig') return createApplicationDefinitionErrorDetail('key_use')
  const { kty, crv } = members
  if (kty === 'EC' && crv === 'P-256')
    return isValue(members.x) && isValue(members.y)
      ? null
      : createApplicationDefinitionErrorDetail('key_members', { names: '"x" and "y"' })
  if (kty === 'OKP' && crv === 'Ed25519')
    return isValue(members.x) ? null : createApplicationDefinitionErrorDetail('key_members', { names: '"x"' })
  if (kty === 'RSA') return validateRsaKey(members)
  return createApplicationDefinitionErrorDetail('key_type')
}

/** RFC 7518 §3.3 requires at least 2048 bits. */
function validateRsaKey({ n, e }: Record<string, unknown>): ApplicationDefinitionErrorDetail | null {
  if (!isValue(n) || !isValue(e)) return createApplicationDefinitionErrorDetail('key_members', { names: '"n" and "e"' })
  return Buffer.from(n, 'base64url').length * 8 < minRsaBits
    ? createApplicationDefinitionErrorDetail('key_bits', { min: minRsaBits })
    : null
}

const isValue = (value: unknown): value is string => typeof value === 'string' && /^[0-9A-Za-z_-]+$/.test(value)
