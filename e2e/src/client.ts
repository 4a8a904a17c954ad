// A browser without a screen, for tests in which hundreds of them sign in: it keeps the server's cookies and says where
// it comes from, as browsers do.
import type { CallAnswer } from '@countersign/api/calls'
import { bip122, eip155, formatMessage, solana } from '@countersign/message'
import { ethereumSigner } from '@countersign/testing/signers'
import type { Signer } from '@countersign/testing/signers'
import type { TestKey } from '@countersign/testing/test-keys'
import { withoutTls } from './behind-tls.ts'

/** A message and its signature, ready to be sent, and the sign-in of an application that it belongs to. */
export interface SignedMessage {
  message: string
  signature: string
  interaction?: string
}

/** One browser. Its calls reject where the server cannot be reached. */
export interface Client {
  /** Sends anything, and is not led on by the answer. */
  send: (method: string, path: string, body?: unknown) => Promise<Response>
  /** @param interaction the sign-in of an application that it belongs to */
  createChallenge: (interaction?: string) => Promise<CallAnswer<'createChallenge'>>
  signIn: (signed: SignedMessage) => Promise<Response>
  signOut: () => Promise<Response>
  /** The same browser with the cookies that it has now; what happens to one no longer touches the other. */
  copy: () => Client
  /** Who is signed in, or null. */
  readPersonId: () => Promise<string | null>
}

/**
 * @param origin of the server
 * @param headers that it sends with everything, such as a user agent
 * @param cookies that it has already; one that shares them is the same browser with other headers
 */
export function createClient(
  origin: string,
  headers: Record<string, string> = {},
  cookies = new Map<string, string>(),
): Client {
  const send = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(withoutTls(origin + path), {
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
    for (const line of response.headers.getSetCookie()) keep(cookies, line)
    return response
  }
  return {
    send,
    createChallenge: async (interaction) => {
      const response = await send('POST', '/api/challenges', { purpose: 'sign-in', interaction })
      if (!response.ok) throw new Error(`no challenge: ${response.status} ${await response.text()}`)
      return (await response.json()) as CallAnswer<'createChallenge'>
    },
    signIn: (signed) => send('POST', '/api/sign-in', signed),
    signOut: () => send('POST', '/api/sign-out'),
    copy: () => createClient(origin, headers, new Map(cookies)),
    readPersonId: async () => {
      const response = await send('GET', '/api/session')
      const { person } = (await response.json()) as CallAnswer<'readSession'>
      return person?.id ?? null
    },
  }
}

/** Whoever signs: a key of Ethereum, as most tests have, or of any chain family. */
export type Who = TestKey | Signer

const forms = { eip155, solana, bip122 }

/** Does what a wallet does with a challenge. */
export function signChallenge(challenge: CallAnswer<'createChallenge'>, who: Who): SignedMessage {
  const { namespace, address, sign } = 'namespace' in who ? who : ethereumSigner(who)
  const chainId = namespace === 'eip155' ? challenge.chainIds[0] : challenge.keyChains[namespace]
  if (chainId === undefined) throw new Error(`The challenge names no chain of ${namespace}.`)
  const message = formatMessage({ ...challenge.message, address, chainId }, { form: forms[namespace] })
  return { message, signature: sign(message) }
}

/** Signs in from challenge to session, and answers the browser that is now signed in. */
export async function signInClient(origin: string, who: Who, headers: Record<string, string> = {}): Promise<Client> {
  const client = createClient(origin, headers)
  const response = await client.signIn(signChallenge(await client.createChallenge(), who))
  if (!response.ok) throw new Error(`not signed in: ${response.status} ${await response.text()}`)
  return client
}

/** RFC 6265 §5.2, as far as this server uses it: a name, a value, and an age of zero for one that is taken back. */
function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/)
  const [name = '', value = ''] = pair.split('=')
  const isGone = value === '' || attributes.some((attribute) => /^max-age=0$/i.test(attribute))
  if (isGone) cookies.delete(name)
  else cookies.set(name, value)
}
