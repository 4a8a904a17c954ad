// A change of a text that lets reading go on after a fault: stretches of the text in a new order, with new text between
// them. Where each character came from is kept, so that a later fault can be told by its place in the text that was pasted.

/** A stretch of the text, from one offset to another, or new text. */
export type Piece = readonly [from: number, to: number] | string

/** A change that mends a fault. */
export interface Repair {
  readonly pieces: readonly Piece[]
  /** Whether only this can have been meant. */
  readonly certain: boolean
}

/** A text under repair. */
export interface Draft {
  readonly text: string
  /** For each unit, and for the end, its offset in the pasted text; `~offset` for new text that stands before it. */
  readonly origins: readonly number[]
}

/** Replaces one stretch of the text. */
export function replace(text: string, from: number, to: number, by: string, certain: boolean): Repair {
  return { pieces: [[0, from], by, [to, text.length]], certain }
}

/** The pasted text itself. */
export function draftOf(text: string): Draft {
  return { text, origins: Array.from({ length: text.length + 1 }, (_, offset) => offset) }
}

/** The text after the repair. */
export function applyTo(text: string, { pieces }: Repair): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : text.slice(...piece))).join('')
}

/** The draft after the repair, with where everything came from. */
export function repairDraft({ text, origins }: Draft, repair: Repair): Draft {
  const after: number[] = []
  let last = 0
  for (const piece of repair.pieces) {
    if (typeof piece === 'string') {
      const origin = origins[last]!
      for (let index = 0; index < piece.length; index += 1) after.push(origin < 0 ? origin : ~origin)
    } else {
      for (let at = piece[0]; at < piece[1]; at += 1) after.push(origins[at]!)
      last = piece[1]
    }
  }
  after.push(origins.at(-1)!)
  return { text: applyTo(text, repair), origins: after }
}

/** Whether the repair leaves everything that stands there, and only adds. */
export function onlyInserts(text: string, { pieces }: Repair): boolean {
  return pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? 0 : piece[1] - piece[0]), 0) === text.length
}
