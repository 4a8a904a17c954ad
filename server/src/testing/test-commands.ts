// Commands of the command line that a test runs in its own process: what they print, and where they find their settings.
import { afterEach, beforeEach, vi } from 'vitest'

/**
 * Takes down what commands print from here on, in every test of the file, and puts console and environment back after each.
 * @returns the lines printed, whether to be read or to be told of a mistake; whoever has read them empties it
 */
export function hearCommands(): string[] {
  const said: string[] = []
  beforeEach(() => {
    said.length = 0
    for (const way of ['log', 'error'] as const) vi.spyOn(console, way).mockImplementation((line: unknown) => void said.push(String(line)))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })
  return said
}
