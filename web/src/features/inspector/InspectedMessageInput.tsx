import { useId, useImperativeHandle, useRef, useState } from 'react'
import type { ClipboardEvent, Ref } from 'react'
import type { MessageTextRange } from '@countersign/inspector/message-inspection-findings'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import {
  applyTextAreaEdit,
  convertTextOffsetToTextArea,
  normalizeLineEndingsForTextArea,
  convertTextAreaOffsetToText,
} from './text-area-line-endings.ts'
import { emptyMessageInspectorInputValues, formatMessageInspectorFragment } from './message-inspector-url-fragment.ts'
import type { MessageInspectorInputValues } from './message-inspector-url-fragment.ts'
import { verbatimMonospaceTextAreaProps } from './MessageInspectorFormField.tsx'
import { ConvertedLineEndingsNotice, InspectedFileNotice, FixedMessageNotice } from './InspectedMessageNotices.tsx'
import { ExpectedOriginAndTimeFields } from './ExpectedOriginAndTimeFields.tsx'

export interface InspectedMessageInputHandle {
  select: (place: MessageTextRange) => void
  focus: () => void
}

export interface MessageInspectorFile {
  name: string
  text: string
}

interface InspectedMessageInputProps {
  inspected: MessageInspectorInputValues
  opened: MessageInspectorFile | null
  /** For a proof, the second field takes keys instead of a signature. */
  isProof: boolean
  onOpen: (file: MessageInspectorFile | null) => void
  onChange: (inspected: MessageInspectorInputValues) => void
  /** The text before a fix; null if there is nothing to undo. */
  before: string | null
  onUndo: (text: string) => void
  ref: Ref<InspectedMessageInputHandle>
}

export function InspectedMessageInput({
  inspected,
  opened,
  isProof,
  onOpen,
  onChange,
  before,
  onUndo,
  ref,
}: InspectedMessageInputProps) {
  const t = useTranslations()
  const area = useRef<HTMLTextAreaElement>(null)
  /** The pasted text with CRLF line endings, which the clipboard probably added. */
  const [withEndings, setWithEndings] = useState<string | null>(null)
  const hint = useId()
  const { text } = inspected
  const { fragment, copyLink } = useInspectorLink(inspected)

  useImperativeHandle(ref, () => ({
    select({ offset, length }) {
      area.current?.setSelectionRange(
        convertTextOffsetToTextArea(text, offset),
        convertTextOffsetToTextArea(text, offset + length),
      )
      // A text area scrolls to its selection only when it gets the focus.
      area.current?.blur()
      area.current?.focus()
    },
    focus: () => area.current?.focus(),
  }))

  function paste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = pasteWithLineEndings(text, event)
    if (pasted === null) return
    setWithEndings(pasted.withEndings)
    onChange({ ...inspected, text: pasted.text })
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
          value={normalizeLineEndingsForTextArea(text)}
          onChange={({ target }) => {
            setWithEndings(null)
            onChange({ ...inspected, text: applyTextAreaEdit(text, target.value) })
          }}
          onPaste={paste}
          placeholder={'example.com wants you to sign in with your Ethereum account:\n0x…'}
          aria-describedby={hint}
          {...verbatimMonospaceTextAreaProps}
          className={`${verbatimMonospaceTextAreaProps.className} field-sizing-content min-h-60 max-h-[80dvh] resize-y`}
        />
      </label>
      {withEndings !== null && (
        <ConvertedLineEndingsNotice
          onKeep={() => {
            onChange({ ...inspected, text: withEndings })
            setWithEndings(null)
            area.current?.focus()
          }}
        />
      )}
      {before !== null && <FixedMessageNotice onUndo={() => onUndo(before)} />}
      {opened !== null && (
        <InspectedFileNotice
          name={opened.name}
          onClose={() => {
            onOpen(null)
            area.current?.focus()
          }}
        />
      )}
      <SignatureField inspected={inspected} isProof={isProof} onChange={onChange} />
      <ExpectedOriginAndTimeFields inspected={inspected} isHidden={isProof} onChange={onChange} />
      <div className="flex flex-wrap gap-2">
        <OpenFile label={t('inspector.openFile')} onOpen={onOpen} />
        <Button onClick={copyLink} disabledReason={fragment === null ? t('inspector.linkTooLong') : undefined}>
          {t('inspector.copyLink')}
        </Button>
        <Button
          look="bare"
          onClick={() => {
            onChange(emptyMessageInspectorInputValues)
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

/** `fragment` is null if the input is too long for a link. */
function useInspectorLink(inspected: InspectedMessageInputProps['inspected']) {
  const t = useTranslations()
  const announce = useAnnounce()
  const fragment = formatMessageInspectorFragment(inspected)
  const copyLink = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(`${location.origin}${location.pathname}${fragment ?? ''}`)
      announce(t('inspector.linkCopied'))
    } catch {
      announce(t('ui.notCopied'))
    }
  }
  return { fragment, copyLink }
}

interface PastedText {
  text: string
  /** With the CRLF endings that the clipboard probably added; null if `text` has them. */
  withEndings: string | null
}

/** Inserts pasted text with its line endings, because a text area would normalize them. */
function pasteWithLineEndings(text: string, event: ClipboardEvent<HTMLTextAreaElement>): PastedText | null {
  const pasted = event.clipboardData.getData('text/plain')
  if (!pasted.includes('\r')) return null
  event.preventDefault()
  const { selectionStart, selectionEnd } = event.currentTarget
  const put = (piece: string) =>
    text.slice(0, convertTextAreaOffsetToText(text, selectionStart)) +
    piece +
    text.slice(convertTextAreaOffsetToText(text, selectionEnd))
  // Windows converts clipboard text to CRLF, so the original line endings are unknown.
  const isOfClipboard = navigator.userAgent.includes('Windows') && !/(?<!\r)\n|\r(?!\n)/.test(pasted)
  return {
    text: put(isOfClipboard ? normalizeLineEndingsForTextArea(pasted) : pasted),
    withEndings: isOfClipboard ? put(pasted) : null,
  }
}

interface SignatureFieldProps {
  inspected: MessageInspectorInputValues
  isProof: boolean
  onChange: (inspected: MessageInspectorInputValues) => void
}

function SignatureField({ inspected, isProof, onChange }: SignatureFieldProps) {
  const t = useTranslations()
  return (
    <label className="grid gap-1">
      <span className="font-semibold">{isProof ? t('inspector.keys') : t('inspector.signature')}</span>
      {isProof && <span className="text-small text-soft">{t('inspector.keysHint')}</span>}
      <textarea
        value={inspected.signature}
        onChange={({ target }) => onChange({ ...inspected, signature: target.value })}
        rows={2}
        placeholder={isProof ? 'example.com/activity+…' : '0x…'}
        {...verbatimMonospaceTextAreaProps}
        className={`${verbatimMonospaceTextAreaProps.className} field-sizing-content max-h-60 resize-y break-all`}
      />
    </label>
  )
}

function OpenFile({ label, onOpen }: { label: string; onOpen: (file: MessageInspectorFile) => void }) {
  const input = useRef<HTMLInputElement>(null)
  async function take(file: File | undefined) {
    if (file !== undefined) onOpen({ name: file.name, text: await file.text() })
  }
  return (
    // On narrow screens, the button is on a separate line with any font.
    <div className="basis-full sm:basis-auto">
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>{label}</Button>
    </div>
  )
}
