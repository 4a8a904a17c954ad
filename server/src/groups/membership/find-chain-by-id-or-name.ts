import { knownChainNames } from '../../platform/chain-settings.ts'
import type { ChainSettings } from '../../platform/chain-settings.ts'

const foldName = (name: string): string => name.normalize('NFKC').trim().toLowerCase()

export function findChainIdByIdOrName(
  value: unknown,
  chains: readonly Pick<ChainSettings, 'id' | 'name'>[],
): string | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return null
  if (/^[1-9][0-9]{0,15}$/.test(text)) return Number(text) <= Number.MAX_SAFE_INTEGER ? text : null
  const isMeant = (name: string): boolean => foldName(name) === foldName(text)
  const own = chains.find(({ name }) => isMeant(name))
  return own?.id ?? Object.entries(knownChainNames).find(([, name]) => isMeant(name))?.[0] ?? null
}
