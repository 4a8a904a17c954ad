// Accepts an export, a single exported entry, or a single proof (C2SP tlog-proof).
import { useMemo } from 'react'
import { createAuditProofVerifier } from '@countersign/api/verify-audit-proofs'
import { useTranslations } from 'use-intl'
import { AuditExportProofResults } from './AuditExportProofResults.tsx'
import { AuditEntryProofResults } from './AuditEntryProofResults.tsx'
import { parsePastedAuditProof, parseTrustedCheckpointKeys } from './parse-pasted-audit-proof.ts'
import { useAuditProofResultFormatter } from './use-audit-proof-result-formatter.ts'
import { useDebouncedAnnouncement } from './use-debounced-announcement.ts'
import { MessageInspectorVerdictHeading } from './MessageInspectorVerdictHeading.tsx'

export function AuditLogProofResults({ text, keys }: { text: string; keys: string }) {
  const t = useTranslations()
  const pasted = useMemo(() => parsePastedAuditProof(text), [text])
  const trusted = useMemo(() => parseTrustedCheckpointKeys(keys), [keys])
  switch (pasted.kind) {
    case 'export':
      return <AuditExportProofResults file={pasted.file} trusted={trusted} />
    case 'line':
    case 'proof':
      return <SingleProof pasted={pasted} trusted={trusted} />
    case 'unproved':
      return <MissingProof title={t('logProof.unproved')} text={t('logProof.unprovedText')} />
    case 'unreadable':
      return <MissingProof title={t('logProof.unreadable')} text={t('logProof.unreadableText')} />
  }
}

interface SingleProofProps {
  pasted: Extract<ReturnType<typeof parsePastedAuditProof>, { proof: string }>
  trusted: readonly string[] | undefined
}

function SingleProof({ pasted, trusted = [] }: SingleProofProps) {
  const result = useMemo(() => {
    const given = pasted.kind === 'line' ? { entry: pasted.line, firstLeaf: null, checkpoint: null } : undefined
    return createAuditProofVerifier(trusted).verifyProof(pasted.proof, given)
  }, [pasted, trusted])
  const { tone, sentence } = useAuditProofResultFormatter()(result)
  useDebouncedAnnouncement(sentence)
  return (
    <>
      <MessageInspectorVerdictHeading tone={tone} text={sentence} />
      <AuditEntryProofResults result={result} isAlone={pasted.kind === 'proof'} />
    </>
  )
}

function MissingProof({ title, text }: { title: string; text: string }) {
  useDebouncedAnnouncement(`${title} ${text}`)
  return (
    <>
      <MessageInspectorVerdictHeading tone="wrong" text={title} />
      <p>{text}</p>
    </>
  )
}
