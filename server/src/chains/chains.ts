// The chains that the operator configured, ready to be read.
import { ChainUnavailable } from '@countersign/proof/chain-reader'
import type { Chains } from '../platform/chain-settings.ts'
import type { Clock } from '../platform/clock.ts'
import type { Settings } from '../platform/settings.ts'

/** One reader for each chain of the settings. */
export function createChains({ chains }: Pick<Settings, 'chains' | 'limits'>, _clock: Clock): Chains {
  return new Map(chains.map((settings) => [settings.id, { settings, read: () => Promise.reject(new ChainUnavailable('no node is asked yet')) }]))
}
