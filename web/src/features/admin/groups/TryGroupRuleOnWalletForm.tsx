import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { callAdminApi } from '../../../api/admin-api-client.ts'
import { unwrapApiResult } from '../../../api/query-client.ts'
import type { ApiCallError } from '../../../api/query-client.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { verbatimInputProps } from '../AdminConsoleForm.tsx'
import { GroupRuleResultTable } from './ExplainGroupMembershipForm.tsx'
import type { GroupRuleObject } from './group-rule-draft.ts'
import type { GroupRulePreviewError } from '../translate-group-rule-error.ts'

interface TestedRule {
  rule: GroupRuleObject
  address: string
}

interface GroupRuleTesterProps {
  rule: GroupRuleObject | null
  onFaults: (errors: readonly GroupRulePreviewError[]) => void
}

const outcomeTones = { member: 'verified', 'not-member': 'neutral', unknown: 'attention' } as const

/** An address of any chain family, or an account id (CAIP-10). The server determines which. */
const addressPattern = /^(?:[a-z0-9]{3,8}:[\w-]{1,32}:)?[0-9a-zA-Z]{26,90}$/

export function TryGroupRuleOnWalletForm({ rule, onFaults }: GroupRuleTesterProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const [address, setAddress] = useState('')
  const [isTried, setIsTried] = useState(false)
  const given = address.trim()
  const attempt = useMutation<AdminApiEndpointOutput<'testRule'>, ApiCallError, TestedRule>({
    mutationFn: async (body) => unwrapApiResult(await callAdminApi('testRule', { body })),
    onSuccess: ({ errors, outcome }) => {
      onFaults(errors)
      announce(outcome === null ? t('adminGroups.builder.wrong') : t(`adminGroups.attempt.outcomes.${outcome}`))
    },
  })
  const { data, variables } = attempt
  const isStale = JSON.stringify(variables?.rule) !== JSON.stringify(rule) || variables?.address !== given
  // The server detects wrong checksums.
  const isRefused = !isStale && attempt.error?.problem.code === 'request.invalid'
  const fault = (isTried && !addressPattern.test(given)) || isRefused ? t('adminGroups.attempt.missing') : null
  const ask = () => {
    setIsTried(true)
    if (rule !== null && addressPattern.test(given) && !attempt.isPending) attempt.mutate({ rule, address: given })
  }
  return (
    <section aria-label={t('adminGroups.attempt.title')}>
      <Card className="px-4 sm:px-5">
        <details>
          <summary className="min-h-11 py-2.5 font-semibold">{t('adminGroups.attempt.title')}</summary>
          <div className="grid grid-cols-1 gap-2 pb-4">
            <p className="text-small text-soft">{t('adminGroups.attempt.text')}</p>
            <div className="flex flex-wrap items-end gap-3">
              <div className="min-w-0 flex-1 basis-72">
                <TextField
                  label={t('adminGroups.attempt.address')}
                  value={address}
                  maxLength={128}
                  {...verbatimInputProps}
                  className="font-mono text-small"
                  fault={fault}
                  onChange={({ target }) => setAddress(target.value)}
                  onKeyDown={(event) => {
                    // Enter must not submit the surrounding group form.
                    if (event.key !== 'Enter') return
                    event.preventDefault()
                    ask()
                  }}
                />
              </div>
              <Button
                className="mb-1"
                disabledReason={rule === null ? t('adminGroups.builder.jsonFault') : undefined}
                busyLabel={attempt.isPending ? t('adminGroups.attempt.asking') : undefined}
                onClick={ask}
              >
                {t('adminGroups.attempt.ask')}
              </Button>
            </div>
            {attempt.error && !isRefused && <LoadErrorPanel problem={attempt.error.problem} onRetry={ask} />}
            {data && isStale && <p className="text-small text-soft">{t('adminGroups.attempt.stale')}</p>}
            {data && !isStale && data.outcome !== null && (
              <div className="grid grid-cols-1 gap-3">
                <InlineNotice
                  tone={outcomeTones[data.outcome]}
                  title={t(`adminGroups.attempt.outcomes.${data.outcome}`)}
                />
                <GroupRuleResultTable parts={data.parts} />
              </div>
            )}
          </div>
        </details>
      </Card>
    </section>
  )
}
