// How a run of the simulation goes, drawn from its seed (swarm testing): a run in which everything goes wrong finds other things than one in which
// nothing does but the order.
import type { Random } from '../history/randomness.ts'
import type { Temper } from './scheduler.ts'

/** @param random of the run */
export function drawTemper(random: Random): Temper {
  const sometimes = (probability: number): number => (random.chance(0.5) ? probability * random.next() : 0)
  return {
    faults: {
      lost: sometimes(0.05),
      refused: sometimes(0.02),
      doubtful: sometimes(0.08),
      unavailable: sometimes(0.3),
      changed: sometimes(0.2),
    },
    stickiness: random.of([0, 0, 0.5, 0.9]) ?? 0,
    tickMs: random.of([2, 20, 100]) ?? 2,
    jumps: sometimes(0.005),
    crashes: sometimes(0.004),
  }
}
