// How long a code can still be answered, counting down.
import { useSecondsLeft, writeMinutes } from '../../../prove/use-seconds-left.ts'

/** @param until in milliseconds, by this device's clock */
export function TimeLeft({ until }: { until: number }) {
  const seconds = useSecondsLeft(until)
  return <span className="tabular-nums">{writeMinutes(seconds)}</span>
}
