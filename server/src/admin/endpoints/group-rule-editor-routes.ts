import { createBackgroundChainReaders } from '../../chains/reader/create-background-chain-readers.ts'
import { findChainIdByIdOrName } from '../../groups/membership/find-chain-by-id-or-name.ts'
import { fetchTokenMetadata } from '../../groups/membership/fetch-token-metadata.ts'
import { ApiError } from '../../platform/api-error.ts'
import { registerAdminEndpoint } from '../authorization/register-admin-endpoint.ts'
import type { AdminEndpointContext } from '../authorization/register-admin-endpoint.ts'
import { testGroupRuleForAddress } from './explain-group-membership.ts'
import { createTaskConcurrencyLimit } from './task-concurrency-limit.ts'

const maxConcurrentRuleTests = 4

export function registerGroupRuleEditorRoutes(app: AdminEndpointContext): void {
  // Chain reads have low priority here, so that they do not delay sign-ins.
  const behind = { ...app, chains: createBackgroundChainReaders(app.chains) }
  const take = createTaskConcurrencyLimit(maxConcurrentRuleTests, 'too many rule and token checks are running')

  registerAdminEndpoint(app, 'listConfiguredChains', async () => ({
    items: app.settings.chains.map(({ id, name, ensRegistry, nativeSymbol }) => ({
      id,
      name,
      hasNames: ensRegistry !== null,
      nativeSymbol,
    })),
  }))

  registerAdminEndpoint(app, 'readTokenMetadata', async ({ body }) => {
    const chain = findChainIdByIdOrName(body.chain, app.settings.chains)
    if (chain === null || !behind.chains.has(chain))
      throw new ApiError('rule.chain_not_supported', { place: { field: 'chain' }, privateDetail: body.chain })
    const found = await take(() => fetchTokenMetadata(behind.chains, { chain, contract: body.contract.trim() }))
    if (found.outcome === 'unavailable')
      throw new ApiError('rule.chain_unavailable', { privateDetail: `chain ${chain}: ${found.reason}` })
    if (found.outcome === 'error')
      throw new ApiError(`asset.${found.fault}`, { place: { field: 'contract' }, privateDetail: body.contract })
    const { symbol, name, decimals, ensName = null } = found.token
    const [kind = 'erc20'] = found.kinds
    return { chain, contract: found.contract, ensName, kind, symbol, name, decimals }
  })

  registerAdminEndpoint(app, 'testRule', async ({ body }) =>
    take(() => testGroupRuleForAddress(behind, body.rule, body.address)),
  )
}
