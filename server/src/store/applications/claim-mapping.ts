// Claims by application (claim mapping, protocol mappers): what one application finds under which name, and where. Nothing is told by it that the
// scopes and the person's consent do not allow: it is applied to what is left after both.
import { claimsByScope } from '@countersign/api/claims-by-scope'
import type { OidcClaimLocation } from '@countersign/api/claims-by-scope'

/** A value that is the same for everybody. */
export type ConstantClaimValue = string | number | boolean | readonly string[]

export interface ClaimMapping {
  /** Claim of this server → the name that the application knows it by. */
  rename: Readonly<Record<string, string>>
  /** Name → value. */
  constants: Readonly<Record<string, ConstantClaimValue>>
  /** Claim of this server, or name of a constant or of the roles → where it is told; left out as `claimsIn` says. */
  into: Readonly<Record<string, OidcClaimLocation>>
  roles: RoleClaimMapping | null
}

/** The roles that somebody has by their groups. */
export interface RoleClaimMapping {
  claim: string
  /** The id of a group → the role. */
  map: Readonly<Record<string, string>>
  /** All of them as a list, or as a text the first in the order of the map. */
  form: 'list' | 'first'
}

export const emptyClaimMapping: ClaimMapping = { rename: {}, constants: {}, into: {}, roles: null }

/** The claims of this server that can be told by another name or in another place. */
export const mappableClaims: readonly string[] = Object.values(claimsByScope).flat()

/** The members of a definition that say so. */
interface ClaimMappingSettings {
  claimsIn: 'userinfo' | 'id-token'
  claims: ClaimMapping
}

/** Whether anything is told in the ID token but who somebody is. */
export const includesClaimsInIdToken = ({ claimsIn, claims }: ClaimMappingSettings): boolean =>
  claimsIn === 'id-token' || Object.values(claims.into).some((place) => place !== 'userinfo')

const isMappable = (name: string): boolean => mappableClaims.includes(name)

/**
 * The claims as an application is told them.
 * @param claims what scopes and consent allow, with those of the protocol itself, which stay as they are
 * @param use which of the two places this is
 */
export function applyClaimMapping(
  claims: Readonly<Record<string, unknown>>,
  { claimsIn, claims: mapping }: ClaimMappingSettings,
  use: 'id-token' | 'userinfo',
): Record<string, unknown> {
  const isThisBrowser = (name: string): boolean => {
    const place = Object.hasOwn(mapping.into, name) ? mapping.into[name] : claimsIn === 'id-token' ? 'both' : 'userinfo'
    return place === 'both' || place === use
  }
  const { rename, constants, roles } = mapping
  const told = Object.entries(claims).flatMap(([name, value]): [string, unknown][] => {
    if (!isMappable(name)) return [[name, value]]
    const isReplaced = name === roles?.claim && !Object.hasOwn(rename, name)
    if (isReplaced || !isThisBrowser(name)) return []
    return [[Object.hasOwn(rename, name) ? (rename[name] ?? name) : name, value]]
  })
  const fixed = Object.entries(constants).filter(([name]) => isThisBrowser(name))
  const role = roles === null || !isThisBrowser(roles.claim) ? undefined : mapGroupsToRoles(roles, claims['groups'])
  return Object.fromEntries([...told, ...fixed, ...(role === undefined ? [] : [[roles?.claim ?? '', role]])])
}

/** @param groups the ids that may be told; anything else where they may not, and then there are no roles either */
function mapGroupsToRoles({ map, form }: RoleClaimMapping, groups: unknown): readonly string[] | string | undefined {
  if (!Array.isArray(groups)) return undefined
  const found = Object.entries(map).flatMap(([group, role]) => (groups.includes(group) ? [role] : []))
  return form === 'first' ? found[0] : [...new Set(found)]
}
