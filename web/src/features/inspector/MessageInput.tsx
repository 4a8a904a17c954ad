// What is looked at: the message as it was pasted, letter by letter, its signature, and in case the origin and the time.
import { useId, useImperativeHandle, useRef, useState } from 'react'
import type { ClipboardEvent, Ref } from 'react'
import type { TextRange } from '@countersign/inspector/inspection-findings'
import { parseOrigin } from '@countersign/inspector/check-message-origin'
import { isMissingScheme } from '@countersign/inspector/is-missing-scheme'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { applyTextAreaEdit, toTextAreaOffset, toTextAreaText, fromTextAreaOffset } from './text-area-line-endings.ts'
import { emptyInspectorInput, formatInspectorFragment } from './inspector-fragment.ts'
import type { InspectorInput } from './inspector-fragment.ts'
import { exactTextAreaProps, FormField, exactInputProps } from './FormField.tsx'
import { parseMoment } from './parse-moment.ts'

/** What others may have the text area do. */
export interface MessageInputHandle {
  /** Selects a place of the text, so that it is seen and the keyboard goes on from there. */
  select: (place: TextRange) => void
  focus: () => void
}

/** A file that was opened, and is not shown in the text area. */
export interface OpenedFile {
  name: string
  text: string
}

interface MessageInputProps {
  inspected: InspectorInput
  opened: OpenedFile | null
  /** Whether what is looked at is about the log, of which keys are asked for instead of a signature. */
  isProof: boolean
  onOpen: (file: OpenedFile | null) => void
  onChange: (inspected: InspectorInput) => void
  /** The text as it was before it was mended; null where there is nothing to undo. */
  before: string | null
  onUndo: (text: string) => void
  ref: Ref<MessageInputHandle>
}

