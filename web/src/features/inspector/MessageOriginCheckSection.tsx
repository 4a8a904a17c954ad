// Origin check, part by part, as ERC-4361 recommends for wallets.
import type { MessageOriginFinding } from '@countersign/inspector/message-inspection-findings'
import { useTranslations } from 'use-intl'
import { MessageInspectorCheckResult } from './MessageInspectorCheckResult.tsx'
import { VerbatimMonospaceText, MessageInspectorResultSection } from './MessageInspectorResultSection.tsx'

export function MessageOriginCheckSection({ origin }: { origin: MessageOriginFinding }) {
  const t = useTranslations()
  const cell = 'py-2 pr-3 text-left align-baseline'
  return (
    <MessageInspectorResultSection title={t('inspector.originTitle')}>
      <MessageInspectorCheckResult
        isGood={origin.matches}
        text={origin.matches ? t('inspector.originMatches') : t('inspector.originDiffers')}
      />
      {origin.relation !== 'same' && <p className="text-small">{t(`inspector.relations.${origin.relation}`)}</p>}
      <table className="w-full text-small">
        <thead className="text-soft">
          <tr>
            <th scope="col" className={cell}>
              <span className="sr-only">{t('inspector.originTitle')}</span>
            </th>
            <th scope="col" className={cell}>
              {t('inspector.inMessage')}
            </th>
            <th scope="col" className={cell}>
              {t('inspector.inOrigin')}
            </th>
            <th scope="col" className={cell}>
              <span className="sr-only">{t('inspector.findings')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {origin.parts.map(({ part, outcome, message, origin }) => (
            <tr key={part}>
              <th scope="row" className={`${cell} font-semibold`}>
                {t(`inspector.originParts.${part}`)}
              </th>
              <td className={cell}>
                {message ? (
                  <VerbatimMonospaceText>{message}</VerbatimMonospaceText>
                ) : (
                  <span className="text-soft">{t('inspector.nothing')}</span>
                )}
              </td>
              <td className={cell}>
                {origin ? (
                  <VerbatimMonospaceText>{origin}</VerbatimMonospaceText>
                ) : (
                  <span className="text-soft">{t('inspector.nothing')}</span>
                )}
              </td>
              <td
                className={`${cell} font-semibold ${outcome === 'same' ? 'text-seal' : outcome === 'different' ? 'text-amber' : 'text-soft'}`}
              >
                {outcome === 'same' ? '✓ ' : outcome === 'different' ? '≠ ' : ''}
                {t(`inspector.originOutcomes.${outcome}`)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </MessageInspectorResultSection>
  )
}
