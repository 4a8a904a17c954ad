import { describe, expect, test } from 'vitest'
import { validateAndFillApplicationDefinition } from './validate-and-fill-application-definition.ts'
import type { ApplicationDefinition } from './application-definition-types.ts'
import { skipsConsent, validateFirstPartyRedirects } from './first-party-consent.ts'

const origin = 'https://sign-in.example'
const callback = 'https://app.example/callback'

function complete(input: Partial<ApplicationDefinition> = {}): ApplicationDefinition {
  const completed = validateAndFillApplicationDefinition({
    id: 'app',
    name: 'App',
    kind: 'web',
    redirectUris: [callback],
    firstParty: true,
    ...input,
  })
  if (completed.outcome === 'invalid') throw new Error(completed.errors.map(({ code }) => code).join())
  return completed.definition
}

describe('O30: a definition can be first-party', () => {
  test.each<[string, Partial<ApplicationDefinition>]>([
    ['a server', {}],
    ['a single-page application', { kind: 'single-page' }],
    ['a native application with claimed https addresses (RFC 8252 §7.2)', { kind: 'native' }],
    ['a single-page application under development', { kind: 'single-page', redirectUris: ['http://localhost:5173/'] }],
  ])('as %s', (_, input) => {
    expect(complete(input).firstParty).toBe(true)
  })

  test.each<[string, string, Partial<ApplicationDefinition>]>([
    [
      'on a loopback address of a device',
      'first_party_redirect',
      { kind: 'native', redirectUris: ['http://127.0.0.1/'] },
    ],
    ['with a custom scheme', 'first_party_redirect', { kind: 'native', redirectUris: [callback, 'example.app:/cb'] }],
    ['without a redirect', 'first_party_kind', { kind: 'device', redirectUris: [] }],
    [
      'with the device grant',
      'first_party_device',
      {
        grantTypes: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      },
    ],
    ['as a site behind a proxy', 'first_party_kind', { kind: 'site', redirectUris: [], hosts: ['wiki.example'] }],
  ])('but not %s', (_, code, input) => {
    expect(() => complete(input)).toThrow(code)
  })

  test.each(['http://localhost:5173/', 'https://localhost:5173/', 'https://127.0.0.1/'])(
    'with %s only while this server is on localhost',
    (address) => {
      const definition = complete({ redirectUris: [callback, address] })
      expect(validateFirstPartyRedirects({ origin: 'http://localhost:3000' }, definition)).toEqual([])
      expect(validateFirstPartyRedirects({ origin }, definition)).toMatchObject([
        { path: 'firstParty', code: 'first_party_localhost', values: { address } },
      ])
    },
  )
})

describe('O30: the consent page is skipped', () => {
  const base = complete()
  const local = complete({ kind: 'single-page', redirectUris: ['http://localhost:5173/'] })

  test.each<[string, boolean, Parameters<typeof skipsConsent>]>([
    ['for an https redirect', true, [{ origin: 'operator', definition: base }, callback, origin]],
    [
      'on localhost while the server is there',
      true,
      [{ origin: 'operator', definition: local }, 'http://localhost:5173/', 'http://localhost:3000'],
    ],
    [
      'not on localhost otherwise',
      false,
      [{ origin: 'operator', definition: local }, 'http://localhost:5173/', origin],
    ],
    [
      'not with https on localhost otherwise',
      false,
      [
        { origin: 'operator', definition: { ...base, redirectUris: ['https://localhost:5173/'] } },
        'https://localhost:5173/',
        origin,
      ],
    ],
    [
      'not for an application that registered itself',
      false,
      [{ origin: 'registration', definition: base }, callback, origin],
    ],
    ['not for a metadata document', false, [{ origin: 'metadata-document', definition: base }, callback, origin]],
    ['not without a redirect', false, [{ origin: 'operator', definition: base }, undefined, origin]],
    ['not for a redirect to a program', false, [{ origin: 'operator', definition: base }, 'example.app:/cb', origin]],
    [
      'not for a redirect to another device address',
      false,
      [{ origin: 'operator', definition: base }, 'http://127.0.0.1:8000/', origin],
    ],
    [
      'not for an application that is not first-party',
      false,
      [{ origin: 'operator', definition: { ...base, firstParty: false } }, callback, origin],
    ],
    [
      'not if the stored definition has the device grant',
      false,
      [
        {
          origin: 'operator',
          definition: { ...base, grantTypes: [...base.grantTypes, 'urn:ietf:params:oauth:grant-type:device_code'] },
        },
        callback,
        origin,
      ],
    ],
    [
      'not if the stored definition has another redirect that is not https',
      false,
      [
        { origin: 'operator', definition: { ...base, redirectUris: [callback, 'http://localhost/'] } },
        callback,
        origin,
      ],
    ],
    [
      'not for a native application on localhost',
      false,
      [{ origin: 'operator', definition: { ...base, kind: 'native' } }, 'http://localhost:1/', 'http://localhost:3000'],
    ],
  ])('%s', (_, expected, input) => {
    expect(skipsConsent(...input)).toBe(expected)
  })
})
