// A disk of its own (a tmpfs with an end), that can be filled until nothing fits any more (ENOSPC) and nobody else suffers.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, rmdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SizeLimitedTestDisk {
  folder: string
  /** Writes until nothing fits. */
  fill: () => Promise<void>
  /** Removes what it was filled with. */
  empty: () => void
  close: () => void
}

/** Holds a PostgreSQL with what a round of the history checker writes. */
const defaultMegabytes = 512

/** Mounts one; null on a machine that does not allow it. */
export function mountSizeLimitedTestDisk(megabytes = defaultMegabytes): SizeLimitedTestDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status !== 0) {
    rmdirSync(folder)
    return null
  }
  const ballast = join(folder, 'ballast')
  const empty = (): void => rmSync(ballast, { force: true })
  return {
    folder,
    fill: async () => {
      const file = await open(ballast, 'w')
      try {
        // The smallest pieces last: what is left is less than a page.
        for (const size of [2 ** 22, 2 ** 16, 2 ** 12]) {
          const piece = Buffer.alloc(size)
          while (await isWritten(file.write(piece)));
        }
      } finally {
        await file.close()
      }
    },
    empty,
    close: () => {
      // Lazily: whoever was killed a moment ago may hold a file still.
      spawnSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

async function isWritten(writing: Promise<{ bytesWritten: number; buffer: Buffer }>): Promise<boolean> {
  try {
    const { bytesWritten, buffer } = await writing
    return bytesWritten === buffer.length
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false
    throw error
  }
}
