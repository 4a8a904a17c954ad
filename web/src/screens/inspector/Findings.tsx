// Everything that was found, the verdict first.
import type { Findings as Found, Place } from '@countersign/inspector/findings'
import { familyNames } from '../../wallet/families/names.ts'
import { useTranslations } from 'use-intl'
import { Faults } from './Faults.tsx'
import { FieldTable } from './FieldTable.tsx'
import { Hints } from './Hints.tsx'
import { MarkedText } from './MarkedText.tsx'
import { OriginCheck } from './OriginCheck.tsx'
import { Part } from './Part.tsx'
import { SignatureCheck } from './SignatureCheck.tsx'
import { StrangeCharacters } from './StrangeCharacters.tsx'
import { TimeWindow } from './TimeWindow.tsx'
import { Verdict } from './Verdict.tsx'

interface FindingsProps {
  findings: Found
  text: string
  /** The moment that was given; null for now. */
  at: number | null
  onShow: (place: Place) => void
  onMend: (text: string) => void
}

export function Findings({ findings, text, at, onShow, onMend }: FindingsProps) {
  const t = useTranslations()
  const { outcome, namespace, faults, fields, strange, hints, time, origin, signature, mended } = findings
  const family = familyNames[namespace]
  const isSound = outcome === 'well-formed'
  return (
    <>
      <Verdict
        tone={isSound ? 'good' : 'wrong'}
        text={
          isSound ? t('inspector.wellFormed', { family }) : t('inspector.malformed', { count: faults.length, family })
        }
      />
      {!isSound && (
        <Faults text={text} faults={faults} strange={strange} mended={mended} onShow={onShow} onMend={onMend} />
      )}
      {!isSound && (
        <Part title={t('inspector.text')}>
          <MarkedText text={text} faults={faults} strange={strange} />
          <StrangeCharacters strange={strange} onShow={onShow} />
        </Part>
      )}
      {signature && <SignatureCheck signature={signature} />}
      {time && <TimeWindow time={time} isNow={at === null} />}
      {origin && <OriginCheck origin={origin} />}
      {fields.length > 0 && <FieldTable fields={fields} />}
      <Hints hints={hints} onShow={onShow} />
    </>
  )
}
