import type { RandomBytes } from '../../platform/clock.ts'
import type { DatabaseQueryBuilder } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { WalletProofMethod } from '../../platform/database/database-column-types.ts'
import type { DemoDataRandomPicker } from './random-demo-data-samples.ts'
import type { PickDemoWalletChainFamily, DemoWallet } from './generate-demo-wallet.ts'

export interface DemoPerson {
  id: string
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
  /** Length of the generated history before `now`, in milliseconds. */
  spanMs: number
}
