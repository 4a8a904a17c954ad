// What a text or file of a log is refused for: one class, with a code from a closed union, so that a switch over it is complete.

/** Every reason for which something is refused. */
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

/** Something of a log that was read, or was to be written, is not as the standard has it. */
export class TransparencyLogError extends Error {
  override readonly name = 'TransparencyLogError'
  readonly code: TransparencyLogErrorCode

  /**
   * @param code which rule it broke
   * @param detail a sentence for whoever looks into it
   */
  constructor(code: TransparencyLogErrorCode, detail: string) {
    super(detail)
    this.code = code
  }
}
