// Attacks on DPoP-bound access tokens (RFC 9449 §11).
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  createDpopTestKey,
  createFakeIssuer,
  fakeApiAudience,
  fakeIssuerOrigin,
  hashForAth,
} from '../testing/fake-issuer.ts'
import type { DpopTestKey, FakeIssuer } from '../testing/fake-issuer.ts'
import { protect } from './protect.ts'
import type { ProtectOptions } from './protect-options.ts'

async function createWorld(options: ProtectOptions = {}) {
  const issuer = await createFakeIssuer()
  const key = await createDpopTestKey()
  const api = protect({
    issuer: fakeIssuerOrigin,
    audience: fakeApiAudience,
    fetch: issuer.fetch,
    now: issuer.now,
    log: () => undefined,
    ...options,
  })
  const token = await issuer.signAccessToken({ cnf: { jkt: key.thumbprint } })
  const send = async (proof: string, authorization = `DPoP ${token}`, address = `${fakeApiAudience}/orders?page=2`) => {
    const result = await api.authenticate(new Request(address, { headers: { authorization, dpop: proof } }))
    if (result.outcome === 'allowed') return { outcome: 'allowed', text: '', headers: new Headers() }
    const body = (await result.response.json()) as { error: string; error_description: string }
    return { outcome: body.error, text: body.error_description, headers: result.response.headers }
  }
  return { issuer, key, api, token, send }
}

const createProof = async (
  { now }: FakeIssuer,
  key: DpopTestKey,
  token: string,
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
) =>
  key.sign(
    {
      htm: 'GET',
      htu: `${fakeApiAudience}/orders`,
      iat: Math.floor(now() / 1000),
      jti: crypto.randomUUID(),
      ath: await hashForAth(token),
      ...claims,
    },
    header,
  )

test('accepts a bound token with a proof of its key', async () => {
  const { issuer, key, token, send } = await createWorld()
  expect(await send(await createProof(issuer, key, token))).toMatchObject({ outcome: 'allowed' })
})

test('O35: refuses a bound token as a bearer token', async () => {
  const { send, token, issuer, key } = await createWorld()
  const refusal = await send(await createProof(issuer, key, token), `Bearer ${token}`)
  expect(refusal.outcome).toBe('invalid_token')
  expect(refusal.headers.get('www-authenticate')).toMatch(/^DPoP error="invalid_token"/)
})

test('refuses an unbound token with the scheme DPoP', async () => {
  const { issuer, key, send } = await createWorld()
  const token = await issuer.signAccessToken()
  expect(await send(await createProof(issuer, key, token), `DPoP ${token}`)).toMatchObject({ outcome: 'invalid_token' })
})

test('O35: refuses a proof the second time, and accepts no copy of it for another request', async () => {
  const { issuer, key, token, send } = await createWorld()
  const proof = await createProof(issuer, key, token)
  expect(await send(proof)).toMatchObject({ outcome: 'allowed' })
  expect(await send(proof)).toMatchObject({ outcome: 'invalid_dpop_proof', text: expect.stringContaining('already') })
  issuer.pass(62_000)
  expect(await send(proof)).toMatchObject({
    outcome: 'invalid_dpop_proof',
    text: expect.stringContaining('seconds old'),
  })
})

describe('O35: refuses a proof', () => {
  const claims: [what: string, claims: Record<string, unknown>, header?: Record<string, unknown>][] = [
    ['for another method', { htm: 'POST' }],
    ['for another path', { htu: `${fakeApiAudience}/admin` }],
    ['for another host', { htu: 'https://evil.example/orders' }],
    ['for http instead of https', { htu: 'http://api.shop.example/orders' }],
    ['without an address', { htu: undefined }],
    ['for another access token', { ath: 'AAAA' }],
    ['without a hash of the access token', { ath: undefined }],
    ['that is too old', { iat: Date.parse('2026-11-30T11:58:59Z') / 1000 }],
    ['from the future', { iat: Date.parse('2026-11-30T12:01:01Z') / 1000 }],
    ['without a time', { iat: undefined }],
    ['without an ID', { jti: undefined }],
    ['with a very long ID', { jti: 'x'.repeat(257) }],
    ['of the type JWT', {}, { typ: 'JWT' }],
    ['without a key', {}, { jwk: undefined }],
  ]
  test.each(claims)('%s', async (_what, change, header) => {
    const { issuer, key, token, send } = await createWorld()
    expect(await send(await createProof(issuer, key, token, change, header))).toMatchObject({
      outcome: 'invalid_dpop_proof',
    })
  })

  test('of another key than the token names', async () => {
    const { issuer, token, send } = await createWorld()
    const thief = await createDpopTestKey()
    expect(await send(await createProof(issuer, thief, token))).toMatchObject({ outcome: 'invalid_dpop_proof' })
  })

  test('that contains a private key', async () => {
    const { issuer, key, token, send } = await createWorld()
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const proof = await createProof(issuer, key, token, {}, { jwk: await exportJWK(privateKey) })
    expect(await send(proof)).toMatchObject({ outcome: 'invalid_dpop_proof' })
  })

  test('that is one of two in the request', async () => {
    const { issuer, key, token, send } = await createWorld()
    const proof = await createProof(issuer, key, token)
    expect(await send(`${proof}, ${proof}`)).toMatchObject({ outcome: 'invalid_request' })
  })
})

