// What a wallet of another chain family signed is of no use. In a file of its own, because what reads every failure of a wallet knows it, too.

/** Why what a wallet signed is of no use: each has words of its own (proving.refusals). */
export type UnusableSignatureCode = 'wallet.text_changed' | 'wallet.text_prefixed' | 'wallet.old_signature'

/** Thrown where a wallet signed something, and it is of no use. */
export class UnusableSignatureError extends Error {
  readonly refusal: UnusableSignatureCode
  constructor(refusal: UnusableSignatureCode) {
    super(refusal)
    this.refusal = refusal
  }
}
