// What is invented from, and what of it is handed on.
import type { RandomBytes } from '../platform/clock.ts'
import type { DatabaseQueries } from '../platform/database/open-database.ts'
import type { ProofMethod } from '../platform/database/database-column-types.ts'
import type { SeededRandomChoices } from './seed-random-data.ts'
import type { ChainFamilyPicker, SeedWallet } from './generate-seed-wallet.ts'

/** A person of whom lines can be invented. */
export interface SeededPerson {
  id: string
  /** The first one. */
  wallet: SeedWallet
  signInMethod: ProofMethod | 'passkey'
  createdAt: number
}

export interface SeedContext {
  queries: DatabaseQueries
  random: RandomBytes
  choices: SeededRandomChoices
  now: number
  origin: string
  pickChainFamily: ChainFamilyPicker
  /** How far back everything goes. */
  spanMs: number
}
