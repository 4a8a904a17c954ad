// HTTP for what helps to write a rule: the chains and tokens that it can name, and trying it for an address before it is kept.
import { inBackground } from '../../chains/reader/in-background.ts'
import { findChainId } from '../../groups/membership/read-rule.ts'
import { readToken } from '../../groups/membership/read-token.ts'
import { Refusal } from '../../platform/refusal.ts'
import { registerAdminCall } from '../authorization/admin-call.ts'
import type { AdminApp } from '../authorization/admin-call.ts'
import { tryRule } from './explain-rule.ts'
import { fewAtOnce } from './few-at-once.ts'

const mostAtOnce = 4

export function registerRules(app: AdminApp): void {
  // Whoever writes rules takes no place from who signs in at this moment.
  const behind = { ...app, chains: inBackground(app.chains) }
  const take = fewAtOnce(mostAtOnce, 'rules and tokens at work')

  registerAdminCall(app, 'listReadableChains', async () => ({
    items: app.settings.chains.map(({ id, name, ensRegistry, nativeSymbol }) => ({
      id,
      name,
      hasNames: ensRegistry !== null,
      nativeSymbol,
    })),
  }))

  registerAdminCall(app, 'readToken', async ({ body }) => {
    const chain = findChainId(body.chain, app.settings.chains)
    if (chain === null || !behind.chains.has(chain))
      throw new Refusal('rule.chain_not_read', { place: { field: 'chain' }, privateDetail: body.chain })
    const found = await take(() => readToken(behind.chains, { chain, contract: body.contract.trim() }))
    if (found.outcome === 'unavailable')
      throw new Refusal('rule.chain_unavailable', { privateDetail: `chain ${chain}: ${found.reason}` })
    if (found.outcome === 'fault')
      throw new Refusal(`token.${found.fault}`, { place: { field: 'contract' }, privateDetail: body.contract })
    const { symbol, name, decimals, ensName = null } = found.token
    const [kind = 'erc20'] = found.kinds
    return { chain, contract: found.contract, ensName, kind, symbol, name, decimals }
  })

  registerAdminCall(app, 'tryRule', async ({ body }) => take(() => tryRule(behind, body.rule, body.address)))
}
