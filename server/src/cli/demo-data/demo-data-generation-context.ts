// What is invented from, and what of it is handed on.
import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WalletProofMethod } from '../../platform/database/database-column-types.ts'
import type { DemoDataRandomPicker } from './random-demo-data-samples.ts'
import type { PickDemoWalletChainFamily, DemoWallet } from './generate-demo-wallet.ts'

/** A person of whom lines can be invented. */
export interface DemoPerson {
  id: string
  /** The first one. */
  wallet: DemoWallet
  signInMethod: WalletProofMethod | 'passkey'
  createdAt: number
}

export interface DemoDataGenerationContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  choices: DemoDataRandomPicker
  now: number
  origin: string
  pickChainFamily: PickDemoWalletChainFamily
  /** How far back everything goes. */
  spanMs: number
}
