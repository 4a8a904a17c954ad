// What a pasted signature is, and whose: as the chain family has it that the text was meant for.
import type { MessageSignatureFinding } from './message-inspection-findings.ts'
import { guessChainFamilyInspector } from './chain-families/guess-chain-family-inspector.ts'

/** Reads a signature over the text as it stands, well-formed or not. Space around it is left aside. */
export const inspectMessageSignature = (signature: string, text: string): MessageSignatureFinding =>
  guessChainFamilyInspector(text).inspectSignature(signature.trim(), text)
