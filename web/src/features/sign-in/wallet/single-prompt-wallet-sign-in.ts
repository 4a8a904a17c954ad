// ERC-7846 wallet_connect: the wallet writes the message, which must equal the page's own.
import { applyAddressChecksum } from '@countersign/message/eip155/ethereum-address-checksum'
import type { MessageLayout } from '@countersign/message'
import { parseWalletError } from './parse-wallet-provider-error.ts'
import type { WalletError } from './parse-wallet-provider-error.ts'
import { parseWalletAccountsResponse, parseChainId } from './eip1193-provider.ts'
import type { Eip1193Provider } from './eip1193-provider.ts'
import { readUntrustedProperty } from './read-untrusted-property.ts'
import type { WalletProofChallenge } from './wallet-proof-phases.ts'
import { formatMessageToSign, selectMessageChainAndLayout } from './build-wallet-message-to-sign.ts'

export interface SinglePromptWalletSignInResult {
  readonly accounts: readonly string[]
  /** Null if the wallet only connected, or if it signed something else. */
  readonly signed: { readonly text: string; readonly signature: string; readonly chainId: string } | null
}

type ProviderRequest = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Each wallet is tried only once per page. After a refusal, the usual prompts are used. */
const attemptedWallets = new Set<string>()

/** If the wallet does not respond in time, the server's first chain is used. */
const chainTimeoutMilliseconds = 400

interface CombinedSignInContext {
  readonly provider: Eip1193Provider
  readonly key: string
  readonly storage: () => Storage
  readonly after: (milliseconds: number, run: () => void) => () => void
}

/** Null if the usual prompts are needed. Remembers wallets that do not support a single prompt. */
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
  // Stored before the request, because some wallets never respond to unknown methods.
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

/** Null if unsupported. @throws the wallet's error if the user declined or the wallet is locked */
export async function requestSinglePromptWalletSignIn(
  ask: ProviderRequest,
  challenge: WalletProofChallenge,
  chainId: string | null,
): Promise<SinglePromptWalletSignInResult | null> {
  const { message } = challenge
  const { chainId: named, layout } = selectMessageChainAndLayout(challenge, chainId)
  if (named === undefined) return null
  const { scheme, domain, statement, uri, version, nonce, issuedAt, expirationTime, requestId, resources } =
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
    ...(resources !== undefined && { resources }),
  }
  let answer: unknown
  try {
    answer = await ask('wallet_connect', [{ version: '1', capabilities: { signInWithEthereum: fields } }])
  } catch (thrown) {
    if (unsupportedErrorKinds.has(parseWalletError(thrown).kind)) return null
    throw thrown
  }
  const [first] = toArray(readUntrustedProperty(answer, 'accounts'))
  const [account] = parseWalletAccountsResponse([readUntrustedProperty(first, 'address')])
  if (account === undefined) return null
  const capabilities = readUntrustedProperty(first, 'capabilities')
  const signed = parseSignedCapability(readUntrustedProperty(capabilities, 'signInWithEthereum'))
  const address = (isEthereum(layout) && applyAddressChecksum(account)) || account
  const text = formatMessageToSign({ ...message, address, chainId: named }, layout)
  return {
    accounts: [account],
    signed: signed?.text === text ? { ...signed, chainId: isEthereum(layout) ? named : (chainId ?? named) } : null,
  }
}

const isEthereum = ({ namespace }: MessageLayout) => namespace === 'eip155'

type SignInFields = WalletProofChallenge['message'] & { readonly scheme?: string }

/** EIP-1193 §Provider Errors 4200, 4100; EIP-1474 §Error codes -32601, -32004; unspecific ones. */
const unsupportedErrorKinds: ReadonlySet<WalletError['kind']> = new Set([
  'cannot-sign',
  'no-account',
  'failed',
] as const)

function parseSignedCapability(capability: unknown): { text: string; signature: string } | null {
  const text = readUntrustedProperty(capability, 'message')
  const signature = readUntrustedProperty(capability, 'signature')
  return typeof text === 'string' &&
    typeof signature === 'string' &&
    /^(?:0x([0-9a-f]{2})+|[0-9a-z+/]{64,}={0,2})$/i.test(signature)
    ? { text, signature }
    : null
}

const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const plainWalletsName = 'countersign.plain-wallets'

/** @throws if the storage cannot be read */
const readPlainWallets = (storage: Storage): string[] => storage.getItem(plainWalletsName)?.split('\n') ?? []

/** True if the storage cannot be read. */
export function needsSeparateWalletPrompts(storage: () => Storage, key: string): boolean {
  try {
    return readPlainWallets(storage()).includes(key)
  } catch {
    return true
  }
}

const maxPlainWallets = 50

function storePlainWallet(storage: () => Storage, key: string, isPlain: boolean): void {
  try {
    const others = readPlainWallets(storage()).filter((other) => other !== key)
    storage().setItem(plainWalletsName, [...(isPlain ? [key] : []), ...others].slice(0, maxPlainWallets).join('\n'))
  } catch {
    return
  }
}
