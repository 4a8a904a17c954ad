// Fetches what verifies proofs of the log (code splitting): whoever looks at a message needs none of it.
import { LatePart } from '../../ui/LatePart.tsx'
import { useLate } from '../../ui/use-late.ts'

const load = () => import('./ProofFindings.tsx')
const chapters = ['logProof'] as const

export function LateProofFindings({ text, keys }: { text: string; keys: string }) {
  const loadWithWords = useLate(load, chapters)
  return (
    <LatePart load={loadWithWords} meanwhile={null}>
      {({ ProofFindings }) => <ProofFindings text={text} keys={keys} />}
    </LatePart>
  )
}
