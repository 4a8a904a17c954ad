// What a pasted signature is, and whose: as the chain family has it that the text was meant for.
import type { SignatureFinding } from './findings.ts'
import { meantFamily } from './families/meant-family.ts'

/** Reads a signature over the text as it stands, well-formed or not. Space around it is left aside. */
export const readSignature = (signature: string, text: string): SignatureFinding =>
  meantFamily(text).readSignature(signature.trim(), text)
