// What may be said of the claims of an application: bounded, every name once, and no claim of the protocol under the name or in the place of
// another, by which an application decides who somebody is and whether a token is good (OpenID Connect Core §2, RFC 7519 §4.1).
import { claimPlaces } from '@countersign/api/claim-names'
import { groupIdFault } from '../groups/group-definition.ts'
import { mappableClaims } from './claim-mapping.ts'
import type { ClaimMapping } from './claim-mapping.ts'
import { faultAt, tell } from '../definition-errors/definition-fault.ts'
import type { CodedFault, ToldFault } from '../definition-errors/definition-fault.ts'

/** Claims that say what a token is, for whom and how somebody signed in; and names that programs take for more than a name. */
const protocolClaims: ReadonlySet<string> = new Set(
  (
    'iss sub aud exp nbf iat jti nonce acr amr auth_time azp sid at_hash c_hash s_hash cnf events client_id scope sub_jwk act may_act ' +
    'authorization_details _claim_names _claim_sources __proto__ constructor prototype'
  ).split(' '),
)

const most = { constants: 20, values: 20, roles: 50, name: 128, text: 256 }

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fault = (path: string, ...told: Parameters<typeof tell>): CodedFault[] => [faultAt(path, tell(...told))]

/** The name of a claim as it may be made up: a word, or an address, as some programs want it. */
function nameFault(name: unknown): ToldFault | null {
  if (typeof name !== 'string') return tell('text')
  if (protocolClaims.has(name)) return tell('claim_protocol', { name })
  return name.length <= most.name && /^[A-Za-z_][\w.:/-]*$/.test(name) ? null : tell('claim_form', { max: most.name })
}

const ownFault = (name: string): ToldFault | null => {
  if (protocolClaims.has(name)) return tell('claim_protocol', { name })
  return mappableClaims.includes(name) ? null : tell('claim_unknown', { names: mappableClaims.join(', ') })
}

const told = (path: string, found: ToldFault | null): CodedFault[] => (found === null ? [] : [faultAt(path, found)])

const textFault = (value: unknown): ToldFault | null => {
  if (typeof value !== 'string') return tell('text')
  return value.length > 0 && value.length <= most.text && !/\p{Cc}/u.test(value)
    ? null
    : tell('claim_text', { max: most.text })
}

function checkConstant(path: string, value: unknown): CodedFault[] {
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return []
  if (!Array.isArray(value))
    return typeof value === 'string' ? told(path, textFault(value)) : fault(path, 'claim_value')
  if (value.length > most.values) return fault(path, 'many', { max: most.values })
  return value.flatMap((entry, index) => told(`${path}[${index}]`, textFault(entry)))
}

function checkRoles(path: string, value: unknown): CodedFault[] {
  if (value === null) return []
  if (!isObject(value)) return fault(path, 'claim_roles')
  const { claim, map, form, ...rest } = value
  const unknown = Object.keys(rest).flatMap((name) => fault(`${path}.${name}`, 'claim_roles'))
  const wrong = [
    ...told(`${path}.claim`, nameFault(claim)),
    ...(form === 'list' || form === 'first' ? [] : fault(`${path}.form`, 'one_of', { values: '"list", "first"' })),
    ...unknown,
  ]
  if (!isObject(map) || Object.keys(map).length === 0) return [...wrong, ...fault(`${path}.map`, 'claim_map')]
  if (Object.keys(map).length > most.roles) return [...wrong, ...fault(`${path}.map`, 'many', { max: most.roles })]
  const entries = Object.entries(map).flatMap(([group, role]) => {
    const place = `${path}.map.${group}`
    if (groupIdFault(group) !== null) return fault(place, 'id_form')
    // JSON puts such members first, whatever place they were given.
    if (form === 'first' && /^[0-9]+$/.test(group)) return fault(place, 'claim_digits')
    return told(place, textFault(role))
  })
  return [...wrong, ...entries]
}

/** What is wrong with the member `claims` by itself. */
export function checkClaims(value: unknown, path: string): CodedFault[] {
  if (!isObject(value)) return fault(path, 'claims_object')
  const { rename, constants, into, roles, ...rest } = value
  const unknown = Object.keys(rest).flatMap((name) => fault(`${path}.${name}`, 'claims_object'))
  const members = { rename, constants, into }
  const shape = Object.entries(members).flatMap(([name, one]) =>
    isObject(one) ? [] : fault(`${path}.${name}`, 'claims_object'),
  )
  if (!isObject(rename) || !isObject(constants) || !isObject(into)) return [...shape, ...unknown]
  const names = new Set([...mappableClaims, ...Object.keys(constants), ...(isObject(roles) ? [roles['claim']] : [])])
  const wrong = [
    ...unknown,
    ...Object.entries(rename).flatMap(([name, other]) =>
      told(`${path}.rename.${name}`, ownFault(name) ?? nameFault(other)),
    ),
    ...(Object.keys(constants).length > most.constants
      ? fault(`${path}.constants`, 'many', { max: most.constants })
      : []),
    ...Object.entries(constants).flatMap(([name, one]) => {
      const found = nameFault(name)
      return found === null ? checkConstant(`${path}.constants.${name}`, one) : told(`${path}.constants.${name}`, found)
    }),
    ...Object.entries(into).flatMap(([name, place]) => {
      if (!names.has(name)) return fault(`${path}.into.${name}`, 'claim_into', { names: [...names].join(', ') })
      return (claimPlaces as readonly unknown[]).includes(place)
        ? []
        : fault(`${path}.into.${name}`, 'one_of', { values: claimPlaces.map((one) => `"${one}"`).join(', ') })
    }),
    ...checkRoles(`${path}.roles`, roles),
  ]
  return wrong.length > 0 ? wrong : findTwice(value as unknown as ClaimMapping, path)
}

/** Two claims of one name: one would be told in the place of the other. The roles may take the place of the groups that they are made from. */
function findTwice({ rename, constants, roles }: ClaimMapping, path: string): CodedFault[] {
  const taken = new Set<string>(
    mappableClaims.filter((name) => !Object.hasOwn(rename, name) && !(name === 'groups' && roles?.claim === name)),
  )
  const names = [
    ...Object.entries(rename).map(([name, other]) => [`rename.${name}`, other] as const),
    ...Object.keys(constants).map((name) => [`constants.${name}`, name] as const),
    ...(roles === null ? [] : [['roles.claim', roles.claim] as const]),
  ]
  return names.flatMap(([place, name]) => {
    if (taken.has(name)) return fault(`${path}.${place}`, 'claim_twice', { name })
    taken.add(name)
    return []
  })
}
