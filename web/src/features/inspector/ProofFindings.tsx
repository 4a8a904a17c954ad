// Whether lines of the activity stood in the log of a checkpoint: verified here, by nothing but the text and the keys. What is pasted is a whole export, one line
// out of it, or a proof alone (inclusion proof, C2SP tlog-proof).
import { useMemo } from 'react'
import { createProofCheck } from '@countersign/api/check-proofs'
import { useTranslations } from 'use-intl'
import { ExportProofs } from './ExportProofs.tsx'
import { LineProof } from './LineProof.tsx'
import { readPasted, readTrusted } from './read-pasted.ts'
import { useProofSentence } from './use-proof-sentence.ts'
import { useSaidAtRest } from './use-said-at-rest.ts'
import { Verdict } from './Verdict.tsx'

export function ProofFindings({ text, keys }: { text: string; keys: string }) {
  const t = useTranslations()
  const pasted = useMemo(() => readPasted(text), [text])
  const trusted = useMemo(() => readTrusted(keys), [keys])
  switch (pasted.kind) {
    case 'export':
      return <ExportProofs file={pasted.file} trusted={trusted} />
    case 'line':
    case 'proof':
      return <OneProof pasted={pasted} trusted={trusted} />
    case 'unproved':
      return <Nothing title={t('logProof.unproved')} text={t('logProof.unprovedText')} />
    case 'unreadable':
      return <Nothing title={t('logProof.unreadable')} text={t('logProof.unreadableText')} />
  }
}

interface OneProofProps {
  pasted: Extract<ReturnType<typeof readPasted>, { proof: string }>
  trusted: readonly string[] | undefined
}

function OneProof({ pasted, trusted = [] }: OneProofProps) {
  const result = useMemo(() => {
    const given = pasted.kind === 'line' ? { line: pasted.line, firstLeaf: null, checkpoint: null } : undefined
    return createProofCheck(trusted).proof(pasted.proof, given)
  }, [pasted, trusted])
  const { tone, sentence } = useProofSentence()(result)
  useSaidAtRest(sentence)
  return (
    <>
      <Verdict tone={tone} text={sentence} />
      <LineProof result={result} isAlone={pasted.kind === 'proof'} />
    </>
  )
}

function Nothing({ title, text }: { title: string; text: string }) {
  useSaidAtRest(`${title} ${text}`)
  return (
    <>
      <Verdict tone="wrong" text={title} />
      <p>{text}</p>
    </>
  )
}
