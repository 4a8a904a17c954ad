// Per-application claim mapping. It runs after scopes and consent, so it discloses nothing extra.
import { claimsByScope } from '@countersign/api/claims-by-scope'
import type { OidcClaimLocation } from '@countersign/api/claims-by-scope'

export type ConstantClaimValue = string | number | boolean | readonly string[]

export interface ClaimMapping {
  /** Maps standard claim names to the names that this application uses. */
  rename: Readonly<Record<string, string>>
  constants: Readonly<Record<string, ConstantClaimValue>>
  /** Maps claim names to locations; `claimsIn` applies to claims not listed here. */
  into: Readonly<Record<string, OidcClaimLocation>>
  roles: RoleClaimMapping | null
}

export interface RoleClaimMapping {
  claim: string
  map: Readonly<Record<string, string>>
  /** `first` yields a single string: the first matching role in the order of `map`. */
  form: 'list' | 'first'
}

export const emptyClaimMapping: ClaimMapping = { rename: {}, constants: {}, into: {}, roles: null }

export const mappableClaims: readonly string[] = Object.values(claimsByScope).flat()

interface ClaimMappingSettings {
  claimsIn: 'userinfo' | 'id-token'
  claims: ClaimMapping
}

export const includesClaimsInIdToken = ({ claimsIn, claims }: ClaimMappingSettings): boolean =>
  claimsIn === 'id-token' || Object.values(claims.into).some((place) => place !== 'userinfo')

const isMappable = (name: string): boolean => mappableClaims.includes(name)

/** @param claims claims that scopes and consent allow; protocol claims pass through unchanged */
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
  const mappedClaims = Object.entries(claims).flatMap(([name, value]): [string, unknown][] => {
    if (!isMappable(name)) return [[name, value]]
    const isReplaced = name === roles?.claim && !Object.hasOwn(rename, name)
    if (isReplaced || !isThisBrowser(name)) return []
    return [[Object.hasOwn(rename, name) ? (rename[name] ?? name) : name, value]]
  })
  const fixed = Object.entries(constants).filter(([name]) => isThisBrowser(name))
  const role = roles === null || !isThisBrowser(roles.claim) ? undefined : mapGroupsToRoles(roles, claims['groups'])
  return Object.fromEntries([...mappedClaims, ...fixed, ...(role === undefined ? [] : [[roles?.claim ?? '', role]])])
}

/** Without consent to disclose groups, the application receives no roles either. */
function mapGroupsToRoles({ map, form }: RoleClaimMapping, groups: unknown): readonly string[] | string | undefined {
  if (!Array.isArray(groups)) return undefined
  const found = Object.entries(map).flatMap(([group, role]) => (groups.includes(group) ? [role] : []))
  return form === 'first' ? found[0] : [...new Set(found)]
}
