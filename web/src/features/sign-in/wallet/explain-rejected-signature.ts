import { hasEthereumAddressPrefix } from '../../../ui/wallet-address-format.ts'
import { detectContractAccount } from './detect-contract-account.ts'
import type { WalletProofServerProblem } from './wallet-proof-events.ts'
import { chooseWalletAccount, parseWalletAccountsResponse } from './eip1193-provider.ts'
import type { WalletRpcRequester } from './eip1193-provider.ts'
import type { WalletMessageWithSignature } from './wallet-proof-phases.ts'

export async function explainRejectedSignature(
  signed: WalletMessageWithSignature,
  problem: WalletProofServerProblem,
  ask: WalletRpcRequester,
): Promise<{ problem: WalletProofServerProblem; account: string | null }> {
  if (problem.code === 'signature.malformed' && !hasEthereumAddressPrefix(signed.address))
    return { problem: await explainMalformedSignature(signed, problem), account: null }
  if (problem.code !== 'signature.refused' && problem.code !== 'wallet.on_other_chain')
    return { problem, account: null }
  const account =
    chooseWalletAccount(
      parseWalletAccountsResponse(await ask('eth_accounts')),
      (address) => address === signed.address,
    ) ?? null
  if (problem.code === 'wallet.on_other_chain') return { problem, account }
  const contract = signed.contract ? null : await detectContractAccount(ask, signed.address)
  const isContract = contract !== null && contract !== 'unread'
  return { problem: isContract ? { code: 'chain.not_supported' } : problem, account }
}

/** For non-Ethereum wallets. If the parser cannot be loaded, the server's error is shown. */
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
