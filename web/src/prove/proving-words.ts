// The words of the states that come after a wallet is chosen.
import type { Chapters } from '../words/shape.ts'

export type ProvingWords = Chapters['proving']
