// Who made a signature that the address did not make: most often another account, or a contract that nobody here can ask.
import { hasEthereumAddressPrefix } from '../../../ui/wallet-address-format.ts'
import { detectContractAccount } from './detect-contract-account.ts'
import type { WalletProofServerProblem } from './wallet-proof-events.ts'
import { chooseWalletAccount, parseWalletAccountsResponse } from './eip1193-provider.ts'
import type { WalletRpcRequester } from './eip1193-provider.ts'
import type { WalletMessageWithSignature } from './wallet-proof-phases.ts'

/** What the server turned down, as far as the wallet can say why. */
export async function explainRejectedSignature(
  signed: WalletMessageWithSignature,
  problem: WalletProofServerProblem,
  ask: WalletRpcRequester,
): Promise<{ problem: WalletProofServerProblem; account: string | null }> {
  if (problem.code === 'signature.malformed' && !hasEthereumAddressPrefix(signed.address))
    return { problem: await explainMalformedSignature(signed, problem), account: null }
  if (problem.code !== 'signature.refused') return { problem, account: null }
  const account =
    chooseWalletAccount(
      parseWalletAccountsResponse(await ask('eth_accounts')),
      (address) => address === signed.address,
    ) ?? null
  const contract = signed.contract ? null : await detectContractAccount(ask, signed.address)
  const isContract = contract !== null && contract !== 'unread'
  return { problem: isContract ? { code: 'chain.not_supported' } : problem, account }
}

/** Of other chain families than Ethereum's; where what tells them apart cannot be fetched, it stays at what the server said. */
async function explainMalformedSignature(
  { text, signature }: WalletMessageWithSignature,
  problem: WalletProofServerProblem,
): Promise<WalletProofServerProblem> {
  try {
    const { findSignatureRefusalCode } = await import('./chain-families/find-signature-refusal-code.ts')
    return { ...problem, code: findSignatureRefusalCode(text, signature) ?? problem.code }
  } catch {
    return problem
  }
}
