// All lines of an export: whether each stood in the log of the checkpoint, which do not, and one of them in full.
import { useState } from 'react'
import type { CheckedLine, ProvedFile } from '@countersign/api/check-proofs'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { useTranslations } from 'use-intl'
import { Field, fieldLook } from './Field.tsx'
import { CheckpointPart, LineProof } from './LineProof.tsx'
import { Outcome } from './Outcome.tsx'
import { Part } from './Part.tsx'
import { useCheckedLines } from './use-checked-lines.ts'
import type { CheckedFile } from './use-checked-lines.ts'
import { useProofSentence } from './use-proof-sentence.ts'
import { useSaidAtRest } from './use-said-at-rest.ts'
import { Verdict } from './Verdict.tsx'
import type { VerdictTone } from './Verdict.tsx'

/** How many of those that fail are named. */
const named = 20

export function ExportProofs({ file, trusted }: { file: ProvedFile; trusted: readonly string[] | undefined }) {
  const t = useTranslations()
  const checked = useCheckedLines(file, trusted)
  const isDone = checked?.isDone === true
  const { tone, sentence } = useFileSentence()(checked)
  useSaidAtRest(sentence)
  if (!isDone)
    return (
      <p className="text-soft">
        {t('logProof.checking', { count: checked?.lines.length ?? 0, all: file.activity.length })}
      </p>
    )
  const { lines, checkpoint } = checked
  const failing = failingOf(checked)
  const without = lines.filter(({ result }) => result === null).length
  const isKeyOfFile = trusted === undefined
  return (
    <>
      <Verdict tone={tone} text={sentence} />
      {without > 0 && checkpoint !== null && <p>{t('logProof.without', { count: without })}</p>}
      {failing.length > 0 && <Failing failing={failing} />}
      {checkpoint !== null && checkpoint.faults.length > 0 && (
        <ul className="grid gap-1">
          {checkpoint.faults.map((fault) => (
            <li key={fault}>
              <Outcome isGood={false} text={t(`logProof.faults.${fault}`)} />
            </li>
          ))}
        </ul>
      )}
      {checkpoint !== null && <CheckpointPart checkpoint={checkpoint} isKeyOfFile={isKeyOfFile} />}
      {checkpoint !== null && lines.length > 0 && <OneLine lines={lines} first={failing[0]} />}
    </>
  )
}

/** Lines that fail by themselves. What is wrong with the checkpoint is so for all, and said once. */
const failingOf = ({ lines, checkpoint }: CheckedFile): CheckedLine[] =>
  lines.flatMap(({ line, result }) => {
    const faults = result?.faults.filter((fault) => checkpoint?.faults.includes(fault) !== true) ?? []
    return result === null || faults.length === 0 ? [] : [{ line, result: { ...result, faults } }]
  })

function useFileSentence(): (checked: CheckedFile | null) => { tone: VerdictTone; sentence: string } {
  const t = useTranslations()
  return (checked) => {
    if (checked?.isDone !== true) return { tone: 'open', sentence: '' }
    const { lines, checkpoint } = checked
    if (checkpoint === null) return { tone: 'open', sentence: t('logProof.noCheckpoint') }
    const failing = failingOf(checked).length
    const proved = lines.filter(({ result }) => result !== null).length
    if (failing > 0)
      return {
        tone: 'wrong',
        sentence: t('logProof.someDoNot', { count: failing, all: lines.length }),
      }
    if (checkpoint.faults.length > 0) return { tone: 'wrong', sentence: t('logProof.checkpointWrong') }
    return { tone: 'good', sentence: t('logProof.allStood', { count: proved, origin: checkpoint.origin ?? '' }) }
  }
}

function Failing({ failing }: { failing: readonly CheckedLine[] }) {
  const t = useTranslations()
  return (
    <Part title={t('logProof.failing')}>
      <ul className="grid gap-3">
        {failing.slice(0, named).map(({ line, result }, at) => (
          <li key={at} className="grid gap-1">
            <p className="font-semibold">
              {line === null ? t('logProof.unnamedLine') : t('logProof.line', { sequence: line.sequence })}
            </p>
            {result?.faults.map((fault) => (
              <Outcome key={fault} isGood={false} text={t(`logProof.faults.${fault}`)} />
            ))}
          </li>
        ))}
      </ul>
      {failing.length > named && <p className="text-soft">{t('logProof.more', { count: failing.length - named })}</p>}
    </Part>
  )
}

/** A line by its number: to begin with the first that fails, or else the newest. */
function OneLine({ lines, first }: { lines: readonly CheckedLine[]; first: CheckedLine | undefined }) {
  const t = useTranslations()
  const sentenceOf = useProofSentence()
  const shown = first?.line ?? lines.find(({ line, result }) => line !== null && result !== null)?.line
  const [number, setNumber] = useState(String(shown?.sequence ?? ''))
  const chosen = lines.find(({ line }) => line !== null && String(line.sequence) === number.trim())
  const result = chosen?.result ?? null
  const said = result === null ? null : sentenceOf(result)
  return (
    <Part title={t('logProof.one')}>
      <Field label={t('logProof.number')} fault={chosen === undefined ? t('logProof.noSuchLine') : null}>
        {(described) => (
          <input
            value={number}
            onChange={({ target }) => setNumber(target.value)}
            inputMode="numeric"
            {...fieldLook}
            {...described}
          />
        )}
      </Field>
      {chosen !== undefined && result === null && <p>{t('logProof.lineWithout')}</p>}
      {said !== null && result !== null && (
        <>
          <Outcome isGood={said.tone === 'good'} text={said.sentence} />
          <LineProof result={result} isAlone={false} isInFile />
        </>
      )}
      {chosen?.line?.proof != null && (
        <CopyButton text={chosen.line.proof} label={t('logProof.copy')} small className="justify-self-start" />
      )}
    </Part>
  )
}
