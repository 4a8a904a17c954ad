// Has a wallet of this browser sign a composed message: asks for its address, writes the message for it, and asks for the
// signature. It ends here; no server learns of it.
import { toChecksumAddress } from '@countersign/message'
import { hasEthereumAddressPrefix } from '../../ui/wallet-address-format.ts'
import { parseWalletAccountsResponse, encodeHexText } from '../sign-in/wallet/eip1193-provider.ts'
import { parseWalletError } from '../sign-in/wallet/parse-wallet-provider-error.ts'
import type { WalletError, WalletErrorKind } from '../sign-in/wallet/parse-wallet-provider-error.ts'
import type { Eip1193Provider } from '../sign-in/wallet/eip1193-provider.ts'

/** Why there is no signature: the wallet could not, or signed something else. */
export type WalletSigningErrorCode = WalletErrorKind | NonNullable<WalletError['refusal']>

export type WalletSigningResult =
  | { readonly ok: true; readonly text: string; readonly signature: string }
  | { readonly ok: false; readonly problem: WalletSigningErrorCode }

/** @param write the message for an address, which is in the form of its chain family */
export async function requestComposedMessageSignature(
  provider: Eip1193Provider,
  write: (address: string) => string,
): Promise<WalletSigningResult> {
  try {
    const [account] = parseWalletAccountsResponse(await provider.request({ method: 'eth_requestAccounts' }))
    if (account === undefined) return { ok: false, problem: 'no-account' }
    // Only Ethereum's addresses have a second form.
    const address = hasEthereumAddressPrefix(account) ? toChecksumAddress(account) : account
    const text = write(address)
    const signature = await provider.request({ method: 'personal_sign', params: [encodeHexText(text), address] })
    return typeof signature === 'string' ? { ok: true, text, signature } : { ok: false, problem: 'failed' }
  } catch (thrown) {
    const { kind, refusal } = parseWalletError(thrown)
    return { ok: false, problem: refusal ?? kind }
  }
}
