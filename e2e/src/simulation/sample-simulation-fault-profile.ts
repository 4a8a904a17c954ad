// Swarm testing: runs with many faults and runs without any find different bugs.
import type { SeededRandom } from '../history-checker/seeded-test-random.ts'
import type { SimulationFaultProfile } from './simulation-scheduler.ts'

export function sampleSimulationFaultProfile(random: SeededRandom): SimulationFaultProfile {
  const sometimes = (probability: number): number => (random.chance(0.5) ? probability * random.next() : 0)
  return {
    faultProbabilities: {
      lost: sometimes(0.05),
      refused: sometimes(0.02),
      doubtful: sometimes(0.08),
      unavailable: sometimes(0.3),
      changed: sometimes(0.2),
    },
    stickiness: random.pick([0, 0, 0.5, 0.9]) ?? 0,
    tickMs: random.pick([2, 20, 100]) ?? 2,
    clockJumpProbability: sometimes(0.005),
    crashProbability: sometimes(0.004),
  }
}
