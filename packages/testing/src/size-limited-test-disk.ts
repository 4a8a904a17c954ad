// A tmpfs with a size limit, which tests can fill (ENOSPC) without affecting anything else.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, rmdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SizeLimitedTestDisk {
  folder: string
  fill: () => Promise<void>
  empty: () => void
  close: () => void
}

// This is enough for PostgreSQL and one round of the history checker.
const defaultMegabytes = 512

/** Mounts the disk; returns null if the machine does not allow mounting. */
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
        // The smallest pieces come last, so that less than one page remains free.
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
      // Unmounting is lazy, because a killed process may still have a file open.
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