export function MessageInput({ inspected, opened, isProof, onOpen, onChange, before, onUndo, ref }: MessageInputProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const area = useRef<HTMLTextAreaElement>(null)
  /** The text with the line endings that were taken for the clipboard's own. */
  const [withEndings, setWithEndings] = useState<string | null>(null)
  const hint = useId()
  const { text, signature, origin, at } = inspected
  const isOpen = origin !== '' || at !== ''
  const fragment = formatInspectorFragment(inspected)

  useImperativeHandle(ref, () => ({
    select({ offset, length }) {
      area.current?.setSelectionRange(toTextAreaOffset(text, offset), toTextAreaOffset(text, offset + length))
      // A text area scrolls to its selection when it gets the focus, and not when it has it.
      area.current?.blur()
      area.current?.focus()
    },
    focus: () => area.current?.focus(),
  }))

  /** A text area would lose the line endings of what is pasted; these are put in by hand. All else is left to the browser. */
  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    if (!pasted.includes('\r')) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const put = (piece: string) =>
      text.slice(0, fromTextAreaOffset(text, selectionStart)) +
      piece +
      text.slice(fromTextAreaOffset(text, selectionEnd))
    // On Windows every text on the clipboard has CRLF; then nothing is known about the text that was copied.
    const isOfClipboard = navigator.userAgent.includes('Windows') && !/(?<!\r)\n|\r(?!\n)/.test(pasted)
    setWithEndings(isOfClipboard ? put(pasted) : null)
    onChange({ ...inspected, text: put(isOfClipboard ? toTextAreaText(pasted) : pasted) })
  }

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(`${location.origin}${location.pathname}${fragment ?? ''}`)
      announce(t('inspector.linkCopied'))
    } catch {
      announce(t('ui.notCopied'))
    }
  }

  return (
    <Card className="grid min-w-0 grid-cols-1 gap-4 px-4 py-5 sm:px-5 lg:sticky lg:top-4">
      <label className="grid gap-1">
        <span className="font-semibold">{t('inspector.message')}</span>
        <span id={hint} className="text-small text-soft">
          {t('inspector.messageHint')}
        </span>
        <textarea
          ref={area}
          value={toTextAreaText(text)}
          onChange={({ target }) => {
            setWithEndings(null)
            onChange({ ...inspected, text: applyTextAreaEdit(text, target.value) })
          }}
          onPaste={paste}
          rows={14}
          placeholder={'example.com wants you to sign in with your Ethereum account:\n0x…'}
          aria-describedby={hint}
          {...exactTextAreaProps}
          className={`${exactTextAreaProps.className} resize-y`}
        />
      </label>
      {withEndings !== null && (
        <div className="grid gap-1 rounded-control border border-amber bg-amber-tint px-3 py-2 text-small">
          <p className="font-semibold text-amber">{t('inspector.converted.title')}</p>
          <p>{t('inspector.converted.text')}</p>
          <Button
            look="bare"
            className="justify-self-start"
            onClick={() => {
              onChange({ ...inspected, text: withEndings })
              setWithEndings(null)
              area.current?.focus()
            }}
          >
            {t('inspector.converted.keep')}
          </Button>
        </div>
      )}
      {before !== null && (
        <div className="grid gap-1 rounded-control border border-line bg-sunk px-3 py-2 text-small">
          <p>
            <span className="font-semibold">{t('inspector.mended')}</span> {t('inspector.mendedText')}
          </p>
          <Button look="bare" className="justify-self-start" onClick={() => onUndo(before)}>
            {t('inspector.undo')}
          </Button>
        </div>
      )}
      {opened !== null && (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-control border border-line bg-sunk px-3 py-1 text-small">
          <p className="min-w-0 [overflow-wrap:anywhere]">{t('inspector.opened', { name: opened.name })}</p>
          <Button
            look="bare"
            small
            onClick={() => {
              onOpen(null)
              area.current?.focus()
            }}
          >
            {t('inspector.close')}
          </Button>
        </div>
      )}
      <label className="grid gap-1">
        <span className="font-semibold">{isProof ? t('inspector.keys') : t('inspector.signature')}</span>
        {isProof && <span className="text-small text-soft">{t('inspector.keysHint')}</span>}
        <textarea
          value={signature}
          onChange={({ target }) => onChange({ ...inspected, signature: target.value })}
          rows={2}
          placeholder={isProof ? 'example.com/activity+…' : '0x…'}
          {...exactTextAreaProps}
          className={`${exactTextAreaProps.className} resize-y break-all`}
        />
      </label>
      <details open={isOpen || undefined} hidden={isProof} className="text-small">
        <summary className="min-h-6 rounded-control text-seal">{t('inspector.more')}</summary>
        <div className="grid gap-4 pt-3 sm:grid-cols-2">
          <FormField
            label={t('inspector.origin')}
            hint={t('inspector.originHint')}
            fault={
              origin === '' || parseOrigin(origin)
                ? null
                : isMissingScheme(origin)
                  ? t('inspector.originWithoutScheme')
                  : t('inspector.originInvalid')
            }
          >
            {(described) => (
              <input
                value={origin}
                onChange={({ target }) => onChange({ ...inspected, origin: target.value })}
                inputMode="url"
                {...exactInputProps}
                {...described}
              />
            )}
          </FormField>
          <FormField
            label={t('inspector.at')}
            hint={t('inspector.atHint')}
            fault={at.trim() === '' || parseMoment(at) !== null ? null : t('inspector.atInvalid')}
          >
            {(described) => (
              <input
                value={at}
                onChange={({ target }) => onChange({ ...inspected, at: target.value })}
                {...exactInputProps}
                {...described}
              />
            )}
          </FormField>
        </div>
      </details>
      <div className="flex flex-wrap gap-2">
        <OpenFile label={t('inspector.openFile')} onOpen={onOpen} />
        <Button onClick={copyLink} disabledReason={fragment === null ? t('inspector.linkTooLong') : undefined}>
          {t('inspector.copyLink')}
        </Button>
        <Button
          look="bare"
          onClick={() => {
            onChange(emptyInspectorInput)
            setWithEndings(null)
            area.current?.focus()
          }}
        >
          {t('inspector.clear')}
        </Button>
      </div>
    </Card>
  )
}

function OpenFile({ label, onOpen }: { label: string; onOpen: (file: OpenedFile) => void }) {
  const input = useRef<HTMLInputElement>(null)
  async function take(file: File | undefined) {
    if (file !== undefined) onOpen({ name: file.name, text: await file.text() })
  }
  return (
    // A line of its own where all would hardly have room in one: whether they do would depend on the font that is there yet.
    <div className="basis-full sm:basis-auto">
      <input
        ref={input}
        type="file"
        // The button opens it, and is all that anybody meets.
        hidden
        onChange={({ target }) => {
          void take(target.files?.[0])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>{label}</Button>
    </div>
  )
}
