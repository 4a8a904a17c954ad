// How long a code can still be answered, counting down.
import { useSecondsLeft, writeMinutes } from '../../../prove/use-seconds-left.ts'

/** @param until RFC 3339, as the server sends it */
export function TimeLeft({ until }: { until: string }) {
  const seconds = useSecondsLeft(Date.parse(until))
  return <span className="tabular-nums">{writeMinutes(seconds)}</span>
}