test('compares addresses after normalization, and accepts the configured origin', async () => {
  const { issuer, key, token, send } = await createWorld({ appUrl: 'http://localhost:4000' })
  const proofs = [
    { htu: 'HTTPS://API.SHOP.EXAMPLE:443/%6frders' },
    { htu: 'http://localhost:4000/orders' },
    { htu: `${fakeApiAudience}/orders?other=query` },
  ]
  for (const claims of proofs)
    expect(await send(await createProof(issuer, key, token, claims))).toMatchObject({ outcome: 'allowed' })
})

test('O35: ignores the Host header: the origin comes from the settings', async () => {
  const { issuer, key, token, send } = await createWorld()
  const proof = await createProof(issuer, key, token, { htu: 'https://evil.example/orders' })
  expect(await send(proof, `DPoP ${token}`, 'https://evil.example/orders')).toMatchObject({
    outcome: 'invalid_dpop_proof',
  })
})

test('requires a current server nonce if nonces are enabled', async () => {
  const { issuer, key, token, send } = await createWorld({ dpopNonceSecret: 'shared by all processes of this API' })
  const refusal = await send(await createProof(issuer, key, token))
  expect(refusal.outcome).toBe('use_dpop_nonce')
  const nonce = refusal.headers.get('dpop-nonce')
  expect(await send(await createProof(issuer, key, token, { nonce }))).toMatchObject({ outcome: 'allowed' })
  expect(await send(await createProof(issuer, key, token, { nonce: 'AAAA' }))).toMatchObject({
    outcome: 'use_dpop_nonce',
  })
  issuer.pass(240_000)
  expect(await send(await createProof(issuer, key, token, { nonce }))).toMatchObject({ outcome: 'use_dpop_nonce' })
})

test('refuses proofs while the replay cache is full, and never forgets one that is valid', async () => {
  const { issuer, key, token, send } = await createWorld({ maxRememberedProofs: 1 })
  const proof = await createProof(issuer, key, token)
  expect(await send(proof)).toMatchObject({ outcome: 'allowed' })
  expect(await send(await createProof(issuer, key, token))).toMatchObject({ outcome: 'temporarily_unavailable' })
  expect(await send(proof)).toMatchObject({ outcome: 'invalid_dpop_proof' })
  issuer.pass(62_000)
  expect(await send(await createProof(issuer, key, token))).toMatchObject({ outcome: 'allowed' })
})

test('refuses bearer tokens if DPoP is required', async () => {
  const { issuer, key, token, send } = await createWorld({ dpopRequired: true })
  const unbound = await issuer.signAccessToken()
  const refusal = await send(await createProof(issuer, key, token), `Bearer ${unbound}`)
  expect(refusal.outcome).toBe('invalid_token')
  expect(refusal.headers.get('www-authenticate')).not.toContain('Bearer')
})

test.each(['', 'short'])('O35: refuses the nonce secret %j, because nonces could be guessed', (dpopNonceSecret) => {
  const start = () => protect({ issuer: fakeIssuerOrigin, audience: fakeApiAudience, dpopNonceSecret })
  expect(start).toThrow('at least 32 characters')
})

test('names the setting that is missing if the API does not know its own address', async () => {
  const { issuer, key, send } = await createWorld({ audience: 'urn:shop:api' })
  const token = await issuer.signAccessToken({ aud: 'urn:shop:api', cnf: { jkt: key.thumbprint } })
  const refusal = await send(await createProof(issuer, key, token), `DPoP ${token}`)
  expect(refusal.text).toContain('COUNTERSIGN_APP_URL')
  const start = () => protect({ issuer: fakeIssuerOrigin, audience: 'urn:shop:api', dpopRequired: true })
  expect(start).toThrow('COUNTERSIGN_APP_URL')
})
