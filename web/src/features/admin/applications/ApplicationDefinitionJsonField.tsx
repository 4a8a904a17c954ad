import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  translateApplicationDefinitionError,
  omitEmptyApplicationDefinitionFields,
} from './application-definition-draft.ts'
import type { ApplicationDefinitionJson } from './application-definition-draft.ts'
import { useApplicationDefinitionFormContext } from './use-application-definition-form.ts'

const membersWithField =
  /^(id|name|redirectUris|hosts|openPaths|postLogoutUris|backchannelLogoutUri|uri|scopes|allowedGroups|signInMethods|chains|maxAgeSeconds|rotateRefreshTokens|firstParty|product|colors|preferredUsername|email|requires|resources|claims(?=$|\.rename|\.constants|\.roles))\b/

export function ApplicationDefinitionJsonField() {
  const { draft, errors, replace } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  /** Null while the JSON is generated from the fields. */
  const [text, setText] = useState<string | null>(null)
  const id = useId()
  const isFaulty = text !== null && parseDefinition(text) === null
  const elsewhere = errors.filter(({ path }) => !membersWithField.test(path))
  function write(next: string) {
    setText(next)
    const definition = parseDefinition(next)
    if (definition !== null) replace(definition)
  }
  return (
    <>
      <details className="rounded-sheet border border-line bg-sheet px-4 py-3 sm:px-5">
        <summary className="min-h-8 cursor-pointer font-semibold">{t('adminApplications.json.title')}</summary>
        <div className="grid gap-1 pt-2">
          <label htmlFor={id} className="text-small text-soft">
            {t('adminApplications.json.text')}
          </label>
          <textarea
            id={id}
            aria-label={t('adminApplications.json.label')}
            aria-invalid={isFaulty}
            aria-describedby={`${id}fault`}
            rows={16}
            spellCheck={false}
            autoCapitalize="none"
            value={text ?? JSON.stringify(omitEmptyApplicationDefinitionFields(draft), null, 2)}
            onChange={({ target }) => write(target.value)}
            onBlur={() => !isFaulty && setText(null)}
            className="w-full rounded-control border border-edge bg-paper p-3 font-mono text-small text-ink aria-invalid:border-red"
          />
          <p role="alert" id={`${id}fault`} className="text-small text-red">
            {isFaulty ? t('adminApplications.json.fault') : null}
          </p>
        </div>
      </details>
      {elsewhere.length > 0 && (
        <div role="alert" className="text-small text-red">
          <p>{t('adminApplications.elsewhere')}</p>
          <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
            {elsewhere.map((fault) => (
              <li key={`${fault.path} ${fault.message}`}>
                {fault.path !== '' && <code className="font-mono">{fault.path}: </code>}
                {translateApplicationDefinitionError(t, fault)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function parseDefinition(text: string): ApplicationDefinitionJson | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as ApplicationDefinitionJson)
      : null
  } catch {
    return null
  }
}
