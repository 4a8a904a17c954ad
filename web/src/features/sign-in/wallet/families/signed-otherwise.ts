// What a wallet of another chain family signed is of no use. In a file of its own, because what reads every failure of a wallet knows it, too.

/** Why what a wallet signed is of no use: each has words of its own (proving.refusals). */
export type FamilyRefusal = 'wallet.text_changed' | 'wallet.text_prefixed' | 'wallet.old_signature'

/** Thrown where a wallet signed something, and it is of no use. */
export class SignedOtherwise extends Error {
  readonly refusal: FamilyRefusal
  constructor(refusal: FamilyRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}
