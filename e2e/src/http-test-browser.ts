// Keeps cookies and sends Origin as browsers do, for tests with hundreds of sign-ins.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import {
  bip122MessageProfile,
  eip155MessageProfile,
  formatSignInMessage,
  solanaMessageProfile,
} from '@countersign/message'
import { createEthereumTestSigner } from '@countersign/testing/wallet-signer-fixtures'
import type { TestWalletSigner } from '@countersign/testing/wallet-signer-fixtures'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { toLocalUrlWithoutTls } from './tls-termination-test-urls.ts'

export interface SignedTestChallenge {
  message: string
  signature: string
  interaction?: string
}

export interface HttpTestBrowser {
  /** Does not follow redirects. */
  send: (method: string, path: string, body?: unknown) => Promise<Response>
  createChallenge: (interaction?: string) => Promise<ApiEndpointOutput<'createChallenge'>>
  signIn: (signed: SignedTestChallenge) => Promise<Response>
  signOut: () => Promise<Response>
  /** A copy whose cookies then change independently. */
  copy: () => HttpTestBrowser
  readPersonId: () => Promise<string | null>
}

/** Browsers that share the `cookies` map are the same browser with different headers. */
export function createHttpTestBrowser(
  origin: string,
  headers: Record<string, string> = {},
  cookies = new Map<string, string>(),
): HttpTestBrowser {
  const send = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(toLocalUrlWithoutTls(origin + path), {
      method,
      headers: {
        ...headers,
        origin,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
    return response
  }
  return {
    send,
    createChallenge: async (interaction) => {
      const response = await send('POST', '/api/challenges', { purpose: 'sign-in', interaction })
      if (!response.ok) throw new Error(`no challenge: ${response.status} ${await response.text()}`)
      return (await response.json()) as ApiEndpointOutput<'createChallenge'>
    },
    signIn: (signed) => send('POST', '/api/sign-in', signed),
    signOut: () => send('POST', '/api/sign-out'),
    copy: () => createHttpTestBrowser(origin, headers, new Map(cookies)),
    readPersonId: async () => {
      const response = await send('GET', '/api/session')
      const { person } = (await response.json()) as ApiEndpointOutput<'readSession'>
      return person?.id ?? null
    },
  }
}

export type TestMessageSigner = EthereumTestKey | TestWalletSigner

const messageForms = { eip155: eip155MessageProfile, solana: solanaMessageProfile, bip122: bip122MessageProfile }

export function signTestChallenge(
  challenge: ApiEndpointOutput<'createChallenge'>,
  who: TestMessageSigner,
): SignedTestChallenge {
  const { namespace, address, sign } = 'namespace' in who ? who : createEthereumTestSigner(who)
  const chainId = namespace === 'eip155' ? challenge.chainIds[0] : challenge.keyChains[namespace]
  if (chainId === undefined) throw new Error(`The challenge names no chain of ${namespace}.`)
  const message = formatSignInMessage({ ...challenge.message, address, chainId }, { profile: messageForms[namespace] })
  return { message, signature: sign(message) }
}

export async function signInWithHttpTestBrowser(
  origin: string,
  who: TestMessageSigner,
  headers: Record<string, string> = {},
): Promise<HttpTestBrowser> {
  const client = createHttpTestBrowser(origin, headers)
  const response = await client.signIn(signTestChallenge(await client.createChallenge(), who))
  if (!response.ok) throw new Error(`not signed in: ${response.status} ${await response.text()}`)
  return client
}

/** RFC 6265 §5.2, as far as this server uses it: name and value; Max-Age 0 deletes the cookie. */
function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/)
  const [name = '', value = ''] = pair.split('=')
  const isGone = value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute))
  if (isGone) cookies.delete(name)
  else cookies.set(name, value)
}
