export type TransparencyLogErrorCode =
  | 'note.too_long'
  | 'note.not_text'
  | 'note.malformed'
  | 'note.too_many_signatures'
  | 'note.signature_wrong'
  | 'note.unsigned'
  | 'key.malformed'
  | 'key.name'
  | 'key.type'
  | 'key.id'
  | 'key.weak'
  | 'checkpoint.malformed'
  | 'checkpoint.origin'
  | 'checkpoint.size'
  | 'checkpoint.root'
  | 'range.malformed'
  | 'tile.malformed'
  | 'entries.malformed'
  | 'proof.malformed'
  | 'witness.malformed'

export class TransparencyLogError extends Error {
  override readonly name = 'TransparencyLogError'
  readonly code: TransparencyLogErrorCode

  /** @param detail a sentence for developers */
  constructor(code: TransparencyLogErrorCode, detail: string) {
    super(detail)
    this.code = code
  }
}
