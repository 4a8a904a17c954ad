/** The texts are in `proving.refusals`. */
export type UnusableSignatureCode = 'wallet.text_changed' | 'wallet.text_prefixed' | 'wallet.old_signature'

export class UnusableSignatureError extends Error {
  readonly refusal: UnusableSignatureCode
  constructor(refusal: UnusableSignatureCode) {
    super(refusal)
    this.refusal = refusal
  }
}
