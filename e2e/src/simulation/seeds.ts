// Runs of the simulation that found something once (regression corpus): each is carried out again by every test.

/** How long a run is, where nothing else is said. */
export const defaultSteps = 1500

/** A run, and what it found. */
export interface KeptSeed {
  seed: number
  steps: number
  /** What was wrong with the server, or which seeded fault it finds. */
  found: string
}

export const keptSeeds: readonly KeptSeed[] = []
