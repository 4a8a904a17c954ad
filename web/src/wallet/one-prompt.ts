// Connect and sign in at once (ERC-7846 wallet_connect with signInWithEthereum): one window of the wallet in the place of two, where the wallet can. It
// writes the message itself, out of the fields that were issued; what comes back counts only where it is, character by character, what this page would
// have asked it to sign for that address. The server judges it like any other.
import type { MessageWriter } from './machine-state.ts'
import { readAccounts } from './provider.ts'
import type { Challenge } from './states.ts'

/** What a wallet answered that was asked for both. */
export interface AtOnce {
  readonly accounts: readonly string[]
  /** The chain that the message names. */
  readonly chainId: string
  /** Null where the wallet connected and did no more, or signed something else. */
  readonly signed: { readonly text: string; readonly signature: string } | null
}

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * Asks a wallet to connect and to sign in at once.
 * @param chainId the chain that the wallet is on, as far as it says
 * @returns null where it does not know how, and is to be asked the ordinary way
 * @throws what the wallet threw, where it is the person's no, or says that it cannot now: then nothing else is asked
 */
export async function askAtOnce(
  ask: Ask,
  writer: Pick<MessageWriter, 'toChecksumAddress' | 'writeText'>,
  { message, chainIds }: Challenge,
  chainId: string | null,
): Promise<AtOnce | null> {
  const named = chainId !== null && chainIds.includes(chainId) ? chainId : chainIds[0]
  if (named === undefined) return null
  const { scheme, domain, statement, uri, version, nonce, issuedAt, expirationTime, requestId } = message as Fields
  const fields = {
    nonce,
    chainId: `0x${BigInt(named).toString(16)}`,
    version,
    ...(scheme !== undefined && { scheme }),
    domain,
    uri,
    statement,
    issuedAt,
    expirationTime,
    ...(requestId !== undefined && { requestId }),
  }
  let answer: unknown
  try {
    answer = await ask('wallet_connect', [{ version: '1', capabilities: { signInWithEthereum: fields } }])
  } catch (thrown) {
    if (isUnknown(thrown)) return null
    throw thrown
  }
  const [first] = listOf(property(answer, 'accounts'))
  const [account] = readAccounts([property(first, 'address')])
  if (account === undefined) return null
  const signed = readSigned(property(property(first, 'capabilities'), 'signInWithEthereum'))
  const text = writer.writeText({ ...message, address: writer.toChecksumAddress(account), chainId: named })
  return { accounts: [account], chainId: named, signed: signed?.text === text ? signed : null }
}

type Fields = Challenge['message'] & { readonly scheme?: string }

/** EIP-1193 §Provider Errors 4200 and 4100, EIP-1474 §Error codes -32601 and -32004: the method, or the capability, is not known. */
const unknownCodes: ReadonlySet<unknown> = new Set([4200, 4100, -32601, -32004, -32602])

function isUnknown(thrown: unknown): boolean {
  const code = property(thrown, 'code')
  return unknownCodes.has(typeof code === 'string' ? Number(code) : code)
}

/** The capability as it was granted; a serialised error in its place has neither. */
function readSigned(capability: unknown): AtOnce['signed'] {
  const [text, signature] = [property(capability, 'message'), property(capability, 'signature')]
  return typeof text === 'string' && typeof signature === 'string' && /^0x([0-9a-f]{2})+$/i.test(signature)
    ? { text, signature }
    : null
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Reads one property of what a stranger answered: a getter may throw. */
function property(owner: unknown, name: string): unknown {
  try {
    return (owner as Record<string, unknown> | null | undefined)?.[name]
  } catch {
    return undefined
  }
}
