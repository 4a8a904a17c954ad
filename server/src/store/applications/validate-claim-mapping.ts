// Protocol claims cannot be replaced (OpenID Connect Core §2, RFC 7519 §4.1).
import { oidcClaimLocations } from '@countersign/api/claims-by-scope'
import { findGroupIdError } from '../groups/group-definition.ts'
import { mappableClaims } from './claim-mapping.ts'
import type { ClaimMapping } from './claim-mapping.ts'
import {
  createApplicationDefinitionFieldError,
  createApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'
import type {
  CodedApplicationDefinitionFieldError,
  ApplicationDefinitionErrorDetail,
} from '../definition-errors/create-application-definition-error.ts'

/** Includes names that have a special meaning in JavaScript. */
const protocolClaims: ReadonlySet<string> = new Set(
  (
    'iss sub aud exp nbf iat jti nonce acr amr auth_time azp sid at_hash c_hash s_hash cnf events client_id scope sub_jwk act may_act ' +
    'authorization_details _claim_names _claim_sources __proto__ constructor prototype'
  ).split(' '),
)

const claimLimits = { constants: 20, values: 20, roles: 50, name: 128, text: 256 }

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const createErrors = (
  path: string,
  ...told: Parameters<typeof createApplicationDefinitionErrorDetail>
): CodedApplicationDefinitionFieldError[] => [
  createApplicationDefinitionFieldError(path, createApplicationDefinitionErrorDetail(...told)),
]

function validateClaimName(name: unknown): ApplicationDefinitionErrorDetail | null {
  if (typeof name !== 'string') return createApplicationDefinitionErrorDetail('text')
  if (protocolClaims.has(name)) return createApplicationDefinitionErrorDetail('claim_protocol', { name })
  return name.length <= claimLimits.name && /^[A-Za-z_][\w.:/-]*$/.test(name)
    ? null
    : createApplicationDefinitionErrorDetail('claim_form', { max: claimLimits.name })
}

const validateMappableClaim = (name: string): ApplicationDefinitionErrorDetail | null => {
  if (protocolClaims.has(name)) return createApplicationDefinitionErrorDetail('claim_protocol', { name })
  return mappableClaims.includes(name)
    ? null
    : createApplicationDefinitionErrorDetail('claim_unknown', { names: mappableClaims.join(', ') })
}

const toFieldErrors = (
  path: string,
  found: ApplicationDefinitionErrorDetail | null,
): CodedApplicationDefinitionFieldError[] =>
  found === null ? [] : [createApplicationDefinitionFieldError(path, found)]

const validateClaimText = (value: unknown): ApplicationDefinitionErrorDetail | null => {
  if (typeof value !== 'string') return createApplicationDefinitionErrorDetail('text')
  return value.length > 0 && value.length <= claimLimits.text && !/\p{Cc}/u.test(value)
    ? null
    : createApplicationDefinitionErrorDetail('claim_text', { max: claimLimits.text })
}

function validateConstantClaim(path: string, value: unknown): CodedApplicationDefinitionFieldError[] {
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return []
  if (!Array.isArray(value))
    return typeof value === 'string' ? toFieldErrors(path, validateClaimText(value)) : createErrors(path, 'claim_value')
  if (value.length > claimLimits.values) return createErrors(path, 'many', { max: claimLimits.values })
  return value.flatMap((entry, index) => toFieldErrors(`${path}[${index}]`, validateClaimText(entry)))
}

function validateRoleClaim(path: string, value: unknown): CodedApplicationDefinitionFieldError[] {
  if (value === null) return []
  if (!isObject(value)) return createErrors(path, 'claim_roles')
  const { claim, map, form, ...rest } = value
  const unknown = Object.keys(rest).flatMap((name) => createErrors(`${path}.${name}`, 'claim_roles'))
  const wrong = [
    ...toFieldErrors(`${path}.claim`, validateClaimName(claim)),
    ...(form === 'list' || form === 'first'
      ? []
      : createErrors(`${path}.form`, 'one_of', { values: '"list", "first"' })),
    ...unknown,
  ]
  if (!isObject(map) || Object.keys(map).length === 0) return [...wrong, ...createErrors(`${path}.map`, 'claim_map')]
  if (Object.keys(map).length > claimLimits.roles)
    return [...wrong, ...createErrors(`${path}.map`, 'many', { max: claimLimits.roles })]
  const entries = Object.entries(map).flatMap(([group, role]) => {
    const place = `${path}.map.${group}`
    if (findGroupIdError(group) !== null) return createErrors(place, 'id_form')
    // JavaScript objects list integer keys first, which would change the order of the groups.
    if (form === 'first' && /^[0-9]+$/.test(group)) return createErrors(place, 'claim_digits')
    return toFieldErrors(place, validateClaimText(role))
  })
  return [...wrong, ...entries]
}

export function validateClaimMapping(value: unknown, path: string): CodedApplicationDefinitionFieldError[] {
  if (!isObject(value)) return createErrors(path, 'claims_object')
  const { rename, constants, into, roles, ...rest } = value
  const unknown = Object.keys(rest).flatMap((name) => createErrors(`${path}.${name}`, 'claims_object'))
  const members = { rename, constants, into }
  const shape = Object.entries(members).flatMap(([name, one]) =>
    isObject(one) ? [] : createErrors(`${path}.${name}`, 'claims_object'),
  )
  if (!isObject(rename) || !isObject(constants) || !isObject(into)) return [...shape, ...unknown]
  const names = new Set([...mappableClaims, ...Object.keys(constants), ...(isObject(roles) ? [roles['claim']] : [])])
  const wrong = [
    ...unknown,
    ...Object.entries(rename).flatMap(([name, other]) =>
      toFieldErrors(`${path}.rename.${name}`, validateMappableClaim(name) ?? validateClaimName(other)),
    ),
    ...(Object.keys(constants).length > claimLimits.constants
      ? createErrors(`${path}.constants`, 'many', { max: claimLimits.constants })
      : []),
    ...Object.entries(constants).flatMap(([name, one]) => {
      const found = validateClaimName(name)
      return found === null
        ? validateConstantClaim(`${path}.constants.${name}`, one)
        : toFieldErrors(`${path}.constants.${name}`, found)
    }),
    ...Object.entries(into).flatMap(([name, place]) => {
      if (!names.has(name)) return createErrors(`${path}.into.${name}`, 'claim_into', { names: [...names].join(', ') })
      return (oidcClaimLocations as readonly unknown[]).includes(place)
        ? []
        : createErrors(`${path}.into.${name}`, 'one_of', {
            values: oidcClaimLocations.map((one) => `"${one}"`).join(', '),
          })
    }),
    ...validateRoleClaim(`${path}.roles`, roles),
  ]
  return wrong.length > 0 ? wrong : findDuplicateClaims(value as unknown as ClaimMapping, path)
}

/** Reports duplicate claim names. Roles may replace `groups`, from which they are derived. */
function findDuplicateClaims(
  { rename, constants, roles }: ClaimMapping,
  path: string,
): CodedApplicationDefinitionFieldError[] {
  const taken = new Set<string>(
    mappableClaims.filter((name) => !Object.hasOwn(rename, name) && !(name === 'groups' && roles?.claim === name)),
  )
  const names = [
    ...Object.entries(rename).map(([name, other]) => [`rename.${name}`, other] as const),
    ...Object.keys(constants).map((name) => [`constants.${name}`, name] as const),
    ...(roles === null ? [] : [['roles.claim', roles.claim] as const]),
  ]
  return names.flatMap(([place, name]) => {
    if (taken.has(name)) return createErrors(`${path}.${place}`, 'claim_twice', { name })
    taken.add(name)
    return []
  })
}
