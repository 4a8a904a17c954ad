import { useMemo } from 'react'
import type { FoundMessageError } from '@countersign/inspector/message-inspection-findings'
import { inspectMessage } from '@countersign/inspector/inspect-message'
import { Card } from '../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { ComposedSignInMessageOutput } from './ComposedSignInMessageOutput.tsx'
import { getMessageErrorText } from './get-message-error-text.ts'
import {
  validateComposedSignInMessageDraft,
  switchDraftChainFamily,
  isMessageSchemeFieldAllowed,
  generateNonce,
  toComposedSignInMessageText,
} from './composed-sign-in-message-draft.ts'
import type { ComposedSignInMessageDraft, MessageFieldName } from './composed-sign-in-message-draft.ts'
import {
  verbatimMonospaceTextAreaProps,
  MessageInspectorFormField,
  verbatimMonospaceInputProps,
} from './MessageInspectorFormField.tsx'
import type { FieldInputProps } from './MessageInspectorFormField.tsx'
import { chainNamespaces } from '@countersign/message/message-layout'
import type { ChainNamespace } from '@countersign/message'
import { chainFamilyNames } from '../../i18n/chain-family-names.ts'
import { ToggleButtonGroup } from './ToggleButtonGroup.tsx'

const fieldOrder: readonly MessageFieldName[] = [
  'scheme',
  'domain',
  'address',
  'statement',
  'uri',
  'chainId',
  'nonce',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
  'resources',
]
const optionalFields: ReadonlySet<MessageFieldName> = new Set<MessageFieldName>([
  'scheme',
  'statement',
  'expirationTime',
  'notBefore',
  'requestId',
  'resources',
])
/** The placeholders are valid addresses, which the signing wallet replaces with its own address. */
const placeholderAddresses = {
  eip155: `0x${'0'.repeat(40)}`,
  solana: '1'.repeat(32),
  bip122: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
}

const getCurrentTime = () => new Date().toISOString()
const getTimeInTenMinutes = () => new Date(Date.now() + 600_000).toISOString()

interface ComposeMessageViewProps {
  draft: ComposedSignInMessageDraft
  onChange: (draft: ComposedSignInMessageDraft) => void
  onOpen: (text: string, signature: string, wallet: string | null) => void
}

export function ComposeSignInMessageView({ draft, onChange, onOpen }: ComposeMessageViewProps) {
  const t = useTranslations()
  const text = toComposedSignInMessageText(draft)
  const errors = useMemo(() => findMessageErrors(draft, text), [draft, text])
  const say = useFormatMessageError()
  const set = (name: MessageFieldName, value: string) => onChange({ ...draft, [name]: value })
  const canBeSigned = useMemo(() => {
    const signed = { ...draft, address: placeholderAddresses[draft.namespace] }
    return findMessageErrors(signed, toComposedSignInMessageText(signed)).every(
      ({ code }) => code === 'message.chain_of_another_address',
    )
  }, [draft])
  // Empty fields are not errors yet.
  const isRead = (name: MessageFieldName) => draft[name] !== '' || name === 'domain'

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <Card className="min-w-0 px-4 py-5 sm:px-5">
        <form
          aria-label={t('inspector.composing.form')}
          noValidate
          onSubmit={(event) => event.preventDefault()}
          className="grid gap-x-4 gap-y-3 sm:grid-cols-2"
        >
          <ChainFamilyToggle
            chosen={draft.namespace}
            onChoose={(namespace) => onChange(switchDraftChainFamily(draft, namespace))}
          />
          {fieldOrder.map((name) => {
            if (name === 'scheme' && !isMessageSchemeFieldAllowed(draft)) return null
            const fault = errors.find((found) => found.field === name)
            const label = optionalFields.has(name)
              ? `${t(`inspector.fields.${name}.name`)} (${t('inspector.composing.optional')})`
              : t(`inspector.fields.${name}.name`)
            const isWide = name === 'address' || name === 'statement' || name === 'uri' || name === 'resources'
            return (
              <div key={name} className={isWide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
                <MessageInspectorFormField
                  label={label}
                  hint={
                    name === 'resources'
                      ? t('inspector.composing.resourcesHint')
                      : t(`inspector.fields.${name}.meaning`)
                  }
                  fault={fault && isRead(name) ? say(fault.code) : null}
                  action={<FillInButton name={name} onFill={(value) => set(name, value)} />}
                >
                  {(described) => (
                    <MessageFieldInput
                      name={name}
                      value={draft[name]}
                      described={described}
                      onType={(value) => set(name, value)}
                    />
                  )}
                </MessageInspectorFormField>
              </div>
            )
          })}
        </form>
      </Card>
      <ComposedSignInMessageOutput
        draft={draft}
        text={text}
        errors={errors}
        canBeSigned={canBeSigned}
        onOpen={onOpen}
      />
    </div>
  )
}

function findMessageErrors(
  draft: ComposedSignInMessageDraft,
  text: string,
): Pick<FoundMessageError, 'field' | 'code'>[] {
  const { errors } = inspectMessage(text, { at: 0 })
  const own = validateComposedSignInMessageDraft(draft)
  return errors.length > 0 || own === null ? errors : [{ field: own.field ?? null, code: own.code }]
}

function useFormatMessageError(): (code: FoundMessageError['code']) => string {
  const t = useTranslations()
  return (code) => {
    const { title, allowed } = getMessageErrorText(t, code)
    return allowed === null ? title : `${title} ${allowed}`
  }
}

function MessageFieldInput({
  name,
  value,
  described,
  onType,
}: {
  name: MessageFieldName
  value: string
  described: FieldInputProps
  onType: (value: string) => void
}) {
  if (name === 'resources')
    return (
      <textarea
        value={value}
        onChange={({ target }) => onType(target.value)}
        rows={2}
        {...verbatimMonospaceTextAreaProps}
        {...described}
      />
    )
  return (
    <input
      value={value}
      onChange={({ target }) => onType(target.value)}
      {...verbatimMonospaceInputProps}
      {...described}
    />
  )
}

function FillInButton({ name, onFill }: { name: MessageFieldName; onFill: (value: string) => void }) {
  const t = useTranslations()
  const look =
    'min-h-8 rounded-control text-small text-seal underline decoration-1 underline-offset-4 pointer-coarse:min-h-11'
  const button = (label: string, make: () => string) => (
    <button
      type="button"
      aria-label={`${t(`inspector.fields.${name}.name`)}: ${label}`}
      onClick={() => onFill(make())}
      className={look}
    >
      {label}
    </button>
  )
  if (name === 'nonce') return button(t('inspector.composing.newNonce'), generateNonce)
  if (name === 'issuedAt') return button(t('inspector.composing.setNow'), getCurrentTime)
  return name === 'expirationTime' ? button(t('inspector.composing.inTenMinutes'), getTimeInTenMinutes) : null
}

interface ChainFamilyToggleProps {
  chosen: ChainNamespace
  onChoose: (namespace: ChainNamespace) => void
}

function ChainFamilyToggle({ chosen, onChoose }: ChainFamilyToggleProps) {
  const t = useTranslations()
  return (
    <div className="grid gap-1 sm:col-span-2">
      <p aria-hidden="true" className="text-small font-semibold">
        {t('inspector.composing.family')}
      </p>
      <ToggleButtonGroup
        label={t('inspector.composing.family')}
        options={chainNamespaces}
        chosen={chosen}
        nameOf={(name) => chainFamilyNames[name]}
        onChoose={onChoose}
      />
    </div>
  )
}
