// Who made a signature that the address did not make: most often another account, or a contract that nobody here can ask.
import { isOfEthereum } from '../../../ui/address-form.ts'
import { askContract } from './ask-contract.ts'
import type { ServerProblem } from './events.ts'
import { accountOf, readAccounts } from './provider.ts'
import type { AskWallet } from './provider.ts'
import type { Signed } from './states.ts'

/** What the server turned down, as far as the wallet can say why. */
export async function explain(
  signed: Signed,
  problem: ServerProblem,
  ask: AskWallet,
): Promise<{ problem: ServerProblem; account: string | null }> {
  if (problem.code === 'signature.malformed' && !isOfEthereum(signed.address))
    return { problem: await explainMalformed(signed, problem), account: null }
  if (problem.code !== 'signature.refused') return { problem, account: null }
  const account = accountOf(readAccounts(await ask('eth_accounts')), (address) => address === signed.address) ?? null
  const contract = signed.contract ? null : await askContract(ask, signed.address)
  const isContract = contract !== null && contract !== 'unread'
  return { problem: isContract ? { code: 'chain.not_read' } : problem, account }
}

/** Of other chain families than Ethereum's; where what tells them apart cannot be fetched, it stays at what the server said. */
async function explainMalformed({ text, signature }: Signed, problem: ServerProblem): Promise<ServerProblem> {
  try {
    const { whyRefused } = await import('./families/why-refused.ts')
    return { ...problem, code: whyRefused(text, signature) ?? problem.code }
  } catch {
    return problem
  }
}
