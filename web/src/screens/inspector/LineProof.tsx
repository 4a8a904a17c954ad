// One proof in full: each step with how it came out, what the line says, and the checkpoint that it leads to.
import type { CheckedCheckpoint, CheckedProof, HashedLine, ProofFault } from '@countersign/api/check-proofs'
import { numberFormat } from '../../ui/formats.ts'
import { exactTime } from '../../ui/relative-time.ts'
import { useChapter, useSpeech } from '../../words/use-words.ts'
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
  const words = useChapter('logProof')
  const { faults, says, checkpoint } = result
  return (
    <>
      {!isInFile && faults.includes('signature_unknown') && <p>{words.unsignedText}</p>}
      <Part title={words.steps}>
        <Steps result={result} isAlone={isAlone} />
      </Part>
      {says !== null && <Says says={says} />}
      {checkpoint !== null && !isInFile && <CheckpointPart checkpoint={checkpoint} isKeyOfFile={false} />}
    </>
  )
}

function Steps({ result, isAlone }: { result: CheckedProof; isAlone: boolean }) {
  const words = useChapter('logProof')
  const { faults, says, checkpoint, isEvidenceShown } = result
  const good: Partial<Record<keyof typeof ofSteps, string>> =
    checkpoint === null
      ? {}
      : {
          ...(says !== null && { text: isAlone ? words.textAlone : words.text }),
          ...(isEvidenceShown === true && { evidence: words.evidence }),
          ...(says !== null && checkpoint.size !== null && { path: words.path }),
          signature: words.signature,
        }
  const known: readonly ProofFault[] = Object.values(ofSteps).flat()
  const others = faults.filter((fault) => !known.includes(fault))
  const steps = (Object.keys(ofSteps) as (keyof typeof ofSteps)[]).flatMap((step) => {
    const own: readonly ProofFault[] = ofSteps[step]
    const wrong = faults.filter((fault) => own.includes(fault))
    if (wrong.length > 0) return wrong.map((fault) => ({ isGood: false, text: words.faults[fault] }))
    const text = good[step]
    return text === undefined ? [] : [{ isGood: true, text }]
  })
  return (
    <ol className="grid gap-2">
      {[...others.map((fault) => ({ isGood: false, text: words.faults[fault] })), ...steps].map(({ isGood, text }) => (
        <li key={text}>
          <Outcome isGood={isGood} text={text} />
        </li>
      ))}
    </ol>
  )
}

function Says({ says }: { says: HashedLine }) {
  const words = useChapter('logProof')
  const { locale } = useSpeech()
  return (
    <Part title={words.says}>
      <dl className="grid gap-3">
        <Pair name={words.time}>{Number.isFinite(says.at) ? exactTime(says.at, locale) : String(says.at)}</Pair>
        <Pair name={words.kind}>
          <Exact>{says.type}</Exact>
        </Pair>
        <Pair name={words.outcome}>
          {says.outcome === 'success' || says.outcome === 'refused' ? words.outcomes[says.outcome] : says.outcome}
        </Pair>
        {says.details !== '{}' && (
          <Pair name={words.details}>
            <Exact>{says.details}</Exact>
          </Pair>
        )}
      </dl>
    </Part>
  )
}

export function CheckpointPart({ checkpoint, isKeyOfFile }: { checkpoint: CheckedCheckpoint; isKeyOfFile: boolean }) {
  const words = useChapter('logProof')
  const { locale } = useSpeech()
  const { origin, size, verifierKey, witnesses, strangers } = checkpoint
  if (origin === null || size === null) return null
  return (
    <Part title={words.checkpoint}>
      <dl className="grid gap-3">
        <Pair name={words.origin}>
          <Exact>{origin}</Exact>
        </Pair>
        <Pair name={words.size}>{numberFormat(locale).format(size)}</Pair>
        {verifierKey !== null && (
          <Pair name={words.key}>
            <Exact>{verifierKey}</Exact>
            {isKeyOfFile && <p className="mt-1 text-small text-soft">{words.keyOfFile}</p>}
          </Pair>
        )}
        <Pair name={words.witnesses}>
          {witnesses.length === 0 ? (
            <p className="text-small text-soft">{words.noWitness}</p>
          ) : (
            <ul className="grid gap-1">
              {witnesses.map(({ name, at }) => (
                <li key={name} className="[overflow-wrap:anywhere]">
                  {at === undefined ? name : words.witnessed(name, exactTime(at * 1000, locale))}
                </li>
              ))}
            </ul>
          )}
        </Pair>
        {strangers.length > 0 && (
          <Pair name={words.strangers}>
            <p className="[overflow-wrap:anywhere]">{[...new Set(strangers)].join(', ')}</p>
            <p className="mt-1 text-small text-soft">{words.strangersText}</p>
          </Pair>
        )}
      </dl>
    </Part>
  )
}
