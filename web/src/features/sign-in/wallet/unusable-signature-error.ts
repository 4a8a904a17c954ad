/** The texts are in `proving.refusals`. */
export type UnusableSignatureCode =
  | 'wallet.text_changed'
  | 'wallet.old_hardware_app'
  | 'wallet.old_signature'
  | 'wallet.address_type'

export class UnusableSignatureError extends Error {
  readonly refusal: UnusableSignatureCode
  constructor(refusal: UnusableSignatureCode) {
    super(refusal)
    this.refusal = refusal
  }
}
