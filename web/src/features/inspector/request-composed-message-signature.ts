// Requests a signature for a composed message from a wallet. Nothing is sent to a server.
import { toChecksumAddress } from '@countersign/message'
import { hasEthereumAddressPrefix } from '../../ui/wallet-address-format.ts'
import { parseWalletAccountsResponse, encodeHexText } from '../sign-in/wallet/eip1193-provider.ts'
import { parseWalletError } from '../sign-in/wallet/parse-wallet-provider-error.ts'
import type { WalletError, WalletErrorKind } from '../sign-in/wallet/parse-wallet-provider-error.ts'
import type { Eip1193Provider } from '../sign-in/wallet/eip1193-provider.ts'

export type WalletSigningErrorCode = WalletErrorKind | NonNullable<WalletError['refusal']>

export type WalletSigningResult =
  | { readonly ok: true; readonly text: string; readonly signature: string }
  | { readonly ok: false; readonly problem: WalletSigningErrorCode }

/** @param write builds the message for an address in the format of its chain family */
export async function requestComposedMessageSignature(
  provider: Eip1193Provider,
  write: (address: string) => string,
): Promise<WalletSigningResult> {
  try {
    const [account] = parseWalletAccountsResponse(await provider.request({ method: 'eth_requestAccounts' }))
    if (account === undefined) return { ok: false, problem: 'no-account' }
    // Only Ethereum addresses have a checksum form.
    const address = hasEthereumAddressPrefix(account) ? toChecksumAddress(account) : account
    const text = write(address)
    const signature = await provider.request({ method: 'personal_sign', params: [encodeHexText(text), address] })
    return typeof signature === 'string' ? { ok: true, text, signature } : { ok: false, problem: 'failed' }
  } catch (thrown) {
    const { kind, refusal } = parseWalletError(thrown)
    return { ok: false, problem: refusal ?? kind }
  }
}
