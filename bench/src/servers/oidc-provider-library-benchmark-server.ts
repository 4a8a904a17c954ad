// The same flow without durability, rate limits or logging.
import { createNonce, parseSignInMessage } from '@countersign/message'
import { verifyEthereumKeySignature } from '@countersign/proof/verify-ethereum-key-signature'
import { Provider, interactionPolicy } from 'oidc-provider'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'

const port = Number(process.env['BENCH_PORT'])
const origin = `http://localhost:${port}`
const challenges = new Set<string>()
const grants = new Map<string, string>()
const random = (length: number): Uint8Array => randomBytes(length)

const provider = new Provider(origin, {
  jwks: {
    keys: [
      {
        ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
        alg: 'ES256',
        use: 'sig',
        kid: 'bench',
      },
    ],
  },
  clients: [
    {
      client_id: 'bench',
      client_secret: process.env['BENCH_SECRET'],
      redirect_uris: ['https://app.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  routes: { authorization: '/authorize', introspection: '/introspect', userinfo: '/userinfo' },
  claims: { openid: ['sub'], wallet: ['wallet'] },
  findAccount: (_ctx: unknown, accountId: string) => ({
    accountId,
    claims: async () => ({ sub: accountId, wallet: accountId }),
  }),
  loadExistingGrant: async (ctx: { oidc: { account: { accountId: string }; client: { clientId: string } } }) => {
    const known = grants.get(ctx.oidc.account.accountId)
    if (known !== undefined) return provider.Grant.find(known)
    const grant = new provider.Grant({
      accountId: ctx.oidc.account.accountId,
      clientId: ctx.oidc.client.clientId,
    }) as unknown as {
      addOIDCScope: (scope: string) => void
      save: () => Promise<string>
    }
    grant.addOIDCScope('openid wallet offline_access')
    grants.set(ctx.oidc.account.accountId, await grant.save())
    return grant
  },
  interactions: {
    policy: interactionPolicy.base(),
    url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}`,
  },
  features: { devInteractions: { enabled: false }, introspection: { enabled: true } },
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  rotateRefreshToken: () => true,
  cookies: { keys: [randomBytes(16).toString('hex')] },
})
const answer = provider.callback()

createServer((request, response) => {
  if (request.url === '/ready') response.end('ready')
  else if (request.url === '/challenges') challenge(response)
  else if (request.url?.startsWith('/interaction/')) void signIn(request, response)
  else void answer(request, response)
}).listen(port, '127.0.0.1')

function challenge(response: ServerResponse): void {
  const nonce = createNonce(random)
  challenges.add(nonce)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ nonce }))
}

async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { message: text, signature } = JSON.parse(Buffer.concat(parts).toString()) as {
    message?: string
    signature: string
  }
  if (text === undefined) return finishInteraction(request, response, { consent: {} })
  const message = parseSignInMessage(text)
  const proved =
    challenges.delete(message.nonce) &&
    verifyEthereumKeySignature(text, signature, message.address).outcome === 'verified'
  if (!proved) {
    response.writeHead(401).end()
    return
  }
  return finishInteraction(request, response, { login: { accountId: message.address } })
}

async function finishInteraction(request: IncomingMessage, response: ServerResponse, result: object): Promise<void> {
  const finish = provider as unknown as {
    interactionResult: (request: IncomingMessage, response: ServerResponse, result: object) => Promise<string>
  }
  const next = await finish.interactionResult(request, response, result)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ next: next.slice(origin.length) }))
}
