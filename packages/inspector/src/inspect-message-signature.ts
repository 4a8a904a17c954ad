import type { MessageSignatureFinding } from './message-inspection-findings.ts'
import { guessChainFamilyInspector } from './chain-families/guess-chain-family-inspector.ts'

export const inspectMessageSignature = (signature: string, text: string): MessageSignatureFinding =>
  guessChainFamilyInspector(text).inspectSignature(signature.trim(), text)
