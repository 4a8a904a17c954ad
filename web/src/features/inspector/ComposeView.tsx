// A form that makes a message: the faults appear at the field that makes them, and the message beside it.
import { useMemo } from 'react'
import type { FoundFault } from '@countersign/inspector/findings'
import { inspect } from '@countersign/inspector/inspect'
import { Sheet } from '../../ui/Section.tsx'
import { useTranslations } from 'use-intl'
import { ComposedMessage } from './ComposedMessage.tsx'
import { faultTexts } from './fault-texts.ts'
import { faultOfFields, inFamily, mayHaveScheme, newNonce, textOf } from './draft.ts'
import type { Draft, FieldName } from './draft.ts'
import { areaLook, Field, fieldLook } from './Field.tsx'
import type { Described } from './Field.tsx'
import { namespaceNames } from '@countersign/message/layout'
import type { NamespaceName } from '@countersign/message'
import { familyNames } from '../../i18n/chain-family-names.ts'
import { Choice } from './Choice.tsx'

/** The fields in the order of the message, and which of them may be left empty. */
const order: readonly FieldName[] = [
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
const optional: ReadonlySet<FieldName> = new Set<FieldName>([
  'scheme',
  'statement',
  'expirationTime',
  'notBefore',
  'requestId',
  'resources',
])
/** The wallet that signs brings the address, and perhaps the network: any will do until then. */
const anyAddresses = {
  eip155: `0x${'0'.repeat(40)}`,
  solana: '1'.repeat(32),
  bip122: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
}

const presentTime = () => new Date().toISOString()
const timeInTenMinutes = () => new Date(Date.now() + 600_000).toISOString()

interface ComposeViewProps {
  draft: Draft
  onChange: (draft: Draft) => void
  onOpen: (text: string, signature: string, wallet: string | null) => void
}

export function ComposeView({ draft, onChange, onOpen }: ComposeViewProps) {
  const t = useTranslations()
  const text = textOf(draft)
  const faults = useMemo(() => faultsOf(draft, text), [draft, text])
  const say = useFaultSentence()
  const set = (name: FieldName, value: string) => onChange({ ...draft, [name]: value })
  const canBeSigned = useMemo(() => {
    const signed = { ...draft, address: anyAddresses[draft.namespace] }
    return faultsOf(signed, textOf(signed)).every(({ code }) => code === 'message.chain_of_another_address')
  }, [draft])
  // What has not been filled in yet is no mistake.
  const isRead = (name: FieldName) => draft[name] !== '' || name === 'domain'

  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <Sheet className="min-w-0 px-4 py-5 sm:px-5">
        <form
          aria-label={t('inspector.composing.form')}
          noValidate
          onSubmit={(event) => event.preventDefault()}
          className="grid gap-x-4 gap-y-3 sm:grid-cols-2"
        >
          <FamilyChoice chosen={draft.namespace} onChoose={(namespace) => onChange(inFamily(draft, namespace))} />
          {order.map((name) => {
            if (name === 'scheme' && !mayHaveScheme(draft)) return null
            const fault = faults.find((found) => found.field === name)
            const label = optional.has(name)
              ? `${t(`inspector.fields.${name}.name`)} (${t('inspector.composing.optional')})`
              : t(`inspector.fields.${name}.name`)
            const isWide = name === 'address' || name === 'statement' || name === 'uri' || name === 'resources'
            return (
              <div key={name} className={isWide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
                <Field
                  label={label}
                  hint={
                    name === 'resources'
                      ? t('inspector.composing.resourcesHint')
                      : t(`inspector.fields.${name}.meaning`)
                  }
                  fault={fault && isRead(name) ? say(fault.code) : null}
                  action={<FillIn name={name} onFill={(value) => set(name, value)} />}
                >
                  {(described) => (
                    <Input name={name} value={draft[name]} described={described} onType={(value) => set(name, value)} />
                  )}
                </Field>
              </div>
            )
          })}
        </form>
      </Sheet>
      <ComposedMessage draft={draft} text={text} faults={faults} canBeSigned={canBeSigned} onOpen={onOpen} />
    </div>
  )
}

/** The faults of the text; where it has none, the one that only the fields know. */
function faultsOf(draft: Draft, text: string): Pick<FoundFault, 'field' | 'code'>[] {
  const { faults } = inspect(text, { at: 0 })
  const own = faultOfFields(draft)
  return faults.length > 0 || own === null ? faults : [{ field: own.field ?? null, code: own.code }]
}

/** What is wrong, and what may stand there, for the code of a fault. */
function useFaultSentence(): (code: FoundFault['code']) => string {
  const t = useTranslations()
  return (code) => {
    const { title, allowed } = faultTexts(t, code)
    return allowed === null ? title : `${title} ${allowed}`
  }
}

function Input({
  name,
  value,
  described,
  onType,
}: {
  name: FieldName
  value: string
  described: Described
  onType: (value: string) => void
}) {
  if (name === 'resources')
    return (
      <textarea value={value} onChange={({ target }) => onType(target.value)} rows={2} {...areaLook} {...described} />
    )
  return <input value={value} onChange={({ target }) => onType(target.value)} {...fieldLook} {...described} />
}

/** What fills a field in by one press, where something can. */
function FillIn({ name, onFill }: { name: FieldName; onFill: (value: string) => void }) {
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
  if (name === 'nonce') return button(t('inspector.composing.newNonce'), newNonce)
  if (name === 'issuedAt') return button(t('inspector.composing.setNow'), presentTime)
  return name === 'expirationTime' ? button(t('inspector.composing.inTenMinutes'), timeInTenMinutes) : null
}

interface FamilyChoiceProps {
  chosen: NamespaceName
  onChoose: (namespace: NamespaceName) => void
}

function FamilyChoice({ chosen, onChoose }: FamilyChoiceProps) {
  const t = useTranslations()
  return (
    <div className="grid gap-1 sm:col-span-2">
      <p aria-hidden="true" className="text-small font-semibold">
        {t('inspector.composing.family')}
      </p>
      <Choice
        label={t('inspector.composing.family')}
        options={namespaceNames}
        chosen={chosen}
        nameOf={(name) => familyNames[name]}
        onChoose={onChoose}
      />
    </div>
  )
}
