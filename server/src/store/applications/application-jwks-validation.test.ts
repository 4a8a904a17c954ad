// Tests of the public keys of applications.
import { expect, test } from 'vitest'
import { listApplicationDefinitionErrorsForTests } from '../../testing/minimal-application-definition-fixtures.ts'

const web = { id: 'grafana', name: 'Grafana', kind: 'web', redirectUris: ['https://grafana.example/login'] }

const publicKey = { kty: 'EC', crv: 'P-256', x: 'a'.repeat(43), y: 'b'.repeat(43) }
const byKey = (keys: unknown): object => ({ ...web, authentication: 'private_key_jwt', jwks: { keys } })

test('application keys must be public, strong and intended for signatures', () => {
  expect(
    listApplicationDefinitionErrorsForTests(
      byKey([
        publicKey,
        { kty: 'OKP', crv: 'Ed25519', x: 'a'.repeat(43), use: 'sig' },
        { kty: 'RSA', n: 'a'.repeat(342), e: 'AQAB' },
      ]),
    ),
  ).toEqual([])
  expect(
    listApplicationDefinitionErrorsForTests(
      byKey([
        { ...publicKey, d: 'c' },
        { kty: 'oct', k: 'c' },
        { kty: 'RSA', n: 'a'.repeat(171), e: 'AQAB' },
        { ...publicKey, use: 'enc' },
        { kty: 'EC', crv: 'P-256' },
        null,
        { ...publicKey, crv: 'P-521' },
      ]),
    ),
  ).toEqual([
    'jwks.keys[0]: must be a public key, but it has the private member "d"; stop using this key everywhere',
    'jwks.keys[1]: must be a public key, but it has the private member "k"; stop using this key everywhere',
    'jwks.keys[2]: must have at least 2048 bits',
    'jwks.keys[3]: must be for signatures ("use": "sig")',
    'jwks.keys[4]: must have "x" and "y"',
    'jwks.keys[5]: must be a JSON Web Key',
    'jwks.keys[6]: must be of type EC (P-256), OKP (Ed25519) or RSA',
  ])
  expect(listApplicationDefinitionErrorsForTests(byKey([]))).toEqual(['jwks.keys: must have 1 to 10 entries'])
  expect(listApplicationDefinitionErrorsForTests(byKey([{ ...publicKey, kid: 'x'.repeat(20_000) }]))).toEqual([
    'jwks: must not be longer than 16384 characters',
  ])
  expect(
    listApplicationDefinitionErrorsForTests({ ...byKey([publicKey]), jwksUri: 'https://grafana.example/jwks' }),
  ).toEqual(['jwks: is required for "private_key_jwt" unless jwksUri is set; do not set both'])
})
