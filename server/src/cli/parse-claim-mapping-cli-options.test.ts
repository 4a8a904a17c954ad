import { expect, test } from 'vitest'
import { validateAndFillApplicationDefinition } from '../store/applications/validate-and-fill-application-definition.ts'
import { createApplicationDefinitionFromCliOptions } from './application-definition-cli-options.ts'
import { parseClaimMappingCliOptions } from './parse-claim-mapping-cli-options.ts'

const before = {
  id: 'app',
  name: 'App',
  kind: 'web',
  redirectUris: ['https://app.example/'],
  scopes: ['openid', 'groups'],
}

test('--claim parses mappings written as sentences', () => {
  expect(
    parseClaimMappingCliOptions([
      'groups as https://app.example/teams',
      'groups in id-token',
      'tenant = acme: the first',
      'internal=true',
      'role first-of admins:Admin, staff:urn:viewer',
    ]),
  ).toEqual({
    rename: { groups: 'https://app.example/teams' },
    constants: { tenant: 'acme: the first', internal: true },
    into: { groups: 'id-token' },
    roles: { claim: 'role', map: { admins: 'Admin', staff: 'urn:viewer' }, form: 'first' },
  })
  expect(parseClaimMappingCliOptions([''])).toEqual({ rename: {}, constants: {}, into: {}, roles: null })
})

test('--claim reports an invalid mapping by its option path', () => {
  const faultsOf = (claim: string[]): string[] => {
    const completed = createApplicationDefinitionFromCliOptions(before, { claim })
    return completed.outcome === 'complete' ? [] : completed.errors.map(({ path }) => path)
  }
  expect(validateAndFillApplicationDefinition(before).outcome).toBe('complete')
  expect(faultsOf(['roles from admins:Admin'])).toEqual([])
  expect(faultsOf(['groups'])).toEqual(['--claim.groups'])
  expect(faultsOf(['wallet as sub', 'aud = me', 'roles from admins'])).toEqual([
    '--claim.rename.wallet',
    '--claim.constants.aud',
    '--claim.roles.map.admins',
  ])
})

test('--require takes a claim with its reason, and an empty value removes all claims', () => {
  const definitionOf = (require: string[]) => {
    const completed = createApplicationDefinitionFromCliOptions(
      { ...before, requires: [{ claim: 'groups' }] },
      { require },
    )
    return completed.outcome === 'complete' ? completed.definition.requires : completed.errors
  }
  expect(definitionOf(['groups', 'openid'])).toMatchObject([{ path: '--require[1].claim' }])
  expect(definitionOf(['groups  It maps groups to roles. '])).toEqual([
    { claim: 'groups', reason: 'It maps groups to roles.' },
  ])
  expect(definitionOf([''])).toEqual([])
})

test('setting a security profile later also sets the fields that it requires', () => {
  const first = validateAndFillApplicationDefinition(before)
  if (first.outcome === 'invalid') throw new Error(JSON.stringify(first.errors))
  const completed = createApplicationDefinitionFromCliOptions(
    { ...first.definition },
    { profile: 'fapi2', jwksUri: 'https://app.example/jwks' },
  )
  expect(completed).toMatchObject({
    outcome: 'complete',
    definition: { authentication: 'private_key_jwt', pkce: 'required', dpopRequired: true, idTokenAlgorithm: 'ES256' },
  })
})
