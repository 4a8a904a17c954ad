import { useAdminQuery } from '../admin-query-hooks.ts'
import type { GetChainNameAndCoin } from './format-group-rule-sentence.ts'

export function useChainNameAndCoin(): GetChainNameAndCoin {
  const chains = useAdminQuery('listConfiguredChains').data?.items ?? []
  return (id) => {
    const known = chains.find((chain) => chain.id === id)
    return { name: known?.name ?? id, coin: known?.nativeSymbol ?? null }
  }
}
