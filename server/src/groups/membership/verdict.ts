// What is found out of a rule for somebody: whether it holds, part by part, and why. Three answers: it holds, it does not, or nobody knows yet.
import type { Answer, Block, Question } from '@countersign/proof/chain-reader'
import type { Rule } from '../../store/groups/rule.ts'
import type { HadWallet, HeldWallet } from './wallet-list.ts'

export type Outcome = 'holds' | 'not' | 'unknown'

/** What became of one part of a rule, and why. */
export interface Verdict {
  rule: Rule
  outcome: Outcome
  /** The wallet that meets the condition. */
  wallet: HeldWallet | null
  /** The address that has delegated to that wallet what meets it. */
  vault: string | null
  /** The block at which its chain was read. */
  block: Block | null
  /** Why not, in words of a terminal; of a sum, also what it comes to. */
  reason: string | null
  parts: Verdict[]
}

/** What was read of a chain; a reason where it cannot be read, undefined where that was not tried. */
export type Look = (
  chain: string,
  question: Question,
) => { answer: Answer; block: Block } | { unavailable: string } | undefined

export interface RuleContext {
  look: Look
  /** Is told every question whose answer would matter. */
  want: (chain: string, question: Question) => void
  /** Whether on this chain the contract that a key is delegated to may answer for it (EIP-7702). */
  allowsDelegates: (chain: string) => boolean
  /** Where holdings are delegated on this chain; null where that is not read. */
  delegateRegistry: (chain: string) => string | null
  /** A name that was read before this moment is not known any more. */
  namesSince: number
}

/** Somebody, as rules look at them. */
export interface Holder {
  wallets: readonly HeldWallet[]
  /** Every wallet that they ever had here; those that they have now where it is left out. */
  had?: readonly HadWallet[]
}

export type Found = Partial<Pick<Verdict, 'wallet' | 'vault' | 'block' | 'reason'>>

/** What one wallet does for a condition. */
export type Met = Pick<Verdict, 'outcome'> & Found

export const is =
  (outcome: Outcome) =>
  (met: { outcome: Outcome }): boolean =>
    met.outcome === outcome

export const verdict = (rule: Rule, outcome: Outcome, found: Found = {}, parts: Verdict[] = []): Verdict => ({
  rule,
  outcome,
  wallet: null,
  vault: null,
  block: null,
  reason: null,
  ...found,
  parts,
})
