// Validation of claim mappings.
import { describe, expect, test } from 'vitest'
import { mappableClaims } from '../../store/applications/claim-mapping.ts'
import type { ClaimMapping } from '../../store/applications/claim-mapping.ts'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import { oidcProviderClaimsByScope } from './read-person-claims.ts'

const nothing: ClaimMapping = { rename: {}, constants: {}, into: {}, roles: null }

const scopes = ['openid', 'profile', 'wallet', 'groups', 'offline_access'] as const

describe('claim mapping validation', () => {
  const faultsOf = (claims: unknown, scopesOf: readonly string[] = scopes): string[] => {
    const completed = validateAndFillApplicationDefinition({
      id: 'app',
      name: 'App',
      kind: 'web',
      redirectUris: ['https://app.example/'],
      scopes: scopesOf,
      claims,
    })
    return completed.outcome === 'complete' ? [] : completed.errors.map(({ path, code }) => `${path} ${code}`)
  }
  const roles = { claim: 'roles', map: { admins: 'Admin' }, form: 'list' }

  test.each<[what: string, claims: unknown, errors: string[]]>([
    ['accepts an empty mapping', nothing, []],
    [
      'accepts claims that swap their names',
      { ...nothing, rename: { name: 'preferred_username', preferred_username: 'name' } },
      [],
    ],
    ['accepts roles in place of groups', { ...nothing, roles: { ...roles, claim: 'groups' } }, []],
    ['rejects a mapping that is not an object', [], ['claims claims_object']],
    ['rejects missing members', { rename: {} }, ['claims.constants claims_object', 'claims.into claims_object']],
    ['rejects an unknown member', { ...nothing, more: 1 }, ['claims.more claims_object']],
    [
      'rejects the name of another claim',
      { ...nothing, rename: { wallet: 'name' } },
      ['claims.rename.wallet claim_twice'],
    ],
    [
      'rejects a duplicate name',
      { ...nothing, rename: { wallet: 'x' }, constants: { x: 1 } },
      ['claims.constants.x claim_twice'],
    ],
    ['rejects an unknown claim', { ...nothing, rename: { address: 'x' } }, ['claims.rename.address claim_unknown']],
    ['rejects an empty name', { ...nothing, rename: { wallet: '' } }, ['claims.rename.wallet claim_form']],
    [
      'rejects a name that is too long',
      { ...nothing, constants: { ['x'.repeat(129)]: 1 } },
      [`claims.constants.${'x'.repeat(129)} claim_form`],
    ],
    ['rejects a fractional number', { ...nothing, constants: { x: 1.5 } }, ['claims.constants.x claim_value']],
    [
      'rejects an object as constant',
      { ...nothing, constants: { x: { sub: 'y' } } },
      ['claims.constants.x claim_value'],
    ],
    ['rejects a line break', { ...nothing, constants: { x: 'a\nb' } }, ['claims.constants.x claim_text']],
    ['rejects a destination for an unknown claim', { ...nothing, into: { x: 'both' } }, ['claims.into.x claim_into']],
    ['rejects an unknown destination', { ...nothing, into: { wallet: 'header' } }, ['claims.into.wallet one_of']],
    ['rejects an empty role map', { ...nothing, roles: { ...roles, map: {} } }, ['claims.roles.map claim_map']],
    [
      'rejects a group ID of digits where order matters',
      { ...nothing, roles: { ...roles, map: { 12: 'A' }, form: 'first' } },
      ['claims.roles.map.12 claim_digits'],
    ],
    [
      'rejects too many constants',
      { ...nothing, constants: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`x${index}`, 1])) },
      ['claims.constants many'],
    ],
  ])('%s', (_, claims, errors) => expect(faultsOf(claims)).toEqual(errors))

  test('O7: protocol claims cannot be renamed, set, or moved', () => {
    for (const name of [
      'iss',
      'sub',
      'aud',
      'exp',
      'iat',
      'nonce',
      'acr',
      'amr',
      'auth_time',
      'sid',
      'at_hash',
      'azp',
      'cnf',
      'events',
      '__proto__',
    ]) {
      const given = JSON.parse(`{"${name}": "x"}`) as object
      expect([name, faultsOf({ ...nothing, constants: given })]).toEqual([
        name,
        [`claims.constants.${name} claim_protocol`],
      ])
      expect([name, faultsOf({ ...nothing, rename: given })]).toEqual([name, [`claims.rename.${name} claim_protocol`]])
      expect([name, faultsOf({ ...nothing, rename: { wallet: name } })]).toEqual([
        name,
        ['claims.rename.wallet claim_protocol'],
      ])
      expect([name, faultsOf({ ...nothing, into: given })]).toEqual([name, [`claims.into.${name} claim_into`]])
      expect([name, faultsOf({ ...nothing, roles: { ...roles, claim: name } })]).toEqual([
        name,
        ['claims.roles.claim claim_protocol'],
      ])
    }
  })

  test('roles need the groups scope', () => {
    expect(faultsOf({ ...nothing, roles }, ['openid'])).toEqual(['claims claim_groups'])
  })

  test('all scope claims except protocol claims can be mapped', () => {
    const { openid: _, ...others } = oidcProviderClaimsByScope
    for (const claims of Object.values(others))
      for (const claim of claims ?? []) expect(mappableClaims).toContain(claim)
  })
})
