import { formatSignInMessage } from '@countersign/message'
import { createEthereumTestKey, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { createHash, randomBytes } from 'node:crypto'
import type { RunningBenchmarkServer } from './measure-server-task-times.ts'
import { FakeBenchmarkBrowser, requireJsonResponse } from './fake-benchmark-browser.ts'

const verifier = randomBytes(32).toString('base64url')
export const benchmarkRedirectUri = 'https://app.example/callback'
export const benchmarkWalletKeys = Array.from({ length: 20 }, (_, index) => createEthereumTestKey(index + 1))

const pathOf = (response: Response): string => {
  const where = response.headers.get('location') ?? ''
  if (response.status !== 303 && response.status !== 302) throw new Error(`${response.url} returned ${response.status}`)
  return where.replace(/^http:\/\/localhost:\d+/, '')
}

/** Proves a wallet in an interaction, and returns the URL to continue at. */
export type BenchmarkWalletProofFunction = (
  visitor: FakeBenchmarkBrowser,
  where: string,
  key: (typeof benchmarkWalletKeys)[number],
) => Promise<string>

export const proveWalletToCountersignBenchmarkServer: BenchmarkWalletProofFunction = async (visitor, where, key) => {
  const interaction = new URLSearchParams(where.split('?')[1]).get('interaction') ?? ''
  const { message: issued, chainIds } = await visitor.json<{
    message: Parameters<typeof formatSignInMessage>[0]
    chainIds: string[]
  }>('/api/challenges', { purpose: 'sign-in', interaction })
  const message = formatSignInMessage({ ...issued, address: key.address, chainId: chainIds[0] ?? '1' })
  return (
    await visitor.json<{ next: string }>('/api/sign-in', {
      message,
      signature: signEthereumMessage(key, message),
      interaction,
    })
  ).next
}

export const proveWalletToOidcProviderBenchmarkServer: BenchmarkWalletProofFunction = async (visitor, where, key) => {
  const { nonce } = await visitor.json<{ nonce: string }>('/challenges', {})
  const message = formatSignInMessage({
    domain: 'localhost:4394',
    address: key.address,
    uri: 'http://localhost:4394/sign-in',
    version: '1',
    chainId: '1',
    nonce,
    issuedAt: new Date().toISOString(),
  })
  return (await visitor.json<{ next: string }>(where, { message, signature: signEthereumMessage(key, message) })).next
}

async function allow(visitor: FakeBenchmarkBrowser, where: string): Promise<string> {
  if (where.startsWith('/interaction/')) return (await visitor.json<{ next: string }>(where, {})).next
  const interaction = new URLSearchParams(where.split('?')[1]).get('interaction') ?? ''
  return (await visitor.json<{ next: string }>(`/api/interactions/${interaction}/consent`, { withheld: [] })).next
}

export interface BenchmarkTokenResponse {
  access_token: string
  refresh_token?: string
}

export async function runBenchmarkCodeFlow(
  server: RunningBenchmarkServer,
  prove: BenchmarkWalletProofFunction,
  piece: number,
  parameters: Record<string, string> = {},
): Promise<{ visitor: FakeBenchmarkBrowser; tokens: BenchmarkTokenResponse }> {
  const visitor = new FakeBenchmarkBrowser(server)
  const query = new URLSearchParams({
    client_id: 'bench',
    redirect_uri: benchmarkRedirectUri,
    response_type: 'code',
    scope: 'openid wallet',
    state: 'state',
    nonce: 'nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  })
  let where = pathOf(await visitor.send(`/authorize?${query}`))
  where = pathOf(
    await visitor.send(
      await prove(
        visitor,
        where,
        benchmarkWalletKeys[piece % benchmarkWalletKeys.length] as (typeof benchmarkWalletKeys)[number],
      ),
    ),
  )
  if (where.startsWith('/')) where = pathOf(await visitor.send(await allow(visitor, where)))
  const code = new URL(where).searchParams.get('code') ?? ''
  const tokens = await visitor.form<BenchmarkTokenResponse>('/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: benchmarkRedirectUri,
    code_verifier: verifier,
  })
  await requireJsonResponse(
    await visitor.send('/userinfo', { headers: { authorization: `Bearer ${tokens.access_token}` } }),
  )
  return { visitor, tokens }
}
