// What is invented from, and what of it is handed on.
import type { Random } from '../platform/clock.ts'
import type { Queries } from '../platform/database/open-database.ts'
import type { ProofMethod } from '../platform/database/column-types.ts'
import type { Choices } from './seed-choices.ts'
import type { DrawFamily, InventedWallet } from './seed-wallet.ts'

/** A person of whom lines can be invented. */
export interface SeededPerson {
  id: string
  /** The first one. */
  wallet: InventedWallet
  way: ProofMethod | 'passkey'
  createdAt: number
}

export interface SeedWorld {
  queries: Queries
  random: Random
  choices: Choices
  now: number
  origin: string
  drawFamily: DrawFamily
  /** How far back everything goes. */
  spanMs: number
}
