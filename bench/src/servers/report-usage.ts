// Lets the process that started a server ask for the processor time and memory that it used.
export interface Usage {
  cpuMicroseconds: number
  residentBytes: number
}

/** Answers every message of the parent process with what this process has used until now. */
export function reportUsage(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    // For the memory alone; what this costs must not count.
    globalThis.gc?.()
    process.send?.({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() } satisfies Usage)
  })
}
