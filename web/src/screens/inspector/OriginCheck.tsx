// Whether the message is for the origin that was given, part by part, as ERC-4361 recommends the check to wallets.
import type { OriginFinding } from '@countersign/inspector/findings'
import { useChapter } from '../../words/use-words.ts'
import { Outcome } from './Outcome.tsx'
import { Exact, Part } from './Part.tsx'

export function OriginCheck({ origin }: { origin: OriginFinding }) {
  const words = useChapter('inspector')
  const cell = 'py-2 pr-3 text-left align-baseline'
  return (
    <Part title={words.originTitle}>
      <Outcome isGood={origin.matches} text={origin.matches ? words.originMatches : words.originDiffers} />
      {origin.relation !== 'same' && <p className="text-small">{words.relations[origin.relation]}</p>}
      <table className="w-full text-small">
        <thead className="text-soft">
          <tr>
            <th scope="col" className={cell}>
              <span className="sr-only">{words.originTitle}</span>
            </th>
            <th scope="col" className={cell}>
              {words.inMessage}
            </th>
            <th scope="col" className={cell}>
              {words.inOrigin}
            </th>
            <th scope="col" className={cell}>
              <span className="sr-only">{words.findings}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {origin.parts.map(({ part, outcome, message, origin }) => (
            <tr key={part}>
              <th scope="row" className={`${cell} font-semibold`}>
                {words.originParts[part]}
              </th>
              <td className={cell}>
                {message ? <Exact>{message}</Exact> : <span className="text-soft">{words.nothing}</span>}
              </td>
              <td className={cell}>
                {origin ? <Exact>{origin}</Exact> : <span className="text-soft">{words.nothing}</span>}
              </td>
              <td
                className={`${cell} font-semibold ${outcome === 'same' ? 'text-seal' : outcome === 'different' ? 'text-amber' : 'text-soft'}`}
              >
                {outcome === 'same' ? '✓ ' : outcome === 'different' ? '≠ ' : ''}
                {words.originOutcomes[outcome]}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  )
}
