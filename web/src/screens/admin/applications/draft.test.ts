import { expect, test } from 'vitest'
import { faultAt, fillIn, sendable } from './draft.ts'

test('what is empty is not sent, and what is sent has no space around it', () => {
  const draft = {
    name: 'Wiki ',
    redirectUris: ['', ' https://wiki.example/callback ', ''],
    uri: ' ',
    backchannelLogoutUri: null,
    chains: ['1', ''],
  }
  expect(sendable(draft)).toEqual({
    name: 'Wiki ',
    redirectUris: ['https://wiki.example/callback'],
    uri: null,
    backchannelLogoutUri: null,
    chains: ['1'],
  })
})

test('a fault stands at the field that was written, although empty fields before it were not sent', () => {
  const draft = { redirectUris: ['', 'https://good.example', 'http://bad.example'] }
  const faults = [
    { path: 'redirectUris[1]', message: 'must begin with "https://"', code: 'address_https' as const, values: {} },
  ]
  expect([0, 1, 2].map((place) => faultAt(faults, draft, 'redirectUris', place))).toEqual([null, null, faults[0]])
})

test('what a program asks is filled in, and what is still open is left out', () => {
  const definition = {
    id: 'grafana',
    redirectUris: ['{address}/login/generic_oauth'],
    backchannelLogoutUri: '{address}/logout',
    scopes: ['openid'],
    maximumAgeSeconds: null,
  }
  expect(fillIn(definition, { address: '' })).toEqual({
    id: 'grafana',
    redirectUris: [],
    backchannelLogoutUri: null,
    scopes: ['openid'],
    maximumAgeSeconds: null,
  })
  expect(fillIn(definition, { address: 'https://grafana.example/' })).toMatchObject({
    redirectUris: ['https://grafana.example/login/generic_oauth'],
    backchannelLogoutUri: 'https://grafana.example/logout',
  })
})
