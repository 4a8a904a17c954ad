// Connect and sign in at once (ERC-7846 wallet_connect with signInWithEthereum): one window of the wallet in the place of two, where the wallet can. It
// writes the message itself, out of the fields that were issued; what comes back counts only where it is, character by character, what this page would
// have asked it to sign for that address. The server judges it like any other.
import { toChecksumAddress } from '@countersign/message/eip155/checksum-address'
import type { MessageLayout } from '@countersign/message'
import { formatMessageWithOffsets } from '@countersign/message/format-message-with-offsets'
import { parseWalletError } from './parse-wallet-provider-error.ts'
import type { WalletError } from './parse-wallet-provider-error.ts'
import { parseWalletAccountsResponse, parseChainId } from './eip1193-provider.ts'
import type { Eip1193Provider } from './eip1193-provider.ts'
import type { WalletProofChallenge } from './wallet-proof-phases.ts'
import { selectMessageChainAndLayout } from './build-wallet-message-to-sign.ts'

/** What a wallet answered that was asked for both. */
export interface SinglePromptWalletSignInResult {
  readonly accounts: readonly string[]
  /** With the chain that the message names; null where the wallet connected and did no more, or signed something else. */
  readonly signed: { readonly text: string; readonly signature: string; readonly chainId: string } | null
}

type ProviderRequest = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Of a wallet that was asked in vain, until this page is left: whoever was refused by the server is asked the ordinary way the next time. */
const attemptedWallets = new Set<string>()

/** A wallet that does not say at once which chain it is on is asked for the first that the server takes. */
const chainTimeoutMilliseconds = 400

interface CombinedSignInContext {
  readonly provider: Eip1193Provider
  /** By what the wallet is known again. */
  readonly key: string
  readonly storage: () => Storage
  readonly after: (milliseconds: number, run: () => void) => () => void
}

/**
 * Asks a wallet once in each page, and remembers of one that does not know how, or never answers, that it is to be asked the ordinary way.
 * @returns null where it is to be asked the ordinary way now
 */
export async function signInWithSingleWalletPrompt(
  { provider, key, storage, after }: CombinedSignInContext,
  challenge: WalletProofChallenge,
): Promise<SinglePromptWalletSignInResult | null> {
  if (attemptedWallets.has(key)) return null
  attemptedWallets.add(key)
  const ask: ProviderRequest = async (method, params) => provider.request({ method, params })
  const chain = await new Promise<unknown>((resolve) => {
    const cancel = after(chainTimeoutMilliseconds, () => resolve(null))
    ask('eth_chainId', [])
      .then(resolve, () => resolve(null))
      .finally(cancel)
  })
  // Remembered before it is asked: some wallets never answer what they do not know.
  storePlainWallet(storage, key, true)
  try {
    const once = await requestSinglePromptWalletSignIn(ask, challenge, parseChainId(chain))
    if (once?.signed) storePlainWallet(storage, key, false)
    return once
  } catch (thrown) {
    storePlainWallet(storage, key, false)
    attemptedWallets.delete(key)
    throw thrown
  }
}

/**
 * Asks a wallet to connect and to sign in at once.
 * @param chainId the chain that the wallet is on, as far as it says
 * @returns null where it does not know how, and is to be asked the ordinary way
 * @throws what the wallet threw, where it is the person's no, or says that it cannot now: then nothing else is asked
 */
export async function requestSinglePromptWalletSignIn(
  ask: ProviderRequest,
  challenge: WalletProofChallenge,
  chainId: string | null,
): Promise<SinglePromptWalletSignInResult | null> {
  const { message } = challenge
  const { chainId: named, layout } = selectMessageChainAndLayout(challenge, chainId)
  if (named === undefined) return null
  const { scheme, domain, statement, uri, version, nonce, issuedAt, expirationTime, requestId } =
    message as SignInFields
  const fields = {
    nonce,
    chainId: isEthereum(layout) ? `0x${BigInt(named).toString(16)}` : named,
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
    if (unsupportedErrorKinds.has(parseWalletError(thrown).kind)) return null
    throw thrown
  }
  const [first] = toArray(readProperty(answer, 'accounts'))
  const [account] = parseWalletAccountsResponse([readProperty(first, 'address')])
  if (account === undefined) return null
  const signed = parseSignedCapability(readProperty(readProperty(first, 'capabilities'), 'signInWithEthereum'))
  const address = isEthereum(layout) ? toChecksumAddress(account) : account
  const text = formatMessageWithOffsets({ ...message, address, chainId: named }, layout).text
  return {
    accounts: [account],
    signed: signed?.text === text ? { ...signed, chainId: isEthereum(layout) ? named : (chainId ?? named) } : null,
  }
}

const isEthereum = ({ namespace }: MessageLayout) => namespace === 'eip155'

type SignInFields = WalletProofChallenge['message'] & { readonly scheme?: string }

/**
 * What a wallet says that does not know the method or the capability: EIP-1193 §Provider Errors 4200 and 4100, EIP-1474 §Error codes -32601 and -32004, or
 * words that say nothing. Whoever has declined, or has to unlock it first, is not asked another way.
 */
const unsupportedErrorKinds: ReadonlySet<WalletError['kind']> = new Set([
  'cannot-sign',
  'no-account',
  'failed',
] as const)

/** The capability as it was granted; a serialised error in its place has neither. */
function parseSignedCapability(capability: unknown): { text: string; signature: string } | null {
  const [text, signature] = [readProperty(capability, 'message'), readProperty(capability, 'signature')]
  return typeof text === 'string' &&
    typeof signature === 'string' &&
    /^(?:0x([0-9a-f]{2})+|[1-9A-Za-z]{64,90})$/i.test(signature)
    ? { text, signature }
    : null
}

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Reads one property of what a stranger answered: a getter may throw. */
function readProperty(owner: unknown, name: string): unknown {
  try {
    return (owner as Record<string, unknown> | null | undefined)?.[name]
  } catch {
    return undefined
  }
}

const plainWalletsName = 'countersign.plain-wallets'

/** @throws where the storage cannot be read */
const readPlainWallets = (storage: Storage): string[] => storage.getItem(plainWalletsName)?.split('\n') ?? []

/** Whether a wallet is known to connect first and sign then; where that cannot be read, each of them is. */
export function needsSeparateWalletPrompts(storage: () => Storage, key: string): boolean {
  try {
    return readPlainWallets(storage()).includes(key)
  } catch {
    return true
  }
}

/** So many are kept, the newest first. */
const maxPlainWallets = 50

function storePlainWallet(storage: () => Storage, key: string, isPlain: boolean): void {
  try {
    const others = readPlainWallets(storage()).filter((other) => other !== key)
    storage().setItem(plainWalletsName, [...(isPlain ? [key] : []), ...others].slice(0, maxPlainWallets).join('\n'))
  } catch {
    return
  }
}
