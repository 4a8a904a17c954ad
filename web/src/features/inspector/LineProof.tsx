// One proof in full: each step with how it came out, what the line says, and the checkpoint that it leads to.
import type { CheckedCheckpoint, CheckedProof, HashedLine, ProofFault } from '@countersign/api/check-proofs'
import { numberFormat } from '../../ui/formats.ts'
import { exactTime } from '../../ui/relative-time.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'
import { Outcome } from './Outcome.tsx'
import { Exact, Pair, Part } from './Part.tsx'

interface LineProofProps {
  result: CheckedProof
  /** Whether there is nothing but the proof: no line that could say something else. */
  isAlone: boolean
  /** Whether the checkpoint is told elsewhere. */
  isInFile?: boolean
}

/** Which faults are those of a step; what is not named here keeps everything from being looked at. */
const ofSteps = {
  text: ['text_missing', 'text_malformed', 'line_differs', 'place_differs'],
  evidence: ['evidence_differs'],
  path: ['path_wrong'],
  signature: ['checkpoint_malformed', 'checkpoint_differs', 'key_malformed', 'signature_unknown', 'signature_wrong'],
} as const satisfies Readonly<Record<string, readonly ProofFault[]>>

export function LineProof({ result, isAlone, isInFile = false }: LineProofProps) {
  const t = useTranslations()
  const { faults, says, checkpoint } = result
  return (
    <>
      {!isInFile && faults.includes('signature_unknown') && <p>{t('logProof.unsignedText')}</p>}
      <Part title={t('logProof.steps')}>
        <Steps result={result} isAlone={isAlone} />
      </Part>
      {says !== null && <Says says={says} />}
      {checkpoint !== null && !isInFile && <CheckpointPart checkpoint={checkpoint} isKeyOfFile={false} />}
    </>
  )
}

function Steps({ result, isAlone }: { result: CheckedProof; isAlone: boolean }) {
  const t = useTranslations()
  const { faults, says, checkpoint, isEvidenceShown } = result
  const good: Partial<Record<keyof typeof ofSteps, string>> =
    checkpoint === null
      ? {}
      : {
          ...(says !== null && { text: isAlone ? t('logProof.textAlone') : t('logProof.text') }),
          ...(isEvidenceShown === true && { evidence: t('logProof.evidence') }),
          ...(says !== null && checkpoint.size !== null && { path: t('logProof.path') }),
          signature: t('logProof.signature'),
        }
  const known: readonly ProofFault[] = Object.values(ofSteps).flat()
  const others = faults.filter((fault) => !known.includes(fault))
  const steps = (Object.keys(ofSteps) as (keyof typeof ofSteps)[]).flatMap((step) => {
    const own: readonly ProofFault[] = ofSteps[step]
    const wrong = faults.filter((fault) => own.includes(fault))
    if (wrong.length > 0) return wrong.map((fault) => ({ isGood: false, text: t(`logProof.faults.${fault}`) }))
    const text = good[step]
    return text === undefined ? [] : [{ isGood: true, text }]
  })
  return (
    <ol className="grid gap-2">
      {[...others.map((fault) => ({ isGood: false, text: t(`logProof.faults.${fault}`) })), ...steps].map(
        ({ isGood, text }) => (
          <li key={text}>
            <Outcome isGood={isGood} text={text} />
          </li>
        ),
      )}
    </ol>
  )
}

function Says({ says }: { says: HashedLine }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  return (
    <Part title={t('logProof.says')}>
      <dl className="grid gap-3">
        <Pair name={t('logProof.time')}>{Number.isFinite(says.at) ? exactTime(says.at, locale) : String(says.at)}</Pair>
        <Pair name={t('logProof.kind')}>
          <Exact>{says.type}</Exact>
        </Pair>
        <Pair name={t('logProof.outcome')}>
          {says.outcome === 'success' || says.outcome === 'refused'
            ? t(`logProof.outcomes.${says.outcome}`)
            : says.outcome}
        </Pair>
        {says.details !== '{}' && (
          <Pair name={t('logProof.details')}>
            <Exact>{says.details}</Exact>
          </Pair>
        )}
      </dl>
    </Part>
  )
}

export function CheckpointPart({ checkpoint, isKeyOfFile }: { checkpoint: CheckedCheckpoint; isKeyOfFile: boolean }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { origin, size, verifierKey, witnesses, strangers } = checkpoint
  if (origin === null || size === null) return null
  return (
    <Part title={t('logProof.checkpoint')}>
      <dl className="grid gap-3">
        <Pair name={t('logProof.origin')}>
          <Exact>{origin}</Exact>
        </Pair>
        <Pair name={t('logProof.size')}>{numberFormat(locale).format(size)}</Pair>
        {verifierKey !== null && (
          <Pair name={t('logProof.key')}>
            <Exact>{verifierKey}</Exact>
            {isKeyOfFile && <p className="mt-1 text-small text-soft">{t('logProof.keyOfFile')}</p>}
          </Pair>
        )}
        <Pair name={t('logProof.witnesses')}>
          {witnesses.length === 0 ? (
            <p className="text-small text-soft">{t('logProof.noWitness')}</p>
          ) : (
            <ul className="grid gap-1">
              {witnesses.map(({ name, at }) => (
                <li key={name} className="[overflow-wrap:anywhere]">
                  {at === undefined ? name : t('logProof.witnessed', { name, time: exactTime(at * 1000, locale) })}
                </li>
              ))}
            </ul>
          )}
        </Pair>
        {strangers.length > 0 && (
          <Pair name={t('logProof.strangers')}>
            <p className="[overflow-wrap:anywhere]">{[...new Set(strangers)].join(', ')}</p>
            <p className="mt-1 text-small text-soft">{t('logProof.strangersText')}</p>
          </Pair>
        )}
      </dl>
    </Part>
  )
}
