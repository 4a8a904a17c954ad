// Has a wallet of this browser sign a composed message: asks for its address, writes the message for it, and asks for the
// signature. It ends here; no server learns of it.
import { toChecksumAddress } from '@countersign/message'
import { isOfEthereum } from '../../ui/address-form.ts'
import { readAccounts, toHexadecimal } from '../sign-in/wallet/provider.ts'
import { readWalletProblem } from '../sign-in/wallet/problem.ts'
import type { WalletProblem, WalletProblemKind } from '../sign-in/wallet/problem.ts'
import type { Provider } from '../sign-in/wallet/provider.ts'

/** Why there is no signature: the wallet could not, or signed something else. */
export type SigningProblem = WalletProblemKind | NonNullable<WalletProblem['refusal']>

export type Signing =
  | { readonly ok: true; readonly text: string; readonly signature: string }
  | { readonly ok: false; readonly problem: SigningProblem }

/** @param write the message for an address, which is in the form of its chain family */
export async function signInWallet(provider: Provider, write: (address: string) => string): Promise<Signing> {
  try {
    const [account] = readAccounts(await provider.request({ method: 'eth_requestAccounts' }))
    if (account === undefined) return { ok: false, problem: 'no-account' }
    // Only Ethereum's addresses have a second form.
    const address = isOfEthereum(account) ? toChecksumAddress(account) : account
    const text = write(address)
    const signature = await provider.request({ method: 'personal_sign', params: [toHexadecimal(text), address] })
    return typeof signature === 'string' ? { ok: true, text, signature } : { ok: false, problem: 'failed' }
  } catch (thrown) {
    const { kind, refusal } = readWalletProblem(thrown)
    return { ok: false, problem: refusal ?? kind }
  }
}
