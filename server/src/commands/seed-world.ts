// What is invented from, and what of it is handed on.
import type { Random } from '../platform/clock.ts'
import type { Queries } from '../platform/database/open-database.ts'
import type { Choices } from './seed-choices.ts'

/** A person of whom lines can be invented. */
export interface SeededPerson {
  id: string
  /** Of the first wallet. */
  address: string
  way: 'ecdsa' | 'erc1271' | 'passkey'
  createdAt: number
}

export interface SeedWorld {
  queries: Queries
  random: Random
  choices: Choices
  now: number
  origin: string
  /** How far back everything goes. */
  spanMs: number
}
