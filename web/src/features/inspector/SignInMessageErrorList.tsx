import { useState } from 'react'
import type {
  FoundMessageError,
  MessageTextRange,
  SuspiciousCharacter,
} from '@countersign/inspector/message-inspection-findings'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { getMessageErrorText } from './get-message-error-text.ts'
import { MessageInspectorResultItem } from './MessageInspectorResultSection.tsx'
import { getUnicodeCharacterLabel } from './get-unicode-character-label.ts'

const invisiblePattern = /([␊␍]|‹U\+[0-9A-F]{4,6}›)/

function VisibleText({ text }: { text: string }) {
  return (
    <code className="font-mono text-small whitespace-pre-wrap [overflow-wrap:anywhere]">
      {text.split(invisiblePattern).map((piece, index) =>
        index % 2 === 0 ? (
          piece
        ) : (
          <span
            key={index}
            className="mx-px inline-block rounded-control border border-amber bg-amber-tint px-1 text-caption leading-tight text-amber"
          >
            {getUnicodeCharacterLabel(parseCodePoint(piece))}
          </span>
        ),
      )}
    </code>
  )
}

function parseCodePoint(piece: string): number {
  if (piece === '␊') return 0x0a
  return piece === '␍' ? 0x0d : Number.parseInt(piece.slice(3, -1), 16)
}

interface MessageErrorsProps {
  text: string
  errors: readonly FoundMessageError[]
  strange: readonly SuspiciousCharacter[]
  fixedText: string | null
  onShow: (place: MessageTextRange) => void
  onFix: (text: string) => void
}

export function SignInMessageErrorList({ text, errors, strange, fixedText, onShow, onFix }: MessageErrorsProps) {
  const t = useTranslations()
  // The selection applies only to this text.
  const [chosen, setChosen] = useState({ text, index: 0 })
  const index = chosen.text === text ? Math.min(chosen.index, errors.length - 1) : 0
  const fault = errors[index]
  if (!fault) return null
  const certain = errors.filter(({ fix }) => fix?.certain).length
  return (
    <Card className="grid min-w-0 grid-cols-1 gap-5 px-4 py-4 max-lg:-order-1 sm:px-5">
      <MessageErrorExplanation
        fault={fault}
        character={strange.find(({ place }) => place.offset === fault.place.offset)?.name ?? null}
        number={index + 1}
        count={errors.length}
        onShow={onShow}
        onFix={onFix}
      />
      {errors.length > 1 && (
        <div className="grid gap-2 border-t border-line pt-4">
          <h3 className="font-sans text-small font-semibold">{t('inspector.errors')}</h3>
          <ol className="grid gap-1">
            {errors.map((each, at) => (
              <li key={`${each.place.offset} ${each.code} ${at}`}>
                <MessageErrorRow
                  fault={each}
                  number={at + 1}
                  isChosen={at === index}
                  onChoose={() => (setChosen({ text, index: at }), onShow(each.place))}
                />
              </li>
            ))}
          </ol>
          {certain > 1 && fixedText !== null && (
            <Button className="justify-self-start" onClick={() => onFix(fixedText)}>
              {certain === errors.length ? t('inspector.mendAll') : t('inspector.mendCertain')}
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

function MessageErrorRow({
  fault,
  number,
  isChosen,
  onChoose,
}: {
  fault: FoundMessageError
  number: number
  isChosen: boolean
  onChoose: () => void
}) {
  const t = useTranslations()
  return (
    <button
      type="button"
      aria-current={isChosen || undefined}
      onClick={onChoose}
      className={`grid min-h-9 w-full grid-cols-[1.5rem_1fr] items-start gap-x-2 rounded-control px-2 py-1 text-left text-small hover:bg-sunk pointer-coarse:min-h-11 ${isChosen ? 'bg-sunk' : ''}`}
    >
      <SignInMessageErrorNumberBadge number={number} />
      <span>
        {t(`messageErrors.${fault.code}.title`)}{' '}
        <span className="text-soft">
          {t('inspector.place', { line: fault.place.line, column: fault.place.column })}
        </span>
      </span>
    </button>
  )
}

interface MessageErrorExplanationProps extends Pick<MessageErrorsProps, 'onShow' | 'onFix'> {
  fault: FoundMessageError
  /** Name of a deceptive character; null if there is none. */
  character: string | null
  number: number
  count: number
}

function MessageErrorExplanation({ fault, character, number, count, onShow, onFix }: MessageErrorExplanationProps) {
  const t = useTranslations()
  const { title, action, allowed } = getMessageErrorText(t, fault.code)
  const { place, found, expected, rule, fix } = fault
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <p className="text-small text-soft">
          {`${t('inspector.faultNumber', { number, count })} · ${t('inspector.place', { line: place.line, column: place.column })}`}
        </p>
        <h3 className="flex items-start gap-2 text-lead">
          <SignInMessageErrorNumberBadge number={number} />
          {title}
        </h3>
        <code className="font-mono text-caption text-soft">{fault.code}</code>
      </div>
      <dl className="grid gap-3">
        <MessageInspectorResultItem name={t('inspector.found')}>
          {found === '' ? t('inspector.foundEnd') : <VisibleText text={found} />}
          {character !== null && <p className="font-mono text-caption text-soft">{character}</p>}
        </MessageInspectorResultItem>
        {(allowed !== null || expected !== null) && (
          <MessageInspectorResultItem name={t('inspector.may')}>
            {allowed !== null && <p>{allowed}</p>}
            {expected !== null && expected !== allowed && <VisibleText text={expected} />}
          </MessageInspectorResultItem>
        )}
        <MessageInspectorResultItem name={t('inspector.rule')}>{rule}</MessageInspectorResultItem>
        <MessageInspectorResultItem name={t('inspector.fix')}>{action}</MessageInspectorResultItem>
      </dl>
      <div className="flex flex-wrap gap-2">
        {fix && (
          <Button look={fix.certain ? 'main' : 'quiet'} onClick={() => onFix(fix.text)}>
            {fix.certain ? t('inspector.mendIt') : t('inspector.fixPerhaps')}
          </Button>
        )}
        <Button onClick={() => onShow(place)}>{t('inspector.showInText')}</Button>
      </div>
    </div>
  )
}

export function SignInMessageErrorNumberBadge({ number }: { number: number }) {
  return (
    <span
      aria-hidden="true"
      className="inline-grid h-6 min-w-6 place-items-center rounded-full bg-red px-1 font-sans text-caption font-semibold text-sheet tabular-nums select-none"
    >
      {number}
    </span>
  )
}
