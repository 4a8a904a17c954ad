// Which claim mappings an application may have, and what is said of the others.
import { describe, expect, test } from 'vitest'
import { mappableClaims } from '../../store/applications/claim-mapping.ts'
import type { ClaimMapping } from '../../store/applications/claim-mapping.ts'
import { validateAndFillApplicationDefinition } from '../../store/applications/validate-and-fill-application-definition.ts'
import { oidcProviderClaimsByScope } from './read-person-claims.ts'

const nothing: ClaimMapping = { rename: {}, constants: {}, into: {}, roles: null }

const scopes = ['openid', 'profile', 'wallet', 'groups', 'offline_access'] as const

describe('what may be said of claims', () => {
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
    ['nothing', nothing, []],
    ['two that change names', { ...nothing, rename: { name: 'preferred_username', preferred_username: 'name' } }, []],
    ['roles in the place of the groups', { ...nothing, roles: { ...roles, claim: 'groups' } }, []],
    ['no object', [], ['claims claims_object']],
    ['members that lack', { rename: {} }, ['claims.constants claims_object', 'claims.into claims_object']],
    ['a member too many', { ...nothing, more: 1 }, ['claims.more claims_object']],
    ['the name of another claim', { ...nothing, rename: { wallet: 'name' } }, ['claims.rename.wallet claim_twice']],
    ['a name twice', { ...nothing, rename: { wallet: 'x' }, constants: { x: 1 } }, ['claims.constants.x claim_twice']],
    ['a claim that is not there', { ...nothing, rename: { address: 'x' } }, ['claims.rename.address claim_unknown']],
    ['a name of nothing', { ...nothing, rename: { wallet: '' } }, ['claims.rename.wallet claim_form']],
    [
      'a long name',
      { ...nothing, constants: { ['x'.repeat(129)]: 1 } },
      [`claims.constants.${'x'.repeat(129)} claim_form`],
    ],
    ['a half number', { ...nothing, constants: { x: 1.5 } }, ['claims.constants.x claim_value']],
    ['an object', { ...nothing, constants: { x: { sub: 'y' } } }, ['claims.constants.x claim_value']],
    ['a line break', { ...nothing, constants: { x: 'a\nb' } }, ['claims.constants.x claim_text']],
    ['a place for nothing', { ...nothing, into: { x: 'both' } }, ['claims.into.x claim_into']],
    ['a place that is none', { ...nothing, into: { wallet: 'header' } }, ['claims.into.wallet one_of']],
    ['no roles', { ...nothing, roles: { ...roles, map: {} } }, ['claims.roles.map claim_map']],
    [
      'digits',
      { ...nothing, roles: { ...roles, map: { 12: 'A' }, form: 'first' } },
      ['claims.roles.map.12 claim_digits'],
    ],
    [
      'too many',
      { ...nothing, constants: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`x${index}`, 1])) },
      ['claims.constants many'],
    ],
  ])('%s', (_, claims, errors) => expect(faultsOf(claims)).toEqual(errors))

  test('O7 none of the protocol’s own claims is named, given or moved', () => {
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

  test('roles are for who may be told the groups', () => {
    expect(faultsOf({ ...nothing, roles }, ['openid'])).toEqual(['claims claim_groups'])
  })

  test('every claim that a scope stands for can be mapped, but those of the protocol', () => {
    const { openid: _, ...others } = oidcProviderClaimsByScope
    for (const claims of Object.values(others))
      for (const claim of claims ?? []) expect(mappableClaims).toContain(claim)
  })
})
