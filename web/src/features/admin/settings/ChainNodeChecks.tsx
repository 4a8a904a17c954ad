import { useState } from 'react'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { callAdminApi } from '../../../api/admin-api-client.ts'
import type { AdminApiResponse } from '../../../api/admin-api-client.ts'
import { useMutation } from '@tanstack/react-query'
import { unwrapApiResult } from '../../../api/query-client.ts'
import type { ApiCallError } from '../../../api/query-client.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { CardList, CardListRow } from '../../../ui/CardList.tsx'
import { Card, PageSection } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import { translateServerCode, translateKnownServerCode } from '../../../i18n/ui-translation-functions.ts'
import type { Translate } from '../../../i18n/ui-translation-functions.ts'
import { CopyField } from '../CopyField.tsx'
import type { ServerSettingsResponse } from './server-settings-response-type.ts'
import { getListFormat, getNumberFormat } from '../../../ui/memoized-intl-formats.ts'

type NodeFinding = AdminApiResponse<'testChain'>['nodes'][number]['findings'][number]
type Chain = ServerSettingsResponse['chains'][number]

/** Its lines fit on a phone. */
const exampleSetting = `COUNTERSIGN_CHAINS='[{
 "id": 1,
 "rpc":
  "https://node.example"
}]'`

export function ChainNodeChecks({ chains }: { chains: readonly Chain[] }) {
  const t = useTranslations()
  return (
    <PageSection title={t('adminSettings.chains.title')}>
      <p className="max-w-[60ch] text-small text-soft">{t('adminSettings.chains.text')}</p>
      {chains.length === 0 ? (
        <Card className="grid grid-cols-1 gap-3 px-4 py-5 sm:px-5">
          <h3 className="font-sans text-body font-semibold">{t('adminSettings.chains.none')}</h3>
          <p className="max-w-[75ch] text-small">{t('adminSettings.chains.noneHow')}</p>
          <div>
            <CopyField label={t('adminSettings.chains.example')} value={exampleSetting} />
          </div>
          <p className="text-small text-soft">
            {t.rich('adminSettings.chains.exampleAbout', {
              path: 'docs/guides/chains.md',
              code: (text) => <code className="font-mono text-caption [overflow-wrap:anywhere]">{text}</code>,
            })}
          </p>
        </Card>
      ) : (
        <CardList label={t('adminSettings.chains.title')}>
          {chains.map((chain) => (
            <ChainRow key={chain.id} chain={chain} />
          ))}
        </CardList>
      )}
    </PageSection>
  )
}

/** `reason` is a code that has a translation; `status` is an HTTP or JSON-RPC status. */
function formatFinding(t: Translate, { code, values: { reason = '', status, ...values } }: NodeFinding): string {
  const why = translateKnownServerCode(t, 'nodeReasons', reason) ?? ''
  return translateServerCode(t, `nodeFindings.${code}`, {
    ...values,
    reason: status === undefined ? why : `${why} (${status})`,
  })
}

function ChainRow({ chain: { id, name, nodes, quorum, names, nameGateways, delegates } }: { chain: Chain }) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const number = getNumberFormat(locale)
  const announce = useAnnounce()
  const [found, setFound] = useState<AdminApiResponse<'testChain'>['nodes'] | null>(null)
  const test = useMutation<AdminApiResponse<'testChain'>, ApiCallError>({
    mutationFn: async () => unwrapApiResult(await callAdminApi('testChain', { params: { chain: id } })),
    onSuccess: (answer) => {
      setFound(answer.nodes)
      announce(
        answer.nodes
          .map(
            ({ node, outcome }) =>
              `${t('adminSettings.chains.node', { number: node })}: ${t(`adminSettings.chains.outcomes.${outcome}`)}`,
          )
          .join(' '),
      )
    },
  })
  return (
    <CardListRow
      head={
        <>
          <span className="font-semibold">{name}</span> <span className="text-small text-soft tabular-nums">{id}</span>
        </>
      }
      action={
        <Button
          small
          aria-label={t('adminSettings.chains.testNamed', { name })}
          busyLabel={test.isPending ? t('adminSettings.chains.testing') : undefined}
          onClick={() => test.mutate()}
        >
          {t('adminSettings.chains.test')}
        </Button>
      }
    >
      <p className="text-small text-soft">
        {[
          t('adminSettings.chains.facts', { nodes, quorum }),
          ...(names ? [t('adminSettings.chains.names')] : []),
          ...(nameGateways.length > 0
            ? [t('adminSettings.chains.nameGateways', { hosts: getListFormat(locale).format(nameGateways) })]
            : []),
          ...(delegates ? [t('adminSettings.chains.delegates')] : []),
        ].join(' ')}
      </p>
      {test.error && <LoadErrorPanel problem={test.error.problem} />}
      {found && (
        <ul className="grid gap-2">
          {found.map(({ node, outcome, findings, milliseconds }) => (
            <li key={node} className="grid gap-0.5 text-small">
              <span className="flex flex-wrap items-center gap-2">
                {t('adminSettings.chains.node', { number: node })}{' '}
                <Badge tone={outcome === 'well' ? 'seal' : 'attention'}>
                  {t(`adminSettings.chains.outcomes.${outcome}`)}
                </Badge>
                <span className="text-soft tabular-nums">
                  {t('adminSettings.chains.took', { milliseconds: number.format(milliseconds) })}
                </span>
              </span>
              <span className="[overflow-wrap:anywhere]">
                {findings.map((finding) => formatFinding(t, finding)).join('; ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </CardListRow>
  )
}
